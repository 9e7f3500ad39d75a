/**
 * The nodes as one piece of code, which is loaded anew for each start of an instance: a process that
 * starts again remembers nothing.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import vm from 'node:vm';
import { build, type Plugin } from 'esbuild';
import type { ICredentialType, INodeType } from 'n8n-workflow';

import { ENTRY, OPTIONS } from '../../scripts/build/bundle';
import { type CredentialClasses, type NodeClasses, PACKAGE } from '../../scripts/engine';
import { type Defect, plant } from '../../scripts/mutants/defect';

const root = join(__dirname, '..', '..');
const requireFrom = createRequire(__filename);
const CLOCK = 'the clock of an instance';

const ownClock: Plugin = {
	name: 'own clock',
	setup: ({ onResolve }) =>
		onResolve({ filter: /\/clock$/ }, () => ({ path: CLOCK, external: true })),
};

const planted = (defect: Defect): Plugin => ({
	name: 'planted',
	setup: ({ onLoad }) =>
		onLoad({ filter: /\.ts$/ }, ({ path }) =>
			relative(root, path) === defect.file
				? { contents: plant(readFileSync(path, 'utf8'), defect), loader: 'ts' }
				: undefined,
		),
});

/** Bundles the sources as the build does, with a defect or without. */
export async function bundle(defect?: Defect): Promise<vm.Script> {
	const { outputFiles } = await build({
		...OPTIONS,
		stdin: ENTRY,
		write: false,
		plugins: [ownClock, ...(defect ? [planted(defect)] : [])],
	});
	const filename = join(root, 'storm-nodes.cjs');
	return new vm.Script(`(function (require, exports, module) {${outputFiles[0]!.text}\n})`, {
		filename,
	});
}

/** What replaces nodes/core/clock.ts. */
export interface InstanceClock {
	now(): number;
	turn(): Promise<void>;
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
	const made = Object.values(module.exports).map(
		(Class) => new Class() as INodeType | ICredentialType,
	);
	const nodes: NodeClasses = {};
	const credentials: CredentialClasses = {};
	for (const each of made) {
		if ('description' in each) nodes[`${PACKAGE}.${each.description.name}`] = each;
		else credentials[each.name] = each;
	}
	return { nodes, credentials };
}
