import { byId, useHarness } from '../support/harness';
import { fileItem, sending, textItem } from '../nodes/features/send/support';
describe('look', () => {
	const harness = useHarness({ variants: { translateDelayMs: 1 } });
	it('x', async () => {
		const input = [fileItem('hello.txt', 'Hello'), textItem('Good morning', { id: 'a' })];
		const [job] = await harness.json(sending({ options: { wait: true } }), { input });
		while (!(await harness.sandbox.requests()).every(({ status }) => status === 'REVIEW_TRANSLATION')) await new Promise((r) => setTimeout(r, 5));
		const jobId = byId(String(job!.jobId));
		const show = (t: string, v: unknown) => process.stderr.write(`\n## ${t}\n${JSON.stringify(v, null, 1)}\n`);
		const c = await harness.json({ resource: 'job', operation: 'collect', jobId, simplify: false });
		show('collect', [c[0], c[3]]);
		const rid = String(c[0]!.requestId);
		show('getContent', await harness.json({ resource: 'request', operation: 'getContent', jobId, requestId: byId(rid) }));
		show('reject', await harness.json({ resource: 'request', operation: 'reject', jobId, requestIds: byId(rid) }));
		show('approve', await harness.json({ resource: 'request', operation: 'approve', jobId, requestIds: byId(String(c[3]!.requestId)) }));
		show('getmany', await harness.json({ resource: 'job', operation: 'getAll', simplify: false }));
		const p = await harness.run({ ...sending({}), operation: 'preview' }, { input });
		show('preview', [p.items.map(i=>i.json), p.hints]);
		const q = await harness.run({ ...sending({}), operation: 'preview', simplify: false }, { input });
		show('preview raw', q.items.map(i=>i.json));
	});
});
