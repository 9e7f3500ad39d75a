/** The protocol part of tus-js-client alone; see tus.ts for why. */
declare module 'tus-js-client/lib/upload.js' {
	import type { Upload, UploadOptions } from 'tus-js-client';

	const BaseUpload: {
		new (file: unknown, options: UploadOptions): Upload;
		defaultOptions: UploadOptions;
	};
	export default BaseUpload;
}
