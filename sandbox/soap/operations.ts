import { DATA_NAMESPACE } from './contract';
import type { AnalysisCode, Level, Organisations, Price, PriceList } from './organisations';

/** The arguments of a valid request, as the SOAP library reads them. */
export type Arguments = Record<string, unknown>;

export type Method = (args: Arguments) => unknown;

export interface SoapFault {
	Fault: { faultcode: string; faultstring: string; detail?: unknown; statusCode: number };
}

export function fault(code: string, reason: string, detail?: unknown): SoapFault {
	return {
		Fault: {
			faultcode: `soap:${code}`,
			faultstring: reason,
			...(detail === undefined ? {} : { detail }),
			statusCode: 500,
		},
	};
}

const text = (value: unknown): string =>
	value === undefined || value === null ? '' : String(value);
const list = <T>(value: unknown): T[] =>
	value === undefined || value === null ? [] : Array.isArray(value) ? (value as T[]) : [value as T];

/** Data has its own namespace and the order of its schema; the library needs to be told both. */
function data(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields)
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => [
				`data:${name}`,
				value === null ? { attributes: { 'xsi:nil': 'true' } } : value,
			]),
	);
}

const codeToXml = (code: AnalysisCode) =>
	data({
		Code: code.Code,
		Label: code.Label,
		Level: code.Level,
		Visible: code.Visible,
		ParentCode: code.ParentCode,
		Modified: code.Modified,
		Tag: code.Tag,
	});

const priceListToXml = (priceList: PriceList) =>
	data({
		Name: priceList.Name,
		PriceListID: priceList.PriceListID,
		Currency: priceList.Currency,
		ValidFrom: priceList.ValidFrom,
		ValidTo: priceList.ValidTo,
		Prices: data({
			Price: priceList.Prices.map((price) =>
				data({
					SourceLanguage: price.SourceLanguage,
					TargetLanguage: price.TargetLanguage,
					UnitPrice: price.UnitPrice,
					MinimumFee: price.MinimumFee,
				}),
			),
		}),
	});

const isoDate = (value: unknown) =>
	value instanceof Date
		? value.toISOString().slice(0, 10)
		: value === undefined
			? undefined
			: text(value);

export function operations(
	organisations: Organisations,
	now: () => number,
): Record<string, Method> {
	const stamp = () => new Date(now()).toISOString();

	const findCode = (args: Arguments): AnalysisCode => {
		const code = organisations.get(Number(args.OrganisationId)).codes.get(text(args.Code));
		if (!code) {
			throw fault(
				'Client',
				`There is no analysis code "${text(args.Code)}" in organisation ${text(args.OrganisationId)}.`,
				{
					UnknownAnalysisCode: {
						attributes: { xmlns: DATA_NAMESPACE },
						Code: text(args.Code),
						OrganisationId: args.OrganisationId,
					},
				},
			);
		}
		return code;
	};

	const change = (args: Arguments, changes: Partial<AnalysisCode>) => {
		Object.assign(findCode(args), changes, { Modified: stamp() });
		return true;
	};

	const requirePriceList = (priceList: PriceList | undefined, what: string): PriceList => {
		if (!priceList) throw fault('Client', `There is no price list ${what}.`);
		return priceList;
	};

	return {
		GetAnalysisCodes: (args: Arguments) => ({
			GetAnalysisCodesResult: data({
				AnalysisCode: organisations
					.codes(args.OrganisationId === undefined ? undefined : Number(args.OrganisationId))
					.filter(({ code }) => args.Level === undefined || code.Level === args.Level)
					.filter(
						({ code, organisation }) =>
							args.IncludeHidden === true ||
							(code.Visible && !organisation.hiddenLevels.has(code.Level)),
					)
					.map(({ code }) => codeToXml(code)),
			}),
		}),

		SetOrganisationAnalysisCodeLabel: (args: Arguments) => ({
			SetOrganisationAnalysisCodeLabelResult: change(args, {
				Label: args.Label === undefined ? null : text(args.Label),
			}),
		}),

		SetOrganisationAnalysisCodesLevel: (args: Arguments) => {
			const codes = list<string>(args.Codes);
			for (const Code of codes) findCode({ ...args, Code });
			for (const Code of codes) change({ ...args, Code }, { Level: args.Level as Level });
			return { SetOrganisationAnalysisCodesLevelResult: codes.length };
		},

		SetOrganisationAnalysisCodeVisiblity: (args: Arguments) => ({
			SetOrganisationAnalysisCodeVisiblityResult: change(args, { Visible: args.Visible === true }),
		}),

		SetOrganisationAnalysisCode: (args: Arguments) => {
			const given = args.AnalysisCode as Arguments;
			const code: AnalysisCode = {
				Code: text(given.Code),
				Label: given.Label === undefined ? null : text(given.Label),
				Level: given.Level as Level,
				Visible: given.Visible !== false,
				ParentCode: given.ParentCode === undefined ? null : text(given.ParentCode),
				Modified: stamp(),
				Tag: list<string>(given.Tag),
			};
			organisations.get(Number(args.OrganisationId)).codes.set(code.Code, code);
			return { SetOrganisationAnalysisCodeResult: codeToXml(code) };
		},

		SetOrganisationAnalysisCodeLevelVisibility: (args: Arguments) => {
			const { hiddenLevels } = organisations.get(Number(args.OrganisationId));
			if (args.Visible === true) hiddenLevels.delete(args.Level as Level);
			else hiddenLevels.add(args.Level as Level);
			return { SetOrganisationAnalysisCodeLevelVisibilityResult: true };
		},

		DeleteOrganisationAnalysisCode: (args: Arguments) => {
			organisations.get(Number(args.OrganisationId)).codes.delete(findCode(args).Code);
			return {};
		},

		SetOrganisationPriceList: (args: Arguments) => {
			const organisation = organisations.get(Number(args.OrganisationId));
			const given = args.PriceList as Arguments;
			const prices = list<Arguments>((given.Prices as Arguments | undefined)?.Price);
			organisation.priceList = {
				Name: text(given.Name),
				PriceListID:
					given.PriceListID === undefined
						? organisations.nextPriceListId()
						: Number(given.PriceListID),
				Currency: text(given.Currency),
				ValidFrom: isoDate(given.ValidFrom),
				ValidTo: isoDate(given.ValidTo) ?? null,
				Prices: prices.map((price): Price => ({
					SourceLanguage: text(price.SourceLanguage),
					TargetLanguage: text(price.TargetLanguage),
					UnitPrice: text(price.UnitPrice),
					MinimumFee: price.MinimumFee === undefined ? null : text(price.MinimumFee),
				})),
			};
			return { SetOrganisationPriceListResult: organisation.priceList.PriceListID };
		},

		GetOrganisationPriceList: (args: Arguments) => ({
			GetOrganisationPriceListResult: priceListToXml(
				requirePriceList(
					organisations.get(Number(args.OrganisationId)).priceList,
					`for organisation ${text(args.OrganisationId)}`,
				),
			),
		}),

		GetOrganisationPriceListbyPriceListID: (args: Arguments) => ({
			GetOrganisationPriceListbyPriceListIDResult: priceListToXml(
				requirePriceList(
					organisations.priceListById(Number(args.PriceListID)),
					`with the identifier ${text(args.PriceListID)}`,
				),
			),
		}),
	};
}
