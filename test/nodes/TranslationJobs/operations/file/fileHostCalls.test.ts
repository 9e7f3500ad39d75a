import { content, useFiles } from './files';

const files = useFiles();
beforeAll(async () => {
	await files.uploaded(content(10_000));
	await files.harness.sandbox.fault({ origin: 'files', method: 'PATCH', cutUploadAt: 1000 });
	await files.harness.sandbox.fault({ origin: 'files', method: 'PATCH', status: 403 });
	await files.uploaded(content(3_000_000));
	const request = await files.translated(content(2_000_000));
	await files.harness.sandbox.fault({ origin: 'files', method: 'GET', cutDownloadAt: 1000 });
	await files.download(request);
});

it('the access token never reaches the file host', async () => {
	const calls = await files.calls();
	expect(new Set(calls.map(({ method }) => method))).toEqual(
		new Set(['POST', 'PATCH', 'HEAD', 'GET']),
	);
	expect(calls.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});

it('the token of an upload goes to its address only', async () => {
	const calls = await files.harness.sandbox.log();
	const withToken = calls.filter(({ headers }) => headers.sastoken !== undefined);
	expect(withToken.length).toBeGreaterThan(0);
	expect(
		withToken.filter(({ origin, path }) => origin !== 'files' || !path.startsWith('/fms/tus/')),
	).toEqual([]);
});

it('the sandbox has nothing to complain about', async () => {
	expect(await files.harness.sandbox.violations()).toEqual([]);
});

it('every call to the file host is logged, without its address or a token', async () => {
	const { logs } = files.harness.engine;
	const lines = logs.filter(({ meta }) => meta.service === files.harness.sandbox.fileUrl);
	expect(lines).toHaveLength((await files.calls()).length);
	expect(lines[0]!.meta).toMatchObject({
		method: 'POST',
		path: 'direct upload',
		status: 200,
		attempt: 1,
		jobId: files.jobId,
	});
	expect(JSON.stringify(logs)).not.toMatch(/sbx-sas-|sbx-token-|\/fms\/|signature/);
});
