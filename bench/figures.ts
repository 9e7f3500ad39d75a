import { short } from './measure';

interface Target {
	unit: string;
	most?: number;
	least?: number;
	beside?: string;
}

const LONGEST = { unit: 'ms at once, the longest', most: 100 };
/** If the time grew with the square of the size, it would be 2. */
const TWICE = { unit: '× the time per MB at twice the size', most: 1.4 };

/**
 * Every figure, and what it is compared with. `*` stands for what differs; the first that fits
 * counts. Without `most` and `least` it is reported only.
 */
const TARGETS: Record<string, Target> = {
	'transport.refused': { unit: 'answers 429', most: 0 },
	// On a machine without other work, as everything that is compared with a throttle.
	'transport.rate': { unit: '% of the allowed rate', least: 98 },

	'files.upload.time': { unit: "× curl's time", most: 1.2, beside: 'curl' },
	'files.download.time': { unit: "× curl's time", most: 1.5, beside: 'curl' },
	'files.*.processor': { unit: 'processor seconds for 1 GiB', most: 3 },
	'files.*.collections': { unit: 'full garbage collections for 1 GiB' },
	'files.*.memory': { unit: 'MiB growth', most: 32 },
	'files.roundTrip': { unit: 'bytes there and back', least: 2 ** 30, beside: 'equal SHA-256' },
	'files.many.time': { unit: '× what the throttle allows', most: 1.03 },
	'files.many.refused': { unit: 'answers 429', most: 0 },

	'send.seconds': { unit: 's', most: 104.3 },
	'send.time': { unit: '× what the throttle allows', most: 1.03 },
	// Reserve and add for each file; a job needs the rest once.
	'send.calls': { unit: 'calls to the service', most: 2_025 },
	'send.callsPerFile': { unit: 'calls per file', most: 2.025 },
	'send.refused': { unit: 'answers 429', most: 0 },
	'send.memory.*': { unit: 'MiB growth' },
	'collect.seconds': { unit: 's', most: 52.53 },
	'collect.time': { unit: '× what the throttle allows', most: 1.03 },
	// A page lists 50.
	'collect.calls': { unit: 'calls to the service', most: 1_020 },
	'collect.callsPerFile': { unit: 'calls per file', most: 1.02 },
	'collect.refused': { unit: 'answers 429', most: 0 },
	'collect.memory.*': { unit: 'MiB growth' },

	'changed.comparison': { unit: 'processor seconds', most: 2 },
	'changed.value': { unit: 'bytes per value' },
	'changed.*.calls': { unit: 'calls to the service' },
	'changed.*.words': { unit: 'words sent' },
	'changed.*.processor': { unit: 'processor seconds of the node' },

	'polling: idle poll *': { unit: 'calls', most: 2 },
	'polling: poll while *': { unit: 'calls', most: 2 },
	// The page that shows the changes, the one after it, and a call for each delivery.
	'polling: poll * 10 deliveries *': { unit: 'calls', most: 13 },
	'polling: poll * 100 translations again *': { unit: 'calls', most: 203 },
	// The list of all jobs as well, and the requests of those whose turn it is.
	'polling: sweep * 100 jobs': { unit: 'calls', most: 20 },
	'polling: sweep * 1000 jobs': { unit: 'calls', most: 76 },
	'polling: sweep * 10000 jobs': { unit: 'calls', most: 637 },

	'load.time': { unit: 'ms above a package of one line', most: 70 },
	'load.bundled': { unit: '× the time of the same code file by file', most: 0.5 },

	// It is read on both sides, and goes through all checks.
	'checks.*: *': { unit: 's for 1 MB', most: 5 },
	'checks.*': { unit: 's for 1 MB', most: 1 },

	'sandbox: memory growth, *': { unit: 'MiB', most: 100, beside: 'the file itself has 1024 MiB' },
	'sandbox: * seeded': { unit: 'ms', most: 1_000, beside: 'through the control host' },
	'sandbox: * read in * pages': { unit: 'ms', most: 4_000, beside: 'one page after the other' },

	// If the time grew with the square of the size, it would be 4 or 5.
	'words.file.*': { unit: '× the time per MB at 5 × the size', most: 2 },
	'words.files.memory': { unit: 'MiB more', most: 200 },
	'words.*': { unit: '× the time per MB at 4 × the size', most: 2 },

	// What a file of 1 MB may cost that was made to be dear.
	'texts.hostile.*.seconds': { unit: 'processor seconds for 1 MB', most: 1 },
	'texts.hostile.*.megabytes': { unit: 'MB of memory', most: 200 },
	'texts.hostile.*.blockMs': LONGEST,
	'texts.*.block': { ...LONGEST, beside: '10 MB, read, written and checked' },
	'texts.*.growth': TWICE,
	'loop.*.block': LONGEST,
	'loop.*.growth': { ...TWICE, unit: '× the time per item at twice the size' },
};

/** What was measured, and what that means. */
export interface Figure {
	name: string;
	value: number;
	unit: string;
	target: string;
	ok: boolean;
	comparedWith: string;
}

/** @param detail - What it was compared with in this run. */
export type Report = (name: string, value: number, detail?: string) => void;

export function figureOf(name: string, measured: number, detail?: string): Figure {
	const [, target] = Object.entries(TARGETS).find(([pattern]) => fits(name, pattern)) ?? [];
	if (!target) throw new Error(`bench/figures.ts does not know ${name}`);
	const { unit, most, least, beside } = target;
	const value = short(measured);
	return {
		name,
		value,
		unit,
		target: most !== undefined ? `≤ ${most}` : least !== undefined ? `≥ ${least}` : 'reported only',
		ok: (most === undefined || value <= most) && (least === undefined || value >= least),
		comparedWith: [beside, detail].filter(Boolean).join('; '),
	};
}

const fits = (name: string, pattern: string): boolean =>
	new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.+')}$`).test(name);
