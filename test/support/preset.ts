const preset = process.env.TRANSLATION_JOBS_PRESET;

/** For `startSandbox`: the preset that TRANSLATION_JOBS_PRESET names, so that the same tests run against another one. */
export const presetOption: object = preset ? { preset } : {};
