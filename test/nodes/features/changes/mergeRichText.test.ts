import type { IDataObject } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { merging, sendEntries, withEntries } from '../../TranslationJobs/entries';
import { runOnWire } from '../../TranslationJobs/support';

/** Documents as these systems return them: lists in lists, links, marks, pictures. */
const contentfulText = (value: string, ...marks: string[]) => ({
	nodeType: 'text',
	value,
	marks: marks.map((type) => ({ type })),
	data: {},
});
const contentful = {
	nodeType: 'document',
	data: {},
	content: [
		{ nodeType: 'heading-1', data: {}, content: [contentfulText('Spring')] },
		{
			nodeType: 'paragraph',
			data: {},
			content: [
				contentfulText('Read '),
				{
					nodeType: 'hyperlink',
					data: { uri: 'https://example.com/value' },
					content: [contentfulText('this', 'bold')],
				},
				contentfulText(''),
			],
		},
		{
			nodeType: 'unordered-list',
			data: {},
			content: [
				{
					nodeType: 'list-item',
					data: {},
					content: [
						{ nodeType: 'paragraph', data: {}, content: [contentfulText('One')] },
						{
							nodeType: 'unordered-list',
							data: {},
							content: [
								{
									nodeType: 'list-item',
									data: {},
									content: [{ nodeType: 'paragraph', data: {}, content: [contentfulText('Deep')] }],
								},
							],
						},
					],
				},
			],
		},
		{
			nodeType: 'embedded-asset-block',
			data: { target: { sys: { id: '4x', type: 'Link', linkType: 'Asset' } } },
			content: [],
		},
	],
};
const span = (text: string, ...marks: string[]) => ({ _type: 'span', _key: 'k', text, marks });
const sanity = [
	{
		_type: 'block',
		_key: 'a1',
		style: 'h1',
		markDefs: [],
		children: [span('Spring')],
	},
	{
		_type: 'block',
		_key: 'a2',
		style: 'normal',
		listItem: 'bullet',
		level: 2,
		markDefs: [{ _type: 'link', _key: 'l1', href: 'https://example.com/' }],
		children: [span('Read '), span('this', 'l1', 'strong')],
	},
	{ _type: 'image', _key: 'a3', asset: { _type: 'reference', _ref: 'image-1-2x2-png' } },
	{
		_type: 'callout',
		_key: 'a4',
		body: [{ _type: 'block', _key: 'b1', style: 'normal', markDefs: [], children: [span('Deep')] }],
	},
];
const strapi = [
	{ type: 'heading', level: 1, children: [{ type: 'text', text: 'Spring' }] },
	{
		type: 'paragraph',
		children: [
			{ type: 'text', text: 'Read ' },
			{
				type: 'link',
				url: 'https://example.com/',
				children: [{ type: 'text', text: 'this', bold: true }],
			},
			{ type: 'text', text: '' },
		],
	},
	{
		type: 'list',
		format: 'unordered',
		children: [
			{ type: 'list-item', children: [{ type: 'text', text: 'One' }] },
			{
				type: 'list',
				format: 'unordered',
				children: [{ type: 'list-item', children: [{ type: 'text', text: 'Deep' }] }],
			},
		],
	},
	{
		type: 'image',
		image: { name: 'a.png', alternativeText: null, url: '/uploads/a.png', width: 10 },
		children: [{ type: 'text', text: '' }],
	},
];
const proseMirror = {
	type: 'doc',
	content: [
		{ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Spring' }] },
		{
			type: 'paragraph',
			content: [
				{ type: 'text', text: 'Read ' },
				{
					type: 'text',
					marks: [{ type: 'link', attrs: { href: 'https://example.com/', target: '_blank' } }],
					text: 'this',
				},
			],
		},
		{
			type: 'bulletList',
			content: [
				{
					type: 'listItem',
					content: [
						{ type: 'paragraph', content: [{ type: 'text', text: 'One' }] },
						{
							type: 'bulletList',
							content: [
								{
									type: 'listItem',
									content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Deep' }] }],
								},
							],
						},
					],
				},
			],
		},
		{ type: 'image', attrs: { src: 'a.png', alt: null } },
	],
};

describe('rich text', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });

	it.each<[string, string, unknown, string[]]>([
		['Contentful', 'body.**.value', contentful, ['Spring', 'Read ', 'this', 'One', 'Deep']],
		['Sanity', 'body.**.text', sanity, ['Spring', 'Read ', 'this', 'Deep']],
		['Strapi', 'body.**.text', strapi, ['Spring', 'Read ', 'this', 'One', 'Deep']],
		['ProseMirror', 'body.**.text', proseMirror, ['Spring', 'Read ', 'this', 'One', 'Deep']],
	])('of %s is translated at any depth by %s', async (_name, path, body, texts) => {
		const entry = { id: 7, title: 'Spring', body } as unknown as IDataObject;
		const requests = await sendEntries(harness, [entry], `title, ${path}`);
		const { json, error } = await runOnWire(harness, merging(), {
			input: withEntries(requests, [entry]),
		});
		expect(error).toBeUndefined();
		expect(Object.values(json[0]!.content as object)).toHaveLength(texts.length + 1);
		const name = path.slice(path.lastIndexOf('.') + 1);
		const translate = (value: unknown, key?: string): unknown => {
			if (Array.isArray(value)) return value.map((child) => translate(child));
			if (value !== null && typeof value === 'object')
				return Object.fromEntries(
					Object.entries(value).map(([inner, child]) => [inner, translate(child, inner)]),
				);
			return key === name && texts.includes(value as string)
				? (expect.stringMatching(/^\[de-de\] /) as unknown)
				: value;
		};
		expect((json[0]!.entry as IDataObject).body).toEqual(translate(body));
	});
});
