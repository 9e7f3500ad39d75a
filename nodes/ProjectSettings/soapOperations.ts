import type { SoapCall } from './soap/call';
import { encodeAsGiven, encodeDescribed, type FieldEntries } from './soap/schema/encode';
import type { OperationDescription } from './soap/schema/wsdl';
import { type ServiceSettings, standardAction } from './soap/settings';
import type { XmlElement } from './soap/xml/xml';

/** The SOAP operations, in the service's own spelling, by the node's names. */
export const SOAP_OPERATIONS = {
	analysisCode: {
		delete: 'DeleteOrganisationAnalysisCode',
		getAll: 'GetAnalysisCodes',
		set: 'SetOrganisationAnalysisCode',
		setLabel: 'SetOrganisationAnalysisCodeLabel',
		setLevel: 'SetOrganisationAnalysisCodesLevel',
		setLevelVisibility: 'SetOrganisationAnalysisCodeLevelVisibility',
		setVisibility: 'SetOrganisationAnalysisCodeVisiblity',
	},
	priceList: {
		get: 'GetOrganisationPriceList',
		getById: 'GetOrganisationPriceListbyPriceListID',
		set: 'SetOrganisationPriceList',
	},
} as const;

type Values<T> = T[keyof T];
export type SoapOperation = Values<{
	[Resource in keyof typeof SOAP_OPERATIONS]: Values<(typeof SOAP_OPERATIONS)[Resource]>;
}>;

export function soapOperationOf(resource: string, operation: string): SoapOperation | undefined {
	const operations: Record<string, SoapOperation> | undefined =
		SOAP_OPERATIONS[resource as keyof typeof SOAP_OPERATIONS];
	return operations?.[operation];
}

/** Encodes fields as the service describes them, or as given. */
export function soapCall(
	settings: ServiceSettings,
	operation: SoapOperation,
	fields: FieldEntries,
	described?: OperationDescription,
): SoapCall {
	const namespace = described?.request.namespace ?? settings.namespace;
	return {
		operation,
		namespace,
		fields,
		soapAction: described?.soapAction || standardAction(settings.namespace, operation),
		content: (ticket) => {
			const all = ticket ? [ticket, ...fields.filter(([name]) => name !== ticket[0])] : fields;
			if (!described) return encodeAsGiven(namespace, all);
			return ticket && !knows(described, ticket[0])
				? [...encodeAsGiven(namespace, [ticket]), ...encodeDescribed(described.request, fields)]
				: encodeDescribed(described.request, all);
		},
	};
}

function knows({ request }: OperationDescription, field: string): boolean {
	const type = request.type();
	return type.kind === 'complex' && type.elements.some(({ name }) => name === field);
}

/** Without a description, anything counts as a result. */
export function holdsResult({ children }: XmlElement, described?: OperationDescription): boolean {
	const type = described?.response?.type();
	if (type?.kind !== 'complex') return children.length > 0;
	return type.elements.every(
		({ name, isRequired }) => !isRequired || children.some((child) => child.name === name),
	);
}
