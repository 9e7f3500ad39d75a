const preset = process.env.TRANSLATION_JOBS_PRESET;

/** For `startSandbox`: TRANSLATION_JOBS_PRESET runs the same tests against another preset. */
export const presetOption: object = preset ? { preset } : {};
