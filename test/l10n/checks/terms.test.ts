import { terms } from '../../../l10n/checks/terms';
import { describeCases } from './cases';

describeCases(
	terms,
	[
		['Use Acme Cloud', 'Die Spitzenwolke nutzen', '"Acme Cloud" is missing'],
		['Use Acme Cloud', 'Acme cloud nutzen', '"Acme Cloud" is missing'],
		['Use Acme Cloud and iFlow', 'Nutzen', '"Acme Cloud" is missing', '"iFlow" is missing'],
		['IFlow is here', 'Der Fluss ist da', '"iFlow" is missing'],
		['iFlow is here. It is good.', 'Gut. IFlow ist da.'],
		['Use iFlow', 'Nutze IFlow', '"iFlow" is missing'],
		['Use Go', 'Go nutzen'],
		['Use Google', 'Suche'],
		['使用Go语言', 'Die Sprache Go'],
		['Use Acme Cloud', 'Acme\u00a0Cloud nutzen'],
		['Use iFlow', 'iFlows nutzen'],
		['AT&T is here', 'AT&amp;T ist hier'],
		['AT&amp;T is here', 'ATT ist hier', '"AT&T" is missing'],
		['Nothing', 'Nichts'],
		['Откройте вiFlow', 'Öffnen', '"iFlow" is missing'],
		['פתח את ה־iFlow', 'Öffnen', '"iFlow" is missing'],
		['افتح iFlow', 'Öffnen', '"iFlow" is missing'],
	],
	{ termsToKeep: ['Acme Cloud', 'iFlow', 'Go', 'AT&T', ''] },
);
