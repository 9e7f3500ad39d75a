import { spawn } from 'node:child_process';

export interface CommandOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Called about every five seconds with the elapsed seconds. */
	onTick?: (seconds: number) => void;
}

const TICK_SECONDS = 5;
const SHOWN_OUTPUT = 4_000;

/** Runs a command and returns its output. An error contains the end of that output. */
export async function runCommand(
	command: string,
	args: string[],
	options: CommandOptions = {},
): Promise<string> {
	const started = Date.now();
	const onWindows = process.platform === 'win32';
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env ?? process.env,
		stdio: ['ignore', 'pipe', 'pipe'],
		// On Windows npm is a .cmd file, which only a shell can start.
		shell: onWindows && command === 'npm',
	});
	let stdout = '';
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => {
		stdout += chunk.toString();
		output += chunk.toString();
	});
	child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));

	const ticker = setInterval(
		() => options.onTick?.(Math.round((Date.now() - started) / 1000)),
		TICK_SECONDS * 1000,
	);
	const stopChild = () => child.kill('SIGTERM');
	process.once('exit', stopChild);
	try {
		await new Promise<void>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (code, signal) => {
				if (code === 0) resolve();
				else
					reject(
						new Error(
							`"${command} ${args.join(' ')}" ended with ${signal ?? `code ${code}`}:\n${output.slice(-SHOWN_OUTPUT)}`,
						),
					);
			});
		});
	} finally {
		clearInterval(ticker);
		process.off('exit', stopChild);
	}
	return stdout;
}
