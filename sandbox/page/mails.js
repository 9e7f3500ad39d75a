import { byId, element, since } from './elements.js';

let shown = 0;

/** The mails that workflows have sent. Nobody delivers them, so they are read and answered here. */
export function showMails({ mails }) {
	// A link must not vanish under the mouse.
	if (mails[0]?.at === shown) return;
	shown = mails[0]?.at ?? 0;
	const title = element('h2', {}, `Inbox (${mails.length})`);
	byId('mails').replaceChildren(...(mails.length > 0 ? [title, ...mails.map(card)] : []));
}

const card = ({ to, subject, text, links, at }, index) =>
	element(
		'details',
		{ open: index === 0 },
		element('summary', {}, element('b', {}, subject), ` to ${to}, `, since(at)),
		element('pre', {}, text),
		element(
			'p',
			{},
			links.map(({ label, address }) =>
				element('a', { href: address, target: '_blank', rel: 'noreferrer' }, label),
			),
		),
	);
