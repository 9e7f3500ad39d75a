import type { IDataObject } from 'n8n-workflow';

import { FIRST_ORGANISATION as ORGANISATION } from '../../../sandbox/soap/organisations';
import { operation } from '../support/scenario';
import type { Stage } from '../support/stage';

const holdings = async ({ sandbox }: Stage): Promise<unknown> => await sandbox.act('soapOrganisations');

/** The service's description is read anew each time. */
const withFields = (fields: object, more: IDataObject = {}) =>
	operation(() => ({ parameters: { specifyFields: 'json', fieldsJson: JSON.stringify({ OrganisationId: ORGANISATION, ...fields }), options: { serviceDescription: 'refresh' }, ...more } }), { holdings });

export const analysisCode = {
	delete: withFields({ Code: 'MKT-WEB' }),
	getAll: withFields({ IncludeHidden: true }, { returnAll: true }),
	set: withFields({ AnalysisCode: { Code: 'HR', Label: 'Human resources', Level: 'Level3', Visible: true, Tag: ['people'] } }),
	setLabel: withFields({ Code: 'MKT', Label: 'Advertising' }),
	setLevel: withFields({ Codes: ['MKT', 'LEGAL'], Level: 'Level3' }),
	setLevelVisibility: withFields({ Level: 'Level1', Visible: false }),
	setVisibility: withFields({ Code: 'MKT', Visible: false }),
};

export const priceList = {
	get: withFields({}),
	getById: operation(() => ({ parameters: { specifyFields: 'json', fieldsJson: '{"PriceListID":501}', options: { serviceDescription: 'refresh' } } }), { holdings }),
	set: withFields({ PriceList: { Name: 'Summer', Currency: 'GBP', ValidFrom: '2026-06-01', Prices: { Price: [{ SourceLanguage: 'en-gb', TargetLanguage: 'fr-fr', UnitPrice: 0.2 }] } } }),
};
