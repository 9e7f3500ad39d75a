import type { IDataObject } from 'n8n-workflow';

import type { Content } from './content/content';

/** A file or key/value content to translate, or a support asset. */
export interface ContentItem {
	itemIndex: number;
	kind: 'file' | 'content' | 'supportAsset';
	content: Content;
	requestName: string;
	/** From the content system or derived from the content. The same in every run. */
	sourceNativeId: string;
	/** Then requests with this id have this content. */
	isIdDerived: boolean;
	sourceLanguage: string;
	/** Empty for a support asset. */
	targets: string[];
	wordCount?: number;
	extendedMetadata?: IDataObject;
}

export const requestCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.reduce((sum, { targets }) => sum + targets.length, 0);

/** Support assets are uploaded files, too. */
export const fileCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.filter(({ kind }) => kind !== 'content').length;

export const isSupportAsset = ({ kind }: ContentItem): boolean => kind === 'supportAsset';

export const assetCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.filter(isSupportAsset).length;
