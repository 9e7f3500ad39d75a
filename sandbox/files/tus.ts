import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';

import { notFound, Refusal } from '../calls/refusal';
import type { Exchange } from '../http/exchange';
import type { SourceFile } from '../model/model';
import type { State } from '../model/state';

const MAX_FILE_SIZE = 1_073_741_824;
const TUS_PATH = '/fms/tus';
const METADATA = ['name', 'contentType', 'chunkSize'];

/** The current call, for a store that sees only streams. */
const current = new AsyncLocalStorage<Exchange>();

/** A real TUS server on a file store; uploads live at `/fms/tus/{fmsFileId}/{number}`. */
export async function openTus(state: State): Promise<(exchange: Exchange) => Promise<void>> {
	const [{ Server }, { FileStore, MemoryConfigstore }] = await Promise.all([
		import('@tus/server'),
		import('@tus/file-store'),
	]);

	class CuttableStore extends FileStore {
		override write(
			readable: IncomingMessage | Readable,
			id: string,
			offset: number,
		): Promise<number> {
			const exchange = current.getStore();
			const cutAt = exchange?.fault?.cutUploadAt;
			if (cutAt !== undefined)
				return super
					.write(firstBytes(readable, cutAt), id, offset)
					.finally(() => exchange?.req.socket.destroy());
			const { tusAccepts } = state.variants;
			return super.write(
				tusAccepts === null ? readable : firstBytes(readable, tusAccepts),
				id,
				offset,
			);
		}
	}

	const directory = join(state.directory, 'tus');
	let lastUpload = 0;
	const server = new Server({
		path: TUS_PATH,
		datastore: new CuttableStore({ directory, configstore: new MemoryConfigstore() }),
		maxSize: MAX_FILE_SIZE,
		namingFunction: (req) => `${fileIdOf(new URL(req.url).pathname)}.${++lastUpload}`,
		generateUrl: (_req, { proto, host, path, id }) => {
			const location = `${path}/${id.replace('.', '/')}`;
			return state.isProduction ? location : `${proto}://${host}${location}`;
		},
		getFileIdFromRequest: (req) =>
			new URL(req.url).pathname.slice(TUS_PATH.length + 1).replace('/', '.'),
		onUploadCreate: async (_req, upload) => {
			const file = state.files.get(upload.id.split('.')[0] ?? '');
			if (file?.transfer === 'waiting') file.transfer = 'started';
			const missing = METADATA.filter((name) => !upload.metadata?.[name]);
			if (missing.length > 0)
				state.violations.note(
					'tus-metadata-missing',
					`upload of ${file?.fileName}: ${missing.join(', ')}`,
				);
			return {};
		},
		onUploadFinish: async (_req, upload) => {
			const file = state.files.get(upload.id.split('.')[0] ?? '');
			// The first complete upload counts; a second one of the same file changes nothing.
			if (file && file.transfer !== 'uploaded') {
				file.path = join(directory, upload.id);
				file.size = upload.size ?? 0;
				file.contentType = upload.metadata?.contentType ?? file.contentType;
				file.transfer = 'uploaded';
			}
			return {};
		},
	});

	return async (exchange) => {
		const file = authorize(exchange);
		const { req } = exchange;
		if (req.method === 'POST' && file.transfer === 'uploaded')
			throw new Refusal(409, 'TRANSFER_USED', 'This file has been uploaded already.');
		if (
			(req.method === 'POST' || req.method === 'PATCH') &&
			req.headers['content-length'] === undefined
		) {
			state.violations.note('content-length-missing', `${req.method} ${exchange.url.pathname}`);
			throw new Refusal(411, 'LENGTH_REQUIRED', 'TUS calls need a Content-Length header.');
		}
		await current.run(exchange, () => server.handle(req, exchange.res));
	};
}

const fileIdOf = (pathname: string): string =>
	pathname.slice(TUS_PATH.length + 1).split('/')[0] ?? '';

function authorize({ state, req, url, entry }: Exchange): SourceFile {
	const fmsFileId = fileIdOf(url.pathname);
	const file = state.files.get(fmsFileId);
	if (!file) throw notFound('Transfer', fmsFileId);
	entry.jobId = file.jobId;
	const { sastoken } = req.headers;
	if (sastoken === file.sasToken) return file;
	const where = `${req.method} ${url.pathname}`;
	if (sastoken === undefined) {
		state.violations.note('sastoken-missing', where);
		throw new Refusal(401, 'SAS_TOKEN_REQUIRED', 'TUS calls need the header sastoken.');
	}
	state.violations.note(
		state.filesBySas.has(String(sastoken)) ? 'sastoken-of-another-file' : 'sastoken-unknown',
		where,
	);
	throw new Refusal(403, 'SAS_TOKEN_INVALID', 'The sastoken is not the one of this file.');
}

/** Ends after `limit` bytes and reads the rest: an unread source would undo what was stored. */
function firstBytes(readable: Readable, limit: number): Readable {
	let remaining = limit;
	return readable.pipe(
		new Transform({
			transform(chunk: Buffer, _encoding, done) {
				if (remaining > 0) {
					this.push(chunk.subarray(0, remaining));
					remaining -= chunk.length;
					if (remaining <= 0) this.push(null);
				}
				done();
			},
		}),
	);
}
