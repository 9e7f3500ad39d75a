import { readFile } from 'node:fs/promises';

import { badRequest } from './calls/refusal';
import { isPreset, type Preset } from './model/presets';
import type { Variants } from './model/variants';
import { switchesOf } from './observedShapes';

interface Chosen {
	preset?: Preset;
	variants?: Partial<Variants>;
}

/**
 * A preset by its name, or by the path of a JSON file with switches: what a Check-Up saw of a
 * service. The whole report will do, too.
 */
export async function choosePreset(preset: string | undefined): Promise<Chosen> {
	if (preset === undefined) return {};
	// Without a file, the name is refused like any other unknown one.
	const text = isPreset(preset)
		? undefined
		: await readFile(preset, 'utf8').catch((error: NodeJS.ErrnoException) => {
				if (error.code === 'ENOENT' && !preset.endsWith('.json')) return undefined;
				throw badRequest(`The preset ${preset} cannot be read: ${error.message}`);
			});
	return text === undefined ? { preset: preset as Preset } : { variants: switchesIn(text, preset) };
}

export function switchesIn(text: string, file: string): Partial<Variants> {
	const read = parse(text);
	const switches = isObject(read) && 'preset' in read ? read.preset : read;
	if (!isObject(switches))
		throw badRequest(`The preset ${file} must be a JSON object with switches.`);
	return 'seen' in switches ? switchesOf(switches) : switches;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
