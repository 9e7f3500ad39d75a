#!/usr/bin/env node
import { parseArgs } from 'node:util';

import { Refusal } from './calls/refusal';
import { serveControlChannel } from './control/controlChannel';
import { walkthrough } from './control/walkthrough';
import type { Preset } from './model/presets';
import { type RunningServer, type ServerOptions, startServer } from './server';

const HELP = `The translation job service on your machine.

  translation-jobs-sandbox             start it and print addresses, credentials and first steps
  translation-jobs-sandbox --json      print one line of JSON instead

In its repository, "npm run sandbox --" takes the place of the name.

  --port-auth, --port-rest, --port-files, --port-control, --port-soap <port>   fixed ports instead of free ones
  --client-id, --client-secret <text>  fixed credentials instead of generated ones
  --preset <name>                      specification: strict, as written (default)
                                       production: as other connectors meet the service
  --throttle <calls per second>        answer 429 beyond this rate
  --translate-delay <ms>               how long the provider takes (1000)
  --defects <share> --seed <number>    the provider makes mistakes in this share of texts (0)
`;

const { values } = parseArgs({
	options: {
		help: { type: 'boolean', short: 'h' },
		json: { type: 'boolean' },
		driven: { type: 'boolean' },
		'port-auth': { type: 'string' },
		'port-rest': { type: 'string' },
		'port-files': { type: 'string' },
		'port-control': { type: 'string' },
		'port-soap': { type: 'string' },
		'client-id': { type: 'string' },
		'client-secret': { type: 'string' },
		preset: { type: 'string' },
		throttle: { type: 'string' },
		'translate-delay': { type: 'string' },
		defects: { type: 'string' },
		seed: { type: 'string' },
	},
});

function readOptions(): ServerOptions {
	const ports = Object.fromEntries(
		(['auth', 'rest', 'files', 'control', 'soap'] as const).flatMap((name) => {
			const port = values[`port-${name}`];
			return port === undefined ? [] : [[name, Number(port)]];
		}),
	);
	return {
		ports,
		clientId: values['client-id'],
		clientSecret: values['client-secret'],
		preset: values.preset as Preset | undefined,
		variants: {
			...(values.throttle === undefined
				? {}
				: { throttle: { perSecond: Number(values.throttle), retryAfter: 'seconds' as const } }),
			...(values['translate-delay'] === undefined
				? {}
				: { translateDelayMs: Number(values['translate-delay']) }),
			...(values.defects === undefined ? {} : { defects: Number(values.defects) }),
			...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
		},
	};
}

async function main(): Promise<void> {
	if (values.help) {
		console.log(HELP);
		return;
	}
	let server: RunningServer | undefined;
	const start = async (options: ServerOptions) => (server = await startServer(options)).addresses;
	const stop = async () => {
		const stopped = server?.stop();
		server = undefined;
		await stopped;
	};
	let ending = false;
	const end = () => {
		if (ending) return;
		ending = true;
		void stop().then(() => process.exit(0));
	};
	process.on('SIGINT', end);
	process.on('SIGTERM', end);

	if (values.driven) {
		process.on('disconnect', end);
		serveControlChannel(async (action, input) => {
			if (action === 'start') return await start(input as ServerOptions);
			if (action === 'stop') return await stop();
			return await server?.act(action, input);
		});
		return;
	}
	const addresses = await start(readOptions());
	console.log(values.json ? JSON.stringify(addresses) : walkthrough(addresses));
}

main().catch((error: NodeJS.ErrnoException & { port?: number }) => {
	if (error.code === 'EADDRINUSE')
		console.error(
			`Port ${error.port} is in use. Choose another one, or leave the option out to get a free one.`,
		);
	else console.error(error instanceof Refusal ? error.message : error);
	process.exit(1);
});
