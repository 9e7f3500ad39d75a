import {
	isErrorStatus,
	listenerTypeTitle,
	statusTitle,
	statusTitleAndCode,
} from '../../../nodes/rules/statuses';

describe('the title of a status', () => {
	it.each([
		['CREATED', 'Created'],
		['SENT_TO_PROVIDER', 'Sent to Provider'],
		['REVIEW_TRANSLATION', 'Review Translation'],
		['A_NEW_1', 'A New 1'],
		['', ''],
		['On hold', 'On hold'],
		['In_Work', 'In_Work'],
	])('of "%s" is "%s"', (code, title) => {
		expect(statusTitle(code)).toBe(title);
	});

	it('goes with its code for those who write expressions', () => {
		expect(statusTitleAndCode('IN_TRANSLATION')).toBe('In Translation (IN_TRANSLATION)');
		expect(statusTitleAndCode('On hold')).toBe('On hold');
	});
});

describe('a status that no document names', () => {
	it.each([
		'ERROR',
		'TRANSLATION_ERROR',
		'ERROR_IN_FILE',
		'Failed',
		'importFailed',
		'send failure',
		'ERRORED',
		'Errors',
	])('%s is an error', (code) => expect(isErrorStatus(code)).toBe(true));
	it.each([
		'NO_ERROR',
		'NoErrors',
		'WITHOUT_ERRORS',
		'not failed',
		'ERROR_FREE',
		'ERROR_RESOLVED',
		'IN_TRANSLATION',
		'',
	])('%s is none', (code) => expect(isErrorStatus(code)).toBe(false));
});

describe('the title of a listener type', () => {
	it.each([
		['JOB_STATUS_UPDATED', 'Job Status'],
		['REQUEST_STATUS_UPDATED', 'Request Status'],
		['REQUEST_STATUS_UPDATE', 'Request Status'],
		['ASSET_CREATED', 'Asset Created'],
	])('of %s is "%s"', (type, title) => {
		expect(listenerTypeTitle(type)).toBe(title);
	});
});
