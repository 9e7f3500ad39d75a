import type { INodeExecutionData } from 'n8n-workflow';

import { checkPairs, problemsText } from '../../../l10n/checks/checkPairs';
import { CHECKS } from '../../../l10n/checks/checks';
import { CARELESS, DEFECTS, isNamed } from '../../../sandbox/faults/defects';
import type { TranslationRequest } from '../../../sandbox/model/model';
import { translatePairs } from '../../../sandbox/model/translate';
import { fileItem, sending } from '../../nodes/features/send/support';
import { eventually } from '../../support/eventually';
import { byId, useHarness } from '../../support/harness';
import { readTemplate } from '../../support/templates';

const FIELDS = [
	{ key: '/title', value: 'Hello {name}, you have 12 messages' },
	{ key: '/body', value: '<p>Read the <b>whole</b> text on GitHub</p>' },
	{ key: '/count', value: '%d of %s files' },
	{ key: '/label', value: 'Total: ' },
	{ key: '/name', value: 'Use iFlow every day' },
	{ key: '/plain', value: 'Nothing special here' },
	{ key: '/url', value: 'See https://example.com/2024/a and {{ count }}' },
];
const SETTINGS = {
	mayStay: false,
	maxLengthOf: () => 120,
	termsToKeep: ['GitHub', 'iFlow'],
};
const request = { targetNativeLanguageCode: 'de-de', deliveries: 1 } as TranslationRequest;
const problemsOf = async (translated: typeof FIELDS) =>
	await checkPairs(FIELDS, translated, CHECKS, SETTINGS);

it('has no problem without defects', async () => {
	expect(await problemsOf(translatePairs(FIELDS, request))).toEqual([]);
});

it.each([
	['placeholder', 'placeholders', '/title'],
	['tag', 'tags', '/body'],
	['number', 'numbers', '/title'],
	['untranslated', 'untranslated', '/plain'],
	['tooLong', 'length', '/plain'],
	['whiteSpace', 'whiteSpace', '/label'],
	['term', 'terms', '/name'],
])('the defect "%s" is found by the check "%s"', async (defect, check, key) => {
	const { value: source } = FIELDS.find((field) => field.key === key)!;
	const [right] = translatePairs([{ key, value: source }], request);
	const planted = { key, value: DEFECTS[defect]!(source, right!.value) };
	expect((await problemsOf([planted])).map((problem) => problem.check)).toContain(check);
});

it('every planted defect is found, and all right texts pass, for many seeds', async () => {
	const right = translatePairs(FIELDS, request);
	const kinds = new Set<string>();
	for (let seed = 0; seed < 200; seed++) {
		const translated = translatePairs(FIELDS, request, { defects: 0.5, seed });
		const planted = translated.filter(({ value }, index) => value !== right[index]!.value);
		const problems = await problemsOf(translated);
		expect(new Set(problems.map(({ key }) => key))).toEqual(new Set(planted.map(({ key }) => key)));
		for (const { check } of problems) kinds.add(check);
	}
	expect([...kinds].sort()).toEqual(CHECKS.map(({ name }) => name).sort());
});

it('depends on the seed alone', () => {
	const plant = (seed: number) => translatePairs(FIELDS, request, { defects: 0.5, seed });
	expect(plant(7)).toEqual(plant(7));
	expect(plant(7)).not.toEqual(plant(8));
});

it('repairs the texts that the note names, and keeps them right', async () => {
	const careless = { defects: 1, seed: 7 };
	const repaired: string[] = [];
	const sizes: number[] = [];
	for (let round = 0; round < 3; round++) {
		const delivered = { ...request, repairedKeys: repaired };
		const problems = await problemsOf(translatePairs(FIELDS, delivered, careless));
		sizes.push(problems.length);
		const note = problemsText(problems.slice(0, 4));
		repaired.push(...FIELDS.map(({ key }) => key).filter((key) => isNamed(key, note)));
	}
	expect(sizes[0]).toBeGreaterThan(sizes[1]!);
	expect(sizes[2]).toBe(0);
});

it.each([
	['/a', '"/a" (tags): wrong', true],
	['/a', '"/a/b" (tags): wrong', false],
	['title', 'The title is wrong.', true],
	['title', 'The subtitle is wrong', false],
	['a', '', false],
])('%s is named by %s: %s', (key, note, named) => {
	expect(isNamed(key, note)).toBe(named);
});

describe('files', () => {
	const harness = useHarness({
		variants: { translateDelayMs: 1, autoDeliver: true, defects: 1, seed: 7 },
	});

	it.each([
		['texts.json', '{"greeting": "Hello {name}", "offer": "<b>12</b> pieces left"}'],
		['page.html', '<html><body><h1>Hello {name}</h1><p>Only 12 left</p></body></html>'],
		[
			'texts.xlf',
			'<xliff version="1.2"><file source-language="en" datatype="plaintext" original="a"><body><trans-unit id="1"><source>Hello {name}, 12 left</source></trans-unit></body></file></xliff>',
		],
	])('have defects that the checks find, until they are rejected: %s', async (name, content) => {
		const targets = { targetLanguages: ['de-de'] };
		const [job] = await harness.json(sending({ ...targets, options: { wait: true } }), {
			input: [fileItem(name, content)],
		});
		const problems = async () => {
			await eventually(
				async () => (await harness.sandbox.requests())[0]!.status === 'REVIEW_TRANSLATION',
			);
			const [json] = await harness.json({
				resource: 'job',
				operation: 'collect',
				jobId: byId(String(job!.jobId)),
				options: { qualityChecks: { checkFiles: true } },
			});
			return json!.problems as unknown[];
		};
		expect(await problems()).not.toEqual([]);
		const [request] = await harness.sandbox.requests();
		await harness.json({
			resource: 'request',
			operation: 'reject',
			jobId: byId(String(job!.jobId)),
			requestIds: byId(request!.requestId),
			note: 'See the problems',
		});
		expect(await problems()).toEqual([]);
	});
});

describe('docs/quality.md shows a rejection with two templates', () => {
	const harness = useHarness({
		variants: { translateDelayMs: 1, autoDeliver: true, ...CARELESS },
	});
	const parametersOf = (template: string, name: string) =>
		readTemplate(template).nodes.find((node) => node.name === name)!.parameters;

	it('delivery.html into German has a mistake that the quality gate rejects', async () => {
		const { jsCode } = parametersOf('first-translation', 'Three sample files');
		const files = new Function('Buffer', String(jsCode)) as (
			buffer: unknown,
		) => INodeExecutionData[];
		const [job] = await harness.json(parametersOf('first-translation', 'Send for translation'), {
			input: files(Buffer),
		});
		await eventually(async () =>
			(await harness.sandbox.requests()).every(({ status }) => status === 'REVIEW_TRANSLATION'),
		);
		const { options } = parametersOf('quality-gate', 'Collect translations');
		const collected = await harness.json({
			resource: 'job',
			operation: 'collect',
			jobId: byId(String(job!.jobId)),
			options: options!,
		});
		const wrong = collected.find(
			({ requestName, targetNativeLanguageCode }) =>
				requestName === 'delivery.html' && targetNativeLanguageCode === 'de-de',
		);
		expect(collected).toHaveLength(9);
		expect(wrong?.problems).toMatchObject([{ check: 'tags', detail: '</h1> is missing' }]);
	});
});
