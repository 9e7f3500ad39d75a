import { now, wait } from '../shared/transport/pipeline/clock';

/** Callbacks for the requests of one job come in bursts; a job is looked at this often at the most. */
const SPACING_MS = 1_000;
const TIDY_ABOVE = 1_000;

interface Look {
	running: Promise<unknown>;
	isRunning: boolean;
	hasNext: boolean;
	startedAt: number;
}

const lastLooks = new Map<string, Look>();

const isOver = ({ isRunning, hasNext, startedAt }: Look) => !isRunning && !hasNext && now() - startedAt >= SPACING_MS;

/**
 * Looks at a job for a callback. Soon after or during another look, one callback waits for its turn: its look
 * begins after all callbacks that arrive until then, so it sees what they are about, and they need none of their
 * own (undefined).
 */
export async function coalesce<T>(key: string, look: () => Promise<T>): Promise<T | undefined> {
	const last = lastLooks.get(key);
	if (last?.hasNext) return undefined;
	if (last && !isOver(last)) {
		last.hasNext = true;
		await last.running;
		await wait(Math.max(0, last.startedAt + SPACING_MS - now()));
	}
	if (lastLooks.size > TIDY_ABOVE) for (const [each, known] of lastLooks) if (isOver(known)) lastLooks.delete(each);

	const looking = look();
	const own: Look = { running: looking.catch(() => undefined), isRunning: true, hasNext: false, startedAt: now() };
	lastLooks.set(key, own);
	try {
		return await looking;
	} finally {
		own.isRunning = false;
	}
}
