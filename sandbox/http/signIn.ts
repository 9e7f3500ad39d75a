import { type Exchange, send } from './exchange';

export const SIGN_IN_PATH = '/signin';

const PAGE =
	'<!DOCTYPE html><html><head><title>Sign in</title></head><body><form method="post"><h1>Sign in to continue</h1>' +
	'<input name="username"><input name="password" type="password"></form></body></html>';

/** A page instead of an error, as people see it who are not signed in. */
export const sendSignInPage = ({ res }: Exchange): void =>
	send(res, 200, PAGE, { 'Content-Type': 'text/html; charset=utf-8' });
