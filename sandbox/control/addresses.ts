import type { SoapInfo } from '../soap';

/** What a client needs to use the sandbox. */
export interface Addresses {
	baseUrl: string;
	authUrl: string;
	fileUrl: string;
	controlUrl: string;
	clientId: string;
	clientSecret: string;
	soap: SoapInfo;
}
