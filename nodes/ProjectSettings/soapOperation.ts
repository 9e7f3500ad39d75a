import { executeOperation, toItems } from './execute';
import type { Operation } from './operation';
import { operationFields } from './operationFields';
import { SOAP_OPERATIONS, type SoapOperation } from './soapOperations';

type Names = typeof SOAP_OPERATIONS;

/** For operations without fields of their own. */
export function soapOperation<Resource extends keyof Names>(
	resource: Resource,
	name: keyof Names[Resource] & string,
): Operation {
	const operation = SOAP_OPERATIONS[resource][name] as SoapOperation;
	return {
		description: operationFields(),
		async execute(client, itemIndex) {
			return toItems(this, await executeOperation(this, client, itemIndex, operation));
		},
	};
}
