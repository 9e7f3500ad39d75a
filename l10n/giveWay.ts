type Resume = () => void;

const TURN_MS = 25;
let turnBegan = 0;
const inLine: Resume[] = [];

/** How to give way is handed in: where this code runs decides which timers there are. */
interface Host {
	/** In milliseconds. */
	now(): number;
	/** Ends after everything else that waits had its turn. */
	sleep(): Promise<void>;
}

let host: Host = { now: () => Date.now(), sleep: async () => await Promise.resolve() };

export const giveWayBy = (given: Host): void => {
	host = given;
};

/** A clock that was set back must not end it. */
const isOver = (): boolean => Math.abs(host.now() - turnBegan) >= TURN_MS;

/**
 * For loops that wait for nothing: everybody else in the process has a turn every 25 ms. Whoever
 * waits goes on in order. All at once, each would go on for another 25 ms.
 */
export function giveWay(): Promise<void> | undefined {
	if (!isOver()) return undefined;
	return new Promise((resolve) => {
		inLine.push(resolve);
		if (inLine.length === 1) void goOnInOrder();
	});
}

/** To look at the clock takes as long as a short step. */
const STEPS_BETWEEN = 16;

/** For many steps of which few are long. */
export async function inTurns<Item>(
	items: Iterable<Item>,
	take: (item: Item) => void,
): Promise<void> {
	let step = 0;
	for (const item of items) {
		take(item);
		if (++step % STEPS_BETWEEN !== 0) continue;
		const pause = giveWay();
		if (pause) await pause;
	}
}

async function goOnInOrder(): Promise<void> {
	while (inLine.length > 0) {
		if (isOver()) {
			await host.sleep();
			turnBegan = host.now();
		}
		inLine[0]!();
		// It may use the turn up.
		await Promise.resolve();
		inLine.shift();
	}
}
