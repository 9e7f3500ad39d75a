import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../transport/client';

/** How requests refer to what was brought to the job. */
export type Stored = { fmsFileId: string } | { sourcecontentId: string };

/** What an input item brings: a file or key/value content to translate, or a file that helps the translators. */
export interface ContentItem {
	itemIndex: number;
	kind: 'file' | 'content' | 'supportAsset';
	requestName: string;
	/** The item's id in the content system, or one derived from the content; the same in every run. */
	sourceNativeId: string;
	sourceLanguage: string;
	/** None for a support asset, which is not translated. */
	targets: string[];
	wordCount?: number;
	extendedMetadata?: IDataObject;
	store(client: Client, jobId: string): Promise<Stored>;
	/** Whether what was stored earlier is this very content; missing where the source id says so, being derived from it. */
	isStored?(client: Client, jobId: string, stored: Stored): Promise<boolean>;
}

export const requestCount = (contentItems: readonly ContentItem[]): number => contentItems.reduce((sum, { targets }) => sum + targets.length, 0);

/** Support assets are files, too: they are uploaded the same way. */
export const fileCount = (contentItems: readonly ContentItem[]): number => contentItems.filter(({ kind }) => kind !== 'content').length;

export const isSupportAsset = ({ kind }: ContentItem): boolean => kind === 'supportAsset';

export const assetCount = (contentItems: readonly ContentItem[]): number => contentItems.filter(isSupportAsset).length;
