import * as apiCall from './apiCall';
import * as connection from './connection';
import * as file from './file';
import * as job from './job';
import * as language from './language';
import * as listener from './listener';
import type { Resource } from './operation';
import * as provider from './provider';
import * as quota from './quota';
import * as request from './request';
import * as sourceContent from './sourceContent';
import * as statusUpdate from './statusUpdate';
import * as supportAsset from './supportAsset';
import * as translationMemory from './translationMemory';

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
