import { toErrorOutput, toItemError } from '../../../core/errors';
import { properties } from '../../../features/send/fields';
import { makePreview } from '../../../features/send/preview/preview';
import { addPreviewSummary, previewOutputs } from '../../../features/send/preview/report';
import type { ExecuteAll } from '../../../form/operations';

export const description = properties;

/** Says what Send would do with the same input. Only reads. */
export const executeAll: ExecuteAll = async function (client) {
	try {
		const preview = await makePreview(this, client);
		addPreviewSummary(this, preview);
		return previewOutputs(this, preview);
	} catch (error) {
		const failure = toItemError(this.getNode(), error, 0);
		if (!this.continueOnFail()) throw failure;
		return [toErrorOutput(this, failure, 0)];
	}
};
