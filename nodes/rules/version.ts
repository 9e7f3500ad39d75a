/** Built files cannot import package.json; a test keeps the two equal. */
export const PACKAGE_VERSION = '0.1.0';
