/** In place of `js-base64`: Node has it. */
export const Base64 = { encode: (text) => Buffer.from(text).toString('base64') };
