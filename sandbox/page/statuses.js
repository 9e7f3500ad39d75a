import { element } from './elements.js';

const COLOURS = {
	CREATED: 'grey',
	SENDING: 'blue',
	SENT_TO_PROVIDER: 'blue',
	IN_TRANSLATION: 'violet',
	READY_TO_COLLECT: 'amber',
	REVIEW_TRANSLATION: 'amber',
	TRANSLATION_REJECTED: 'red',
	TRANSLATION_APPROVED: 'green',
	ALL_DONE: 'green',
	CANCELLED: 'red',
	COMPLETED: 'green',
	COMPLETED_NO_NEED_TO_TRANSLATE: 'green',
	COMPLETED_COPY_BACK: 'green',
};
const LEGEND = {
	grey: 'not sent',
	blue: 'on its way',
	violet: 'in translation',
	amber: 'ready to collect, in review',
	green: 'approved or completed',
	red: 'rejected or cancelled',
};

export const colourOf = (status) => COLOURS[status] ?? 'grey';

export const words = (status) =>
	status
		.toLowerCase()
		.replaceAll('_', ' ')
		.replace(/^./, (letter) => letter.toUpperCase());

export const pill = (status) =>
	element('span', { class: `pill ${colourOf(status)}`, title: status }, words(status));

/** One part for each status, as wide as its share. */
export const bar = (byStatus, total) =>
	element(
		'div',
		{ class: 'bar' },
		Object.entries(byStatus).map(([status, count]) =>
			element('i', {
				class: colourOf(status),
				title: `${count} ${words(status)}`,
				style: `width:${(100 * count) / total}%`,
			}),
		),
	);

export const legend = () =>
	Object.entries(LEGEND).map(([colour, meaning]) =>
		element('span', {}, element('i', { class: colour }), meaning),
	);
