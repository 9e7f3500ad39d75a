import type { ICredentialTestFunctions, Logger } from 'n8n-workflow';

import { redactDeep } from '../core/redact';
import type { Ids, NodeContext, Outcome } from './types';

/** A credential's test and its token exchange may belong to no node. */
export type LogContext = NodeContext | ICredentialTestFunctions | { logger: Pick<Logger, 'info'> };

export interface Called {
	environment?: string;
	service: string;
	incoming?: true;
	credentialTest?: true;
}

export interface Attempt {
	method: string;
	path: string;
	about?: Ids;
	attempt: number;
	startedAt: number;
	outcome: Outcome;
}

function ownerOf(context: LogContext) {
	if (!('getWorkflow' in context)) return {};
	return {
		workflowId: context.getWorkflow().id ?? undefined,
		executionId: 'getExecutionId' in context ? context.getExecutionId() : undefined,
		node: context.getNode().name,
	};
}

/** Writes one line per attempt. It never holds content or a secret. */
export function logAttempt(
	context: LogContext,
	called: Called,
	{ method, path, about, attempt, startedAt, outcome }: Attempt,
	secrets: Iterable<string>,
) {
	const status = outcome.response?.status;
	const line = {
		...called,
		...ownerOf(context),
		method,
		path,
		status,
		error: outcome.lost?.code ?? outcome.denied?.message,
		durationMs: Date.now() - startedAt,
		attempt,
		...about,
	};
	const what = `${called.incoming ? 'received ' : ''}${method} ${path} ${status ?? outcome.lost?.code ?? 'no token'}`;
	context.logger.info(redactDeep(`Translation Jobs: ${what}`, secrets), redactDeep(line, secrets));
}
