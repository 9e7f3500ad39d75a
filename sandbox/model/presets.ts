import { badRequest } from '../calls/refusal';
import { defaultVariants, type Variants } from './variants';

/** `specification`: strict, as written; `production`: as other connectors meet the service. */
export type Preset = 'specification' | 'production';

const PRESETS: Record<Preset, Partial<Variants>> = {
	specification: {},
	production: {
		unknownInput: 'noted',
		pageShape: 'both',
		emptyList: 'omitted',
		emptyListeners: 'list',
		statusField: 'statusCode',
		providerIdField: 'providerId',
		providerNameField: 'providerName',
		idForm: 'base64url',
		languageCase: 'any',
		fileTypeForm: 'extension',
		withoutOctetStream: 'base64',
		retrieveShape: 'translationContent',
		sourceFileRedirects: true,
		tusLocation: 'path',
		uploadAnswer: 'file',
		deleteAnswer: 'noContent',
		cors: true,
		listenerPatchNeedsUri: true,
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
