import { ago, byId, copyButton, element } from './elements.js';
import { words } from './statuses.js';

export function showCounts({ counts }) {
	const shown = [
		['Jobs', counts.jobs],
		['Requests', counts.requests],
		['In translation', counts.inTranslation],
		['Ready to collect', counts.inReview],
		['Updates to fetch', counts.waitingUpdates],
	];
	byId('counts').replaceChildren(
		...shown.map(([name, value]) =>
			element('div', {}, element('dt', {}, name), element('dd', {}, value.toLocaleString('en'))),
		),
	);
}

/** In the order and the words of the credential's form. */
export function showConnection({ addresses, client }) {
	if (byId('connect').childElementCount > 0) return;
	const shown = [
		['Base URL', addresses.baseUrl],
		['Token URL', addresses.authUrl],
		['Client ID', client?.clientId],
		['Client Secret', client?.clientSecret],
		['Project settings: Service URL', addresses.soapUrl],
		['File host', addresses.fileUrl],
	];
	byId('connect').replaceChildren(
		...shown
			.filter(([, value]) => value)
			.map(([name, value]) =>
				element(
					'div',
					{},
					element('span', {}, name),
					element('p', {}, element('code', {}, value), copyButton('Copy', value)),
				),
			),
	);
}

export function showNotices({ violations, preset, switched, faults }) {
	const notices = violations
		.slice(-3)
		.map(({ rule, detail, ageMs }) =>
			element(
				'div',
				{ class: 'notice bad' },
				element('b', {}, words(rule.replaceAll('-', '_')) + ': '),
				element('code', {}, detail),
				element('small', {}, ` ${ago(ageMs)}`),
			),
		);
	const names = Object.keys(switched);
	const isPreset = preset !== 'specification';
	if (isPreset || names.length > 0 || faults > 0) {
		notices.push(
			element(
				'div',
				{ class: 'notice info' },
				isPreset && 'Preset: ',
				isPreset && element('code', {}, preset),
				isPreset && '. ',
				names.length > 0 && 'Switched: ',
				names.length > 0 &&
					element(
						'code',
						{},
						names.map((name) => `${name} = ${JSON.stringify(switched[name])}`).join(', '),
					),
				faults > 0 && ` ${faults} fault${faults === 1 ? '' : 's'} waiting.`,
			),
		);
	}
	byId('notices').replaceChildren(...notices);
}
