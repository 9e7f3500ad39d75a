import {
	closeSync,
	openSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const HEARTBEAT_MS = 5_000;
const SILENT_MS = 60_000;
const WAIT_MS = 1_000;

interface Holder {
	pid: number;
	host: string;
}

/**
 * Runs `work` while holding the lock file, so that two processes never do the same work at once.
 * Takes over the lock of a process that ended.
 */
export async function withLock<T>(
	lockFile: string,
	onWait: (holder: Holder) => void,
	work: () => Promise<T>,
): Promise<T> {
	let hasAnnounced = false;
	while (!tryLock(lockFile)) {
		if (isAbandoned(lockFile)) {
			rmSync(lockFile, { force: true });
			continue;
		}
		if (!hasAnnounced) onWait(readHolder(lockFile) ?? { pid: 0, host: 'unknown' });
		hasAnnounced = true;
		await sleep(WAIT_MS);
	}
	const heartbeat = setInterval(() => touch(lockFile), HEARTBEAT_MS);
	const release = () => rmSync(lockFile, { force: true });
	process.once('exit', release);
	try {
		return await work();
	} finally {
		clearInterval(heartbeat);
		process.off('exit', release);
		release();
	}
}

function tryLock(lockFile: string): boolean {
	try {
		const handle = openSync(lockFile, 'wx');
		writeSync(handle, JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder));
		closeSync(handle);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

function isAbandoned(lockFile: string): boolean {
	try {
		if (Date.now() - statSync(lockFile).mtimeMs > SILENT_MS) return true;
	} catch {
		return false;
	}
	const holder = readHolder(lockFile);
	return holder?.host === hostname() && !isAlive(holder.pid);
}

function readHolder(lockFile: string): Holder | undefined {
	try {
		return JSON.parse(readFileSync(lockFile, 'utf8')) as Holder;
	} catch {
		return undefined;
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function touch(file: string): void {
	try {
		utimesSync(file, new Date(), new Date());
	} catch {
		// Another process took over the lock; the final rename still decides who wins.
	}
}
