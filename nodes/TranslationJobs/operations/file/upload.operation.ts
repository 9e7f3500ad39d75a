import type { INodeProperties } from 'n8n-workflow';

import { uploadWithinQuota } from '../../../api/jobContents';
import { optionsWith } from '../../../form/commonOptions';
import {
	inputBinaryField,
	readInputFile,
	readUploadOptions,
	uploadModeField,
	uploadOptionFields,
} from '../../../form/fileFields';
import { readJobId } from '../../../form/givenIds';
import { shortenNamesOption } from '../../../form/jobFields';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [
	jobFromInput,
	inputBinaryField,
	uploadModeField,
	optionsWith(shortenNamesOption, ...uploadOptionFields),
];

export const execute: Execute = async function (client, itemIndex) {
	const uploaded = await uploadWithinQuota(
		client,
		readJobId(this, itemIndex),
		await readInputFile(this, itemIndex),
		readUploadOptions(this, itemIndex),
	);
	return uploaded;
};
