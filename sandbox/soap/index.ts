import { openOrigin } from '../http/origin';
import type { State } from '../model/state';
import { LOGON_PATH, NAMESPACE } from './contract';
import { SoapService } from './service';
import { applySoapSettings, type SoapInjection, type SoapSettings } from './settings';

export { FIRST_ORGANISATION } from './organisations';
export type { ReceivedCall } from './service';
export type { SoapInjection, SoapSettings } from './settings';

/** What a client needs to use the service. */
export type SoapInfo = {
	url: string;
	logonUrl: string;
	namespace: string;
};

/** Starts the project settings service on its own origin. */
export async function startSoap(state: State, port = 0) {
	let url = '';
	const service = new SoapService(
		() => state.now(),
		() => state.clock.now(),
		() => url,
	);
	const origin = await openOrigin(state, {
		name: 'soap',
		port,
		handle: (exchange) => service.handle(exchange),
	});
	url = origin.url;
	state.onReset.push(() => service.reset());
	const info: SoapInfo = { url: service.address, logonUrl: url + LOGON_PATH, namespace: NAMESPACE };
	return {
		info,
		service,
		actions: {
			soapConfigure: (changes: unknown) =>
				applySoapSettings(service.settings, changes as Partial<SoapSettings>),
			soapInject: (injection: unknown) => service.inject(injection as SoapInjection),
			soapReceived: () => service.received,
			soapOrganisations: () => service.organisations.all(),
			soapExpireTickets: () => service.expireTickets(),
		},
		close: () => origin.close(),
	};
}
