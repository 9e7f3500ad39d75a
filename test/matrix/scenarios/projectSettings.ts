import type { IDataObject } from 'n8n-workflow';

import { FIRST_ORGANISATION as ORGANISATION } from '../../../sandbox/soap/organisations';
import { type Scenario, operation } from '../support/scenario';
import type { Stage } from '../support/stage';

const holdings = async ({ sandbox }: Stage): Promise<unknown> => await sandbox.act('soapOrganisations');

/** The service's description is read anew each time. */
const withFields = (fields: object, more: IDataObject = {}, extra: Parameters<typeof operation>[1] = {}) =>
	operation(() => ({ parameters: { specifyFields: 'json', fieldsJson: JSON.stringify({ OrganisationId: ORGANISATION, ...fields }), options: { serviceDescription: 'refresh' }, ...more } }), { holdings, ...extra });

/** What a change returns is lost with its answer; that it happened is found out by reading. */
const essential = (output: unknown) => (output as IDataObject[]).map((item) => ({ ...item, json: 'done' }));
const changing = (fields: object) => withFields(fields, {}, { essential });

/** No answer shows it, so nobody can be asked whether it happened. */
const unseen = (fields: object) => withFields(fields, {}, { essential, mayFail: /^POST/ });

/** Who calls has to log on first. */
const withTicket = ({ of }: ReturnType<typeof operation>): ReturnType<typeof operation> => ({
	of: (...named) => {
		const scenario = of(...named);
		const prepare: Scenario['prepare'] = async (stage) => {
			await stage.askForTickets();
			return await scenario.prepare(stage);
		};
		return { ...scenario, prepare };
	},
});

export const analysisCode = {
	delete: changing({ Code: 'MKT-WEB' }),
	getAll: withFields({ IncludeHidden: true }, { returnAll: true }),
	'getAll, with a ticket': withTicket(withFields({ IncludeHidden: true }, { returnAll: true })),
	set: changing({ AnalysisCode: { Code: 'HR', Label: 'Human resources', Level: 'Level3', Visible: true, Tag: ['people'] } }),
	setLabel: changing({ Code: 'MKT', Label: 'Advertising' }),
	setLevel: unseen({ Codes: ['MKT', 'LEGAL'], Level: 'Level3' }),
	setLevelVisibility: unseen({ Level: 'Level1', Visible: false }),
	setVisibility: changing({ Code: 'MKT', Visible: false }),
};

export const priceList = {
	get: withFields({}),
	getById: operation(() => ({ parameters: { specifyFields: 'json', fieldsJson: '{"PriceListID":501}', options: { serviceDescription: 'refresh' } } }), { holdings }),
	set: changing({ PriceList: { Name: 'Summer', Currency: 'GBP', ValidFrom: '2026-06-01', Prices: { Price: [{ SourceLanguage: 'en-gb', TargetLanguage: 'fr-fr', UnitPrice: 0.2 }] } } }),
};
