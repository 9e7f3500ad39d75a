import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../transport/client';

export type Stored = { fmsFileId: string } | { sourcecontentId: string };

/** A file or key/value content to translate, or a support asset. */
export interface ContentItem {
	itemIndex: number;
	kind: 'file' | 'content' | 'supportAsset';
	/** Of key/value content. */
	textCount?: number;
	requestName: string;
	/** From the content system or derived from the content. The same in every run. */
	sourceNativeId: string;
	sourceLanguage: string;
	/** Empty for a support asset. */
	targets: string[];
	wordCount?: number;
	extendedMetadata?: IDataObject;
	store(client: Client, jobId: string): Promise<Stored>;
	/** Compares stored content. Not needed if the source id is derived from the content. */
	isStored?(client: Client, jobId: string, stored: Stored): Promise<boolean>;
}

export const requestCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.reduce((sum, { targets }) => sum + targets.length, 0);

/** Support assets are uploaded files, too. */
export const fileCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.filter(({ kind }) => kind !== 'content').length;

export const isSupportAsset = ({ kind }: ContentItem): boolean => kind === 'supportAsset';

export const assetCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.filter(isSupportAsset).length;
