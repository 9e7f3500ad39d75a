export const byId = (id) => document.getElementById(id);

/** Builds an element. Text is always set as text, never as markup. */
export function element(tag, attributes = {}, ...children) {
	const node = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
		else if (value === true) node.setAttribute(name, '');
		else if (value !== false && value !== undefined) node.setAttribute(name, value);
	}
	node.append(
		...children.flat().filter((child) => child !== undefined && child !== null && child !== false),
	);
	return node;
}

/** A button that copies a text and says so. */
export function copyButton(label, text) {
	return element(
		'button',
		{
			class: 'copy',
			title: 'Copy to the clipboard',
			onclick: async ({ target }) => {
				await navigator.clipboard.writeText(text);
				target.textContent = 'Copied';
				setTimeout(() => (target.textContent = label), 1500);
			},
		},
		label,
	);
}

export function ago(ms) {
	const seconds = Math.max(0, Math.round(ms / 1000));
	if (seconds < 60) return `${seconds} s ago`;
	if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
	if (seconds < 172800) return `${Math.round(seconds / 3600)} h ago`;
	return `${Math.round(seconds / 86400)} days ago`;
}

/** How long ago something was, by the clock of the service. */
export const since = (then) => element('time', { 'data-then': then });

export function showAges({ now }) {
	for (const time of document.querySelectorAll('[data-then]'))
		time.textContent = ago(now - Number(time.dataset.then));
}
