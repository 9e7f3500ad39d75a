/**
 * The nodes as one piece of code, which is loaded anew for each start of an instance: a process that
 * starts again remembers nothing.
 */
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import vm from 'node:vm';
import { build, type Plugin } from 'esbuild';
import type { ICredentialType, INodeType } from 'n8n-workflow';

import { type CredentialClasses, type NodeClasses, PACKAGE } from '../../scripts/engine';
import { applyChange, type Change } from './change';

const root = join(__dirname, '..', '..');
const requireFrom = createRequire(__filename);
const CLOCK = 'the clock of an instance';

const ENTRY = [
	'nodes/TranslationJobs/TranslationJobs.node.ts',
	'nodes/TranslationJobsTrigger/TranslationJobsTrigger.node.ts',
	'nodes/TranslationJobsStatusPollTrigger/TranslationJobsStatusPollTrigger.node.ts',
	'nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node.ts',
	'credentials/TranslationJobsApi.credentials.ts',
];

const ownClock: Plugin = {
	name: 'own clock',
	setup: ({ onResolve }) =>
		onResolve({ filter: /\/clock$/ }, () => ({ path: CLOCK, external: true })),
};

const changed = (change: Change): Plugin => ({
	name: 'changed',
	setup: ({ onLoad }) =>
		onLoad({ filter: /\.ts$/ }, ({ path }) =>
			relative(root, path) === change.file
				? { contents: applyChange(change), loader: 'ts' }
				: undefined,
		),
});

/** Bundles the sources, with a defect or without. */
export async function bundle(change?: Change): Promise<vm.Script> {
	const { outputFiles } = await build({
		stdin: {
			contents: ENTRY.map((file) => `export * from './${file}';`).join('\n'),
			resolveDir: root,
		},
		bundle: true,
		write: false,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		packages: 'external',
		plugins: [ownClock, ...(change ? [changed(change)] : [])],
	});
	const filename = join(root, 'storm-nodes.cjs');
	return new vm.Script(`(function (require, exports, module) {${outputFiles[0]!.text}\n})`, {
		filename,
	});
}

/** What replaces nodes/shared/transport/pipeline/clock.ts. */
export interface InstanceClock {
	now(): number;
	wait(ms: number, signal?: AbortSignal): Promise<boolean>;
}

type Bundle = (
	require: (name: string) => unknown,
	exports: object,
	module: { exports: Record<string, new () => unknown> },
) => void;

/** Runs the code as a new process would. */
export function load(
	script: vm.Script,
	clock: InstanceClock,
): { nodes: NodeClasses; credentials: CredentialClasses } {
	const module = { exports: {} as Record<string, new () => unknown> };
	const requireShared = (name: string): unknown => (name === CLOCK ? clock : requireFrom(name));
	(script.runInThisContext() as Bundle)(requireShared, module.exports, module);
	const { TranslationJobsApi, ...nodes } = module.exports;
	const loaded = Object.values(nodes).map((Node) => new Node() as INodeType);
	return {
		nodes: Object.fromEntries(loaded.map((node) => [`${PACKAGE}.${node.description.name}`, node])),
		credentials: { translationJobsApi: new TranslationJobsApi!() as ICredentialType },
	};
}
