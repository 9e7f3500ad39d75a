import { isAccessFault } from '../../../../nodes/ProjectSettings/soap/fault';

const isAccess = (reason: string, { code = 's:Client', detail = '' } = {}) =>
	isAccessFault({ code, reason, detail });

it.each([
	'The ticket is not valid or has expired.',
	'Ticket mismatch',
	'Your session has ended.',
	'Please log on first.',
	'You are not logged in.',
	'Login failed for user X.',
	'Authentication failed.',
	'Access is denied.',
	'Access denied',
	'The caller is not authorised.',
	'AuthTicket is missing.',
	'ApiKey is required.',
	'The APIKey is wrong.',
	'Credentials are required.',
	'The access token has expired.',
	'The security token is invalid.',
	'An error occurred when verifying security for the message.',
])('is about access: %s', (reason) => expect(isAccess(reason)).toBe(true));

it.each([
	's:InvalidTicket',
	's:SessionExpired',
	'TICKET_EXPIRED',
	'wsse:InvalidSecurityToken',
	'wsse:FailedAuthentication',
	'a:InvalidSecurity',
	'a:AccessDenied',
	'TokenExpired',
])('is about access by its code: %s', (code) => expect(isAccess('Error', { code })).toBe(true));

it.each([
	'ErrorCode: InvalidTicket',
	'Message: The session has expired.',
	'Code: E_ACCESS_DENIED',
	'Reason: wrong password',
])('is about access by its detail: %s', (detail) =>
	expect(isAccess('Error', { detail })).toBe(true),
);

it.each([
	'Price list 501 has expired.',
	'Unexpected token "<" in line 3.',
	'The error was logged as number 17.',
	'OrganisationId is required.',
	'SecurityLevel is missing.',
	'The author is unknown.',
])('is about what was asked for: %s', (reason) => expect(isAccess(reason)).toBe(false));
