import { spawnSync } from 'node:child_process';

/**
 * True if a container can take the place of a process: it shares network and folders with this
 * machine. In Docker Desktop and without root, it has its own network and does not see the sandbox.
 */
export function canRunContainers(): boolean {
	if (process.platform !== 'linux') return false;
	const format = '{{.OSType}} {{.OperatingSystem}} {{.SecurityOptions}}';
	const { status, stdout } = spawnSync('docker', ['info', '--format', format], {
		encoding: 'utf8',
	});
	return status === 0 && /^linux /.test(stdout) && !/Docker Desktop|rootless/.test(stdout);
}

export interface ContainerOptions {
	name: string;
	image: string;
	/** Has the same path inside, so that paths mean the same. */
	folder: string;
	env: Record<string, string>;
	args: string[];
}

/** The arguments of `docker` that run a container until it is stopped, and leave nothing behind. */
export function containerArguments({ name, image, folder, env, args }: ContainerOptions): string[] {
	return [
		...['run', '--rm', '--name', name, '--network', 'host'],
		...['--user', `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`],
		...['--volume', `${folder}:${folder}`],
		...Object.entries({ HOME: folder, ...env }).flatMap(([key, value]) => [
			'--env',
			`${key}=${value}`,
		]),
		image,
		...args,
	];
}

/** Killing `docker run` would leave the container. */
export function killContainer(name: string): void {
	spawnSync('docker', ['kill', name], { stdio: 'ignore' });
}
