import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ofFirstItem } from '../core/errors';
import { readCommonOptions } from '../form/commonOptions';
import { findOperation, runOperation } from '../form/operations';
import { analysisCode, priceList } from './operations';
import { SoapClient } from './soap/client';

const RESOURCES = { analysisCode, priceList };

export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(this, RESOURCES);
	const { concurrency, client } = await ofFirstItem(this, async () => {
		const { concurrency, retry } = readCommonOptions(this);
		return { concurrency, client: await SoapClient.create(this, { retry }) };
	});
	return [await runOperation(this, operation, client, concurrency)];
}
