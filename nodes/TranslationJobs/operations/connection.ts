import type { IExecuteFunctions } from 'n8n-workflow';

import { showHint } from '../../core/notices';
import { checkUp, reportOf, summaryOf } from '../../features/checkUp/checkUp';
import { optionsWith } from '../../form/commonOptions';
import { defineResource } from '../../form/operations';
import { readChoice, readFlag, readNumber } from '../../form/parameters';
import { simplify } from '../../form/simplify';

export const connection = defineResource('connection', {
	checkUp: {
		name: 'Check-Up',
		description: 'Find out what is wrong, what this service supports, and what is left to do',
		action: 'Check connection and what is left to do',
		fields: [
			simplify,
			optionsWith(
				{
					displayName: 'Days in Review',
					name: 'daysInReview',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 7,
					description: 'A translation that is in review for longer needs attention',
				},
				{
					displayName: 'Max Calls',
					name: 'maxCalls',
					type: 'number',
					typeOptions: { minValue: 1, numberPrecision: 0 },
					default: 100,
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
			),
		],
		async execute(client, itemIndex) {
			const { findings, callCount } = await checkUp(client, {
				daysInReview: readNumber(this, 'options.daysInReview', itemIndex),
				maxCalls: readNumber(this, 'options.maxCalls', itemIndex),
				ownOrigin: ownOrigin(this),
			});
			showHint(this, summaryOf(findings));
			if (readChoice(this, 'options.return', itemIndex) === 'report')
				return reportOf(client, findings, callCount);
			const isSimplified = readFlag(this, 'simplify', itemIndex);
			return findings.filter(({ verdict }) => !isSimplified || verdict !== 'ok');
		},
	},
});

/** n8n tells a node no webhook address, but that of a waiting execution, which has the same origin. */
function ownOrigin(context: IExecuteFunctions): string | undefined {
	const { $execution: execution } = context.getWorkflowDataProxy(0) as {
		$execution?: { resumeUrl?: unknown };
	};
	const address = String(execution?.resumeUrl);
	return URL.canParse(address) ? new URL(address).origin : undefined;
}
