import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { showHint } from '../../../core/notices';
import { checkUp, reportOf, summaryOf } from '../../../features/checkUp/checkUp';
import { optionsWith } from '../../../form/commonOptions';
import type { Execute } from '../../../form/operations';
import { readFlag, readGroup } from '../../../form/parameters';
import { simplify } from '../../../form/simplify';

const DAYS_IN_REVIEW = 7;
const MAX_CALLS = 100;

export const description: INodeProperties[] = [
	simplify,
	optionsWith(
		{
			displayName: 'Days in Review',
			name: 'daysInReview',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DAYS_IN_REVIEW,
			description: 'A translation that is in review for longer needs attention',
		},
		{
			displayName: 'Max Calls',
			name: 'maxCalls',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: MAX_CALLS,
			description:
				'How many calls to make at most. What was not looked at is "unknown", with numbers. Jobs in progress come first.',
		},
		{
			displayName: 'Return',
			name: 'return',
			type: 'options',
			options: [
				{ name: 'Findings', value: 'findings', description: 'One item per finding' },
				{
					name: 'The Report',
					value: 'report',
					description:
						'One item to paste into a bug report, without contents, names, addresses or secrets',
				},
			],
			default: 'findings',
			description: 'What to return',
		},
		{
			displayName: 'Try With a Test Job',
			name: 'tryWithTestJob',
			type: 'boolean',
			default: false,
			description:
				'Whether to create a job with two requests, to see what the service supports only then. It is never submitted, and deleted afterwards.',
		},
	),
];

interface Options {
	daysInReview?: number;
	maxCalls?: number;
	return?: string;
}

export const execute: Execute = async function (client, itemIndex) {
	const options = readGroup<Options>(this, 'options', itemIndex);
	const { findings, callCount } = await checkUp(client, {
		daysInReview: Number(options.daysInReview ?? DAYS_IN_REVIEW),
		maxCalls: Number(options.maxCalls ?? MAX_CALLS),
		tryWithTestJob: readFlag(this, 'options.tryWithTestJob', itemIndex),
		ownOrigin: ownOrigin(this),
	});
	showHint(this, summaryOf(findings));
	if (options.return === 'report') return reportOf(client, findings, callCount);
	const isSimplified = readFlag(this, 'simplify', itemIndex, true);
	return findings.filter(({ verdict }) => !isSimplified || verdict !== 'ok');
};

/** n8n tells a node no webhook address, but that of a waiting execution, which has the same origin. */
function ownOrigin(context: IExecuteFunctions): string | undefined {
	const { $execution: execution } = context.getWorkflowDataProxy(0) as {
		$execution?: { resumeUrl?: unknown };
	};
	const address = String(execution?.resumeUrl);
	return URL.canParse(address) ? new URL(address).origin : undefined;
}
