import type { RequestDetails } from '../../../api/requests';
import type { Content } from './content';

/** A file or key/value content to translate, or a support asset. */
export interface ContentItem extends RequestDetails {
	itemIndex: number;
	kind: 'file' | 'content' | 'supportAsset';
	content: Content;
	/** From the content system or derived from the content. The same in every run. */
	sourceNativeId: string;
	/** Then the id stands for the content, and stored content need not be compared. */
	isIdDerived: boolean;
	/** Empty for a support asset. */
	targetNativeLanguageCodes: string[];
}

export const requestCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.reduce((sum, item) => sum + item.targetNativeLanguageCodes.length, 0);

/** Support assets are uploaded files, too. */
export const fileCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.filter(({ kind }) => kind !== 'content').length;

export const isSupportAsset = ({ kind }: ContentItem): boolean => kind === 'supportAsset';

export const assetCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.filter(isSupportAsset).length;
