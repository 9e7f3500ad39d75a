import { shareUpload } from '../../../../nodes/api/files/resumableUploads';

/** An upload that ends when a test says so. */
function upload() {
	let done: (fmsFileId: string) => void = () => {};
	let fail: (error: Error) => void = () => {};
	const fmsFileId = new Promise<string>((resolve, reject) => {
		done = resolve;
		fail = reject;
	});
	const run = jest.fn(async () => await fmsFileId);
	return { run, done, fail };
}

it('the same upload at once is one', async () => {
	const first = upload();
	const second = upload();
	const both = [
		shareUpload('same', undefined, first.run),
		shareUpload('same', undefined, second.run),
	];
	first.done('file');

	expect(await Promise.all(both)).toEqual(['file', 'file']);
	expect(second.run).not.toHaveBeenCalled();
});

it('who waits for the upload of another execution stops waiting when its own is cancelled', async () => {
	const first = upload();
	const own = new AbortController();
	const owner = shareUpload('waiting', undefined, first.run);
	const waiting = shareUpload('waiting', own.signal, upload().run);

	own.abort();

	await expect(waiting).rejects.toThrow('The execution was cancelled');
	first.done('file');
	expect(await owner).toBe('file');
});

it('who waits for an upload that its own execution cancels uploads it itself', async () => {
	const first = upload();
	const second = upload();
	const owner = new AbortController();
	const cancelled = shareUpload('taken over', owner.signal, first.run);
	const waiting = shareUpload('taken over', new AbortController().signal, second.run);

	owner.abort();
	first.fail(new Error('cancelled'));
	second.done('file');

	await expect(cancelled).rejects.toThrow('cancelled');
	expect(await waiting).toBe('file');
});

it('who waits for an upload that fails fails with it', async () => {
	const first = upload();
	const second = upload();
	const both = [
		shareUpload('failing', undefined, first.run),
		shareUpload('failing', new AbortController().signal, second.run),
	];
	first.fail(new Error('No room'));

	for (const each of both) await expect(each).rejects.toThrow('No room');
	expect(second.run).not.toHaveBeenCalled();
});
