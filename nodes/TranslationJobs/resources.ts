import type { Resource } from './operation';
import * as apiCall from './operations/apiCall';
import * as connection from './operations/connection';
import * as file from './operations/file';
import * as job from './operations/job';
import * as language from './operations/language';
import * as listener from './operations/listener';
import * as provider from './operations/provider';
import * as quota from './operations/quota';
import * as request from './operations/request';
import * as sourceContent from './operations/sourceContent';
import * as statusUpdate from './operations/statusUpdate';
import * as supportAsset from './operations/supportAsset';
import * as translationMemory from './operations/translationMemory';

/** The keys are the resource values in saved workflows. */
export const RESOURCES: Record<string, Resource> = {
	apiCall,
	connection,
	file,
	job,
	language,
	listener,
	provider,
	quota,
	request,
	sourceContent,
	statusUpdate,
	supportAsset,
	translationMemory,
};
