import { openOrigin } from '../origin';
import type { State } from '../state';
import { NAMESPACE, LOGON_PATH } from './contract';
import { SoapService } from './service';

export type { ReceivedCall } from './service';
export type { SoapInjection, SoapSettings } from './settings';
export { NAMESPACE as SOAP_NAMESPACE } from './contract';
export { FIRST_ORGANISATION } from './organisations';

export interface SoapSandbox {
	readonly origin: string;
	readonly serviceUrl: string;
	readonly logonUrl: string;
	readonly namespace: string;
	readonly service: SoapService;
	close(): Promise<void>;
}

/** Starts the project settings service on an origin of its own. */
export async function startSoap(state: State, port = 0): Promise<SoapSandbox> {
	let url = '';
	const service = new SoapService(
		() => state.now(),
		() => url,
	);
	const origin = await openOrigin(state, { name: 'soap', port, handle: (exchange) => service.handle(exchange) });
	url = origin.url;
	return {
		origin: url,
		serviceUrl: service.address,
		logonUrl: url + LOGON_PATH,
		namespace: NAMESPACE,
		service,
		close: () => origin.close(),
	};
}
