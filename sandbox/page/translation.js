import { byId, element } from './elements.js';

const side = (language, text) =>
	element('section', {}, element('h3', {}, language), element('pre', {}, text));

/** Shows a translation beside its source. */
export async function showTranslation(requestId) {
	const answer = await fetch('/_sandbox/translation', {
		method: 'POST',
		body: JSON.stringify({ requestId }),
	});
	const view = await answer.json();
	const dialog = byId('translation');
	const parts = (view.parts ?? []).map(({ key, source, target, isCut }) =>
		element(
			'div',
			{},
			key && element('h4', {}, key),
			element(
				'div',
				{ class: 'sides' },
				side(view.sourceLanguage, source),
				side(view.targetLanguage, target),
			),
			isCut && element('p', { class: 'facts' }, 'Only the beginning is shown.'),
		),
	);
	dialog.replaceChildren(
		element(
			'header',
			{},
			element('h2', {}, answer.ok ? view.requestName : 'No translation'),
			view.fileName && element('code', {}, view.fileName),
			element('button', { onclick: () => dialog.close() }, 'Close'),
		),
		...parts,
	);
	if (parts.length === 0)
		dialog.append(
			element(
				'p',
				{},
				answer.ok ? 'This file is not a text that can be shown here.' : view.message,
			),
		);
	if (!dialog.open) dialog.showModal();
}
