import { badRequest } from '../calls/refusal';
import { defaultVariants, type Variants } from './variants';

/** `specification`: strict, as written; `production`: as other connectors meet the service. */
export type Preset = 'specification' | 'production';

const PRESETS: Record<Preset, Partial<Variants>> = {
	specification: {},
	production: {
		pageShape: 'both',
		emptyList: 'omitted',
		retrieveShape: 'translationContent',
		sourceFileRedirects: true,
	},
};

/** All switches of a preset. */
export function presetVariants(preset: Preset): Variants {
	if (!Object.hasOwn(PRESETS, preset))
		throw badRequest(
			`There is no preset "${String(preset)}". Known: ${Object.keys(PRESETS).join(', ')}.`,
		);
	return { ...defaultVariants(), ...PRESETS[preset] };
}
