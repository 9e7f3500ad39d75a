import type { CredentialInput } from '../../scripts/n8n/run/rest';
import { type Answer, type Call, demand, HttpSystem } from './systems/httpSystem';

interface Button {
	text: string;
	url: string;
}

/** Takes what n8n's node for Telegram sends, and shows it to nobody. */
export class ChatServer extends HttpSystem {
	/** The buttons are addresses by their labels. */
	readonly messages: Array<{ text: string; buttons: Map<string, string> }> = [];

	get credential(): CredentialInput {
		return {
			name: 'Chat',
			type: 'telegramApi',
			data: { accessToken: 'token', baseUrl: this.origin },
		};
	}

	protected answer({ method, path, body }: Call): Answer {
		demand(`${method} ${path}` === 'POST /bottoken/sendMessage', 'No such call');
		demand(body.chat_id === '1', 'No such chat');
		demand(typeof body.text === 'string' && body.text !== '', '"text" is missing');
		const { inline_keyboard: rows = [] } = (body.reply_markup ?? {}) as {
			inline_keyboard?: Button[][];
		};
		const buttons = new Map(rows.flat().map(({ text, url }) => [text, url]));
		this.messages.push({ text: body.text, buttons });
		return { body: { ok: true, result: { message_id: this.messages.length } } };
	}

	protected isWrite(): boolean {
		return true;
	}
}
