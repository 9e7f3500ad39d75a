import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { canInstallPackages, findProgram, installDebianPackages } from '../install/debian';
import { freePorts } from './ports';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;

export interface Programs {
	redis: string;
	/** The folder with `initdb` and `postgres`. */
	postgres: string;
}

export const NO_SERVICES =
	'Queue mode needs redis-server and PostgreSQL; they were not found, and can be installed only as root on Debian (packages redis-server and postgresql).';

export const NO_POSTGRES =
	'PostgreSQL was not found, and can be installed only as root on Debian (package postgresql).';

/** The folder with the programs of PostgreSQL. */
export async function ensurePostgres(print?: (line: string) => void): Promise<string | undefined> {
	const found = findPostgres();
	if (found || !canInstallPackages()) return found;
	await installDebianPackages(['postgresql'], print);
	return findPostgres();
}

export async function ensureServices(
	print?: (line: string) => void,
): Promise<Programs | undefined> {
	const found = findPrograms();
	if (found || !canInstallPackages()) return found;
	await installDebianPackages(['redis-server', 'postgresql'], print);
	return findPrograms();
}

function findPrograms(): Programs | undefined {
	const redis = findProgram('redis-server');
	const postgres = findPostgres();
	return redis && postgres ? { redis, postgres } : undefined;
}

/** Debian installs the server programs outside the PATH, in a folder per version. */
function findPostgres(): string | undefined {
	const onPath = findProgram('initdb');
	if (onPath) return join(onPath, '..');
	if (!existsSync(DEBIAN_POSTGRES)) return undefined;
	return readdirSync(DEBIAN_POSTGRES)
		.map((version) => join(DEBIAN_POSTGRES, version, 'bin'))
		.filter((folder) => existsSync(join(folder, 'initdb')))
		.sort()
		.pop();
}

/** A new PostgreSQL on a free port, with its data in a folder. */
async function startPostgres(programs: string, folder: string) {
	const [port] = (await freePorts(1)) as [number];
	const owner = postgresOwner();
	if (owner) chownSync(folder, owner.uid, owner.gid);
	const data = join(folder, 'postgres');
	execFileSync(
		join(programs, 'initdb'),
		['-D', data, '-U', 'n8n', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'],
		{ ...owner, cwd: folder, stdio: 'pipe' },
	);
	const settings = [
		'listen_addresses=127.0.0.1',
		`unix_socket_directories=${folder}`,
		'fsync=off',
	].flatMap((setting) => ['-c', setting]);
	const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
		...owner,
		cwd: folder,
		stdio: 'ignore',
	});
	return { port, child };
}

/** PostgreSQL alone: its user n8n needs no password, its database is called postgres. */
export class PostgresServer {
	private constructor(
		readonly port: number,
		private readonly folder: string,
		private readonly child: ChildProcess,
	) {}

	static async start(programs: string): Promise<PostgresServer> {
		const folder = mkdtempSync(join(tmpdir(), 'translation-jobs-postgres-'));
		const { port, child } = await startPostgres(programs, folder);
		const server = new PostgresServer(port, folder, child);
		process.once('exit', server.killAtExit);
		await accepts(port, 'PostgreSQL');
		return server;
	}

	/** Runs statements and returns what they print. */
	async run(sql: string): Promise<string> {
		const address = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'n8n', '-d', 'postgres'];
		const options = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', sql];
		const { stdout } = await promisify(execFile)('psql', [...address, ...options]);
		return stdout.trim();
	}

	async stop(): Promise<void> {
		await end(this.child, 'SIGINT');
		process.off('exit', this.killAtExit);
		rmSync(this.folder, { recursive: true, force: true });
	}

	private readonly killAtExit = () => {
		this.child.kill('SIGQUIT');
		rmSync(this.folder, { recursive: true, force: true });
	};
}

/** Redis and PostgreSQL on free ports, with data in a temporary folder. */
export class BackingServices {
	private constructor(
		readonly redisPort: number,
		readonly postgresPort: number,
		private readonly folder: string,
		private readonly children: ChildProcess[],
	) {}

	static async start({ redis, postgres }: Programs): Promise<BackingServices> {
		const folder = mkdtempSync(join(tmpdir(), 'translation-jobs-queue-'));
		const { port: postgresPort, child } = await startPostgres(postgres, folder);
		const [redisPort] = (await freePorts(1)) as [number];
		const children = [
			child,
			spawn(
				redis,
				[
					'--port',
					String(redisPort),
					'--bind',
					'127.0.0.1',
					'--dir',
					folder,
					'--save',
					'',
					'--appendonly',
					'no',
				],
				{ ...postgresOwner(), cwd: folder, stdio: 'ignore' },
			),
		];
		const services = new BackingServices(redisPort, postgresPort, folder, children);
		process.once('exit', services.killAtExit);
		await Promise.all([accepts(redisPort, 'Redis'), accepts(postgresPort, 'PostgreSQL')]);
		return services;
	}

	/** Settings of every n8n process in one queue-mode instance. */
	get environment(): Record<string, string> {
		return {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(this.redisPort),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.postgresPort),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_PASSWORD: 'not-asked-for',
		};
	}

	async stop(): Promise<void> {
		// For PostgreSQL, SIGINT means "disconnect all clients and stop".
		await Promise.all(this.children.map(async (child) => await end(child, 'SIGINT')));
		process.off('exit', this.killAtExit);
		rmSync(this.folder, { recursive: true, force: true });
	}

	private readonly killAtExit = () => {
		for (const child of this.children) child.kill('SIGQUIT');
		rmSync(this.folder, { recursive: true, force: true });
	};
}

/** PostgreSQL refuses to run as root; its Debian package creates a user for it. */
function postgresOwner(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (option: string) =>
		Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

async function accepts(port: number, name: string): Promise<void> {
	const deadline = Date.now() + START_TIMEOUT_MS;
	while (!(await canConnect(port))) {
		if (Date.now() > deadline)
			throw new Error(`${name} does not accept connections on port ${port}`);
		await sleep(100);
	}
}

async function canConnect(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = new Promise((resolve) => child.once('close', resolve));
	child.kill(signal);
	await ended;
}
