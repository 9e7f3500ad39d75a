import type { Sandbox } from '../../../sandbox/launch';
import type { Seed } from '../../../sandbox/model/seed';
import type { Random } from '../random';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Planting {
	sandbox: Sandbox;
	origin: string;
	/** A time before now, by the service's clock. */
	ago(ms: number): string;
}

const seeded =
	(ageMs: number, seed: Omit<Seed, 'jobs'>) =>
	async ({ sandbox, ago }: Planting): Promise<unknown> =>
		await sandbox.seed({ jobs: 2, createdFrom: ago(ageMs), ...seed });

const listener =
	(uri: (origin: string) => string, disabled = false) =>
	async ({ sandbox, origin }: Planting): Promise<unknown> =>
		await sandbox.addListener({ uri: uri(origin), type: 'JOB_STATUS_UPDATED', disabled });

/** Leftovers of each kind, and their healthy twins. */
export const PLANTS: ReadonlyArray<(planting: Planting) => Promise<unknown>> = [
	seeded(25 * HOUR_MS, { status: 'CREATED', labels: ['n8n-run-1'] }),
	seeded(23 * HOUR_MS, { status: 'CREATED', labels: ['n8n-run-2'] }),
	seeded(25 * HOUR_MS, { status: 'CREATED', labels: ['spring'] }),
	seeded(25 * HOUR_MS, { status: 'CREATED' }),
	seeded(61 * MINUTE_MS, { status: 'SENDING' }),
	seeded(50 * MINUTE_MS, { status: 'SENDING' }),
	seeded(7 * DAY_MS + HOUR_MS, { requestStatus: 'REVIEW_TRANSLATION', requestsPerJob: 2 }),
	seeded(7 * DAY_MS - HOUR_MS, { requestStatus: 'REVIEW_TRANSLATION', requestsPerJob: 2 }),
	seeded(HOUR_MS, { requestStatus: 'TRANSLATION_APPROVED', requestsPerJob: 2 }),
	seeded(HOUR_MS, { requestStatus: 'COMPLETED_COPY_BACK' }),
	seeded(HOUR_MS, { requestStatus: 'CANCELLED' }),
	seeded(HOUR_MS, { requestStatus: 'TRANSLATION_REJECTED' }),
	async ({ sandbox, ago }) => {
		const { requestIds } = await sandbox.seed({
			jobs: 1,
			requestsPerJob: 3,
			createdFrom: ago(HOUR_MS),
		});
		await sandbox.failRequest(requestIds[1]!, 'The file cannot be opened');
	},
	async (planting) => await seeded(HOUR_MS, { dueDate: planting.ago(DAY_MS) })(planting),
	async (planting) => await seeded(HOUR_MS, { dueDate: planting.ago(-DAY_MS) })(planting),
	async (planting) =>
		await seeded(HOUR_MS, {
			dueDate: planting.ago(DAY_MS),
			requestStatus: 'REVIEW_TRANSLATION',
		})(planting),
	seeded(170 * DAY_MS, { status: 'COMPLETED' }),
	seeded(140 * DAY_MS, { status: 'COMPLETED' }),
	seeded(170 * DAY_MS, { status: 'CANCELLED' }),
	seeded(10 * DAY_MS, { status: 'CANCELLED', requestStatus: 'REVIEW_TRANSLATION' }),
	seeded(HOUR_MS, { requestsPerJob: 40 }),
	seeded(HOUR_MS, { archived: true, status: 'COMPLETED' }),
	listener((origin) => `${origin}/webhook/a`),
	listener((origin) => `${origin}/webhook/b`, true),
	listener(() => 'https://elsewhere.example.com/webhook/c'),
	listener(() => 'http://plain.example.com/webhook/d'),
];

export async function plant(planting: Planting, random: Random): Promise<void> {
	for (const each of random.some(PLANTS, 0.5)) await each(planting);
}
