import type { IDataObject } from 'n8n-workflow';

import { FIRST_ORGANISATION as ORGANISATION } from '../../../sandbox/soap/organisations';
import { operation, type Scenario } from '../support/scenario';
import type { Stage } from '../support/stage';

const holdings = async ({ sandbox }: Stage): Promise<unknown> =>
	await sandbox.act('soapOrganisations');

/** Reads the WSDL anew each time. */
const withFields = (
	fields: object,
	more: IDataObject = {},
	extra: Parameters<typeof operation>[1] = {},
) =>
	operation(
		() => ({
			parameters: {
				specifyFields: 'json',
				fieldsJson: JSON.stringify({ OrganisationId: ORGANISATION, ...fields }),
				options: { serviceDescription: 'refresh' },
				...more,
			},
		}),
		{ holdings, ...extra },
	);

/** A change whose answer was lost is neither repeated nor looked for. */
const changing = (fields: object) => withFields(fields, {}, { mayFail: /^POST/ });

/** The caller must log on first. */
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
	set: changing({
		AnalysisCode: {
			Code: 'HR',
			Label: 'Human resources',
			Level: 'Level3',
			Visible: true,
			Tag: ['people'],
		},
	}),
	setLabel: changing({ Code: 'MKT', Label: 'Advertising' }),
	setLevel: changing({ Codes: ['MKT', 'LEGAL'], Level: 'Level3' }),
	setLevelVisibility: changing({ Level: 'Level1', Visible: false }),
	setVisibility: changing({ Code: 'MKT', Visible: false }),
};

export const priceList = {
	get: withFields({}),
	getById: operation(
		() => ({
			parameters: {
				specifyFields: 'json',
				fieldsJson: '{"PriceListID":501}',
				options: { serviceDescription: 'refresh' },
			},
		}),
		{ holdings },
	),
	set: changing({
		PriceList: {
			Name: 'Summer',
			Currency: 'GBP',
			ValidFrom: '2026-06-01',
			Prices: { Price: [{ SourceLanguage: 'en-gb', TargetLanguage: 'fr-fr', UnitPrice: 0.2 }] },
		},
	}),
};
