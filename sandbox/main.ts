import { parseArgs } from 'node:util';

import { Refusal } from './calls/refusal';
import { serveControlChannel } from './control/controlChannel';
import { walkthrough } from './control/walkthrough';
import type { Preset } from './model/presets';
import { type ServerOptions, startServer } from './server';

const HELP = `The translation job service on your machine.

  npm run sandbox                      start it and print addresses, credentials and first steps
  npm run sandbox -- --json            print one line of JSON instead

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
		'end-with-stdin': { type: 'boolean' },
		options: { type: 'string' },
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
	const given = JSON.parse(values.options ?? '{}') as ServerOptions;
	const ports = Object.fromEntries(
		(['auth', 'rest', 'files', 'control', 'soap'] as const).flatMap((name) => {
			const port = values[`port-${name}`];
			return port === undefined ? [] : [[name, Number(port)]];
		}),
	);
	return {
		...given,
		ports: { ...given.ports, ...ports },
		clientId: values['client-id'] ?? given.clientId,
		clientSecret: values['client-secret'] ?? given.clientSecret,
		preset: (values.preset as Preset | undefined) ?? given.preset,
		variants: {
			...given.variants,
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
	const server = await startServer(readOptions());
	let stopping = false;
	const stop = () => {
		if (stopping) return;
		stopping = true;
		void server.stop().then(() => process.exit(0));
	};
	process.on('SIGINT', stop);
	process.on('SIGTERM', stop);
	if (values['end-with-stdin']) process.stdin.on('end', stop).on('close', stop).resume();

	serveControlChannel(server.act);

	// Last, because the reader of the addresses may stop the process as soon as they appear.
	console.log(values.json ? JSON.stringify(server.addresses) : walkthrough(server.addresses));
}

main().catch((error: NodeJS.ErrnoException & { port?: number }) => {
	if (error.code === 'EADDRINUSE')
		console.error(
			`Port ${error.port} is in use. Choose another one, or leave the option out to get a free one.`,
		);
	else console.error(error instanceof Refusal ? error.message : error);
	process.exit(1);
});
