/** The data of the project settings service. Absent means never set, null means set to nothing. */

export type Level = 'Level1' | 'Level2' | 'Level3';

export interface AnalysisCode {
	Code: string;
	Label?: string | null;
	Level: Level;
	Visible: boolean;
	ParentCode?: string | null;
	Modified: string;
	Tag: string[];
}

export interface Price {
	SourceLanguage: string;
	TargetLanguage: string;
	UnitPrice: string;
	MinimumFee?: string | null;
}

export interface PriceList {
	Name: string;
	PriceListID: number;
	Currency: string;
	ValidFrom?: string;
	ValidTo?: string | null;
	Prices: Price[];
}

export interface Organisation {
	codes: Map<string, AnalysisCode>;
	hiddenLevels: Set<Level>;
	priceList?: PriceList;
}

export const FIRST_ORGANISATION = 1001;

export class Organisations {
	private known = new Map<number, Organisation>();
	private lastPriceListId = 500;

	constructor() {
		this.reset();
	}

	get(id: number): Organisation {
		const found = this.known.get(id) ?? { codes: new Map(), hiddenLevels: new Set() };
		this.known.set(id, found);
		return found;
	}

	/** The codes of one organisation, or of all. */
	codes(id?: number): Array<{ code: AnalysisCode; organisation: Organisation }> {
		const organisations = id === undefined ? [...this.known.values()] : [this.get(id)];
		return organisations.flatMap((organisation) =>
			[...organisation.codes.values()].map((code) => ({ code, organisation })),
		);
	}

	priceListById(id: number): PriceList | undefined {
		return [...this.known.values()]
			.map(({ priceList }) => priceList)
			.find((priceList) => priceList?.PriceListID === id);
	}

	all(): Array<{
		id: number;
		codes: AnalysisCode[];
		hiddenLevels: Level[];
		priceList?: PriceList;
	}> {
		return [...this.known].map(([id, { codes, hiddenLevels, priceList }]) => ({
			id,
			codes: [...codes.values()],
			hiddenLevels: [...hiddenLevels],
			priceList,
		}));
	}

	nextPriceListId(): number {
		return ++this.lastPriceListId;
	}

	reset(): void {
		this.known = new Map();
		this.lastPriceListId = 500;
		const organisation = this.get(FIRST_ORGANISATION);
		const modified = '2026-01-15T09:30:00Z';
		for (const code of [
			{
				Code: 'MKT',
				Label: 'Marketing',
				Level: 'Level1' as const,
				Visible: true,
				Tag: ['web', 'print'],
			},
			{
				Code: 'MKT-WEB',
				Label: 'Web pages',
				Level: 'Level2' as const,
				Visible: true,
				ParentCode: 'MKT',
				Tag: ['web'],
			},
			{ Code: 'LEGAL', Label: null, Level: 'Level1' as const, Visible: false, Tag: [] },
		]) {
			organisation.codes.set(code.Code, { Modified: modified, ...code });
		}
		organisation.priceList = {
			Name: 'Standard 2026',
			PriceListID: this.nextPriceListId(),
			Currency: 'EUR',
			ValidFrom: '2026-01-01',
			ValidTo: null,
			Prices: [
				{
					SourceLanguage: 'en-us',
					TargetLanguage: 'de-de',
					UnitPrice: '0.145',
					MinimumFee: '35.00',
				},
			],
		};
	}
}
