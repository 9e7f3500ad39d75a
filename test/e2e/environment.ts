import { type Sandbox, startSandbox } from '../../sandbox/launch';
import { sandboxCredentials } from '../../scripts/n8n/run/sandboxCredentials';
import { Workbench } from '../../scripts/n8n/run/workbench';

const START_TIMEOUT_MS = 600_000;

/** Filled before the first test: the service, and a real n8n with the packed package installed. */
export interface Environment {
	sandbox: Sandbox;
	workbench: Workbench;
}

export function useEnvironment(): Environment {
	const environment = {} as Environment;
	beforeAll(async () => {
		environment.sandbox = await startSandbox({ variants: { translateDelayMs: 50 } });
		environment.workbench = await Workbench.start({
			credentials: sandboxCredentials(environment.sandbox),
			print: () => {},
		});
	}, START_TIMEOUT_MS);
	afterAll(async () => {
		await environment.workbench?.close();
		await environment.sandbox?.stop();
	}, START_TIMEOUT_MS);
	return environment;
}
