import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import type { CredentialInput } from './rest';

const END_OF_MAIL = '\r\n.\r\n';

export interface Mail {
	to: string;
	subject: string;
	/** As the person reads it. */
	text: string;
	/** The addresses of the buttons, by their labels. */
	links: Map<string, string>;
}

/** Takes every mail and delivers none: for tests, and for `npm run editor`. */
export class MailServer {
	readonly mails: Mail[] = [];

	private constructor(private readonly server: Server) {}

	static async start(onMail: (mail: Mail) => void = () => {}): Promise<MailServer> {
		const receive = (mail: Mail) => {
			box.mails.push(mail);
			onMail(mail);
		};
		const server = createServer((socket) => speakSmtp(socket, receive));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const box = new MailServer(server);
		return box;
	}

	get credential(): CredentialInput {
		const { port } = this.server.address() as AddressInfo;
		const data = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
		return { name: 'Mail', type: 'smtp', data: { user: '', password: '', hostName: '', ...data } };
	}

	async stop(): Promise<void> {
		await new Promise((resolve) => this.server.close(resolve));
	}
}

function speakSmtp(socket: Socket, receive: (mail: Mail) => void): void {
	let unread = '';
	let isInMail = false;
	const say = (line: string) => socket.write(`${line}\r\n`);
	const obey = (command: string) => {
		isInMail = command === 'DATA';
		if (isInMail) say('354 Go on');
		else if (command === 'QUIT') socket.end('221 Bye\r\n');
		else say('250 OK');
	};
	socket.setEncoding('latin1').on('data', (chunk) => {
		unread += String(chunk);
		for (;;) {
			const end = unread.indexOf(isInMail ? END_OF_MAIL : '\r\n');
			if (end < 0) return;
			const read = unread.slice(0, end);
			unread = unread.slice(end + (isInMail ? END_OF_MAIL.length : 2));
			if (!isInMail) obey(read.slice(0, 4).toUpperCase());
			else {
				isInMail = false;
				receive(parseMail(read.replaceAll('\r\n..', '\r\n.')));
				say('250 Taken');
			}
		}
	});
	say('220 Welcome');
}

function parseMail(source: string): Mail {
	const [head = '', body = ''] = divide(source, '\r\n\r\n');
	const header = (name: string) =>
		new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im')
			.exec(head)?.[1]
			?.replace(/\r\n\s/g, ' ') ?? '';
	const html = decode(body, header('Content-Transfer-Encoding').toLowerCase());
	const links = [...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)];
	return {
		to: header('To'),
		subject: header('Subject'),
		text: unescape(/<p[^>]*>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? html),
		links: new Map(links.map(([, address, label]) => [label!, address!.replaceAll('&amp;', '&')])),
	};
}

function divide(text: string, separator: string): [string, string] {
	const at = text.indexOf(separator);
	return [text.slice(0, at), text.slice(at + separator.length)];
}

function decode(body: string, encoding: string): string {
	const bytes =
		encoding === 'quoted-printable'
			? body
					.replace(/=\r\n/g, '')
					.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
			: body;
	return Buffer.from(bytes, encoding === 'base64' ? 'base64' : 'latin1').toString();
}

const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	'#39': "'",
	'#039': "'",
};

const unescape = (html: string) =>
	html
		.replace(/&([a-z]+|#\d+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
		.replaceAll('\r\n', '\n');
