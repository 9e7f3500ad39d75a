/**
 * What the package uses of n8n and of Node. The build takes it here for all modules, because each of
 * them would name the library again at every use: that takes 3 kB less.
 */
export const {
	LoggerProxy,
	NodeApiError,
	NodeConnectionTypes,
	NodeError,
	NodeOperationError,
	sleep,
	updateDisplayOptions,
} = require('n8n-workflow');

export const {
	createHash,
	createHmac,
	randomBytes,
	randomUUID,
	timingSafeEqual,
} = require('node:crypto');
