import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { badRequest } from '../calls/refusal';
import {
	addOddEntry,
	cutAnswer,
	dripAnswer,
	dropAnswer,
	neverEnd,
	replaceBody,
	sendBomb,
} from '../faults/answerFaults';
import type { Fault } from '../faults/faults';
import { fillIn, leak, leakOf } from '../faults/leak';
import { deferCall } from './deferCall';
import { drain, type Exchange, readText, send } from './exchange';
import { sendSignInPage, SIGN_IN_PATH } from './signIn';

const GARBAGE = '{"jobs":[{"jobId":"x7Kq","jobName":"Spring cat\u0000';

/** Applies a fault: in place of the call, or to its answer. */
export async function applyFault(
	fault: Fault,
	exchange: Exchange,
	handle: (exchange: Exchange) => Promise<void> | void,
): Promise<void> {
	const { req, res, state } = exchange;
	if (fault.delayMs !== undefined) await sleep(fault.delayMs);
	if (fault.hang) return;
	if (fault.dropBefore) {
		req.socket.destroy();
		return;
	}
	if (fault.lateEffectMs !== undefined) {
		const effect = await deferCall(exchange, handle);
		const { part = 0 } = fault;
		if (part > 0) await effect([0, part]);
		state.clock.schedule(fault.lateEffectMs, async () => await effect([part, Infinity]));
		if (fault.lateAnswer === 'drop') req.socket.destroy();
		else answer(res, fault.lateAnswer ?? 504, fault);
		return;
	}
	if (fault.status !== undefined || fault.signInRedirect || fault.signInPage || fault.garbage) {
		const filled = fault.leaks ? await fillInSecrets(fault, exchange) : fault;
		await drain(req);
		if (fault.status !== undefined) answer(res, fault.status, filled);
		else if (fault.signInRedirect)
			send(res, 302, '', { Location: state.urls[fault.signInRedirect] + SIGN_IN_PATH });
		else if (fault.signInPage) sendSignInPage(exchange);
		else send(res, 200, GARBAGE, { 'Content-Type': 'application/json' });
		return;
	}
	if (fault.expireToken) {
		state.expireTokens(fault.expireToken);
		exchange.clientId = undefined;
	}
	if (fault.dropAfter) dropAnswer(res);
	if (fault.part !== undefined) exchange.part = [0, fault.part];
	if (fault.cutAnswerAt !== undefined) cutAnswer(res, fault.cutAnswerAt, fault.chunked ?? false);
	if (fault.replaceBody !== undefined) replaceBody(res, fault);
	if (fault.oddEntry !== undefined) addOddEntry(res, fault);
	if (fault.leaks) leak(res, leakOf(fault, req, state.filesBySas), fault.keepsIds ?? false);
	if (fault.drip) dripAnswer(res, fault.drip);
	if (fault.bombMiB !== undefined) sendBomb(res, fault.bombMiB);
	if (fault.endless) neverEnd(res);
	await handle(exchange);
}

const MAX_READ = 100_000;

async function fillInSecrets(fault: Fault, exchange: Exchange): Promise<Fault> {
	const { req, state } = exchange;
	const sent = await readText(exchange, MAX_READ, () => badRequest('The body is too long.'));
	const secrets = leakOf(fault, req, state.filesBySas, sent);
	return { ...fault, body: fillIn(fault.body, secrets), headers: fillIn(fault.headers, secrets) };
}

function answer(res: ServerResponse, status: number, { body, headers }: Fault): void {
	const content =
		body === undefined ? { code: `FAULT_${status}`, message: `Fault on demand: ${status}` } : body;
	const isText = typeof content === 'string';
	send(res, status, isText ? content : JSON.stringify(content), {
		'Content-Type': isText ? 'text/plain' : 'application/json',
		...headers,
	});
}
