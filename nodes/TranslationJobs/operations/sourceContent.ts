import { createSourceContent, getSourceContent, updateSourceContent } from '../../api/requestTexts';
import { optionsWith } from '../../form/commonOptions';
import { contentFields, readContent } from '../../form/content';
import { readJobId } from '../../form/givenIds';
import { jobFromInput, readLocator, sourceContentId } from '../../form/locators';
import { defineResource } from '../../form/operations';

export const sourceContent = defineResource('sourceContent', {
	create: {
		name: 'Create',
		description: 'Store texts with a job. Requests can refer to them.',
		action: 'Create source content',
		fields: [jobFromInput, ...contentFields, optionsWith()],
		async execute(client, itemIndex) {
			return await createSourceContent(
				client,
				readJobId(this, itemIndex),
				readContent(this, itemIndex),
			);
		},
	},
	get: {
		name: 'Get',
		description: 'Get stored texts',
		action: 'Get source content',
		fields: [jobFromInput, sourceContentId, optionsWith()],
		async execute(client, itemIndex) {
			return await getSourceContent(
				client,
				readJobId(this, itemIndex),
				readLocator(this, 'sourceContentId', itemIndex),
			);
		},
	},
	update: {
		name: 'Update',
		description: 'Replace stored texts',
		action: 'Update source content',
		fields: [jobFromInput, sourceContentId, ...contentFields, optionsWith()],
		async execute(client, itemIndex) {
			const jobId = readJobId(this, itemIndex);
			return await updateSourceContent(
				client,
				jobId,
				readLocator(this, 'sourceContentId', itemIndex),
				readContent(this, itemIndex),
			);
		},
	},
});
