import { apiCall, language, listener, provider, quota, sourceContent, statusUpdate } from './scenarios/others';
import { matrix } from './support/matrix';
import { scenariosOf } from './support/operations';

matrix({
	...scenariosOf('sourceContent', sourceContent),
	...scenariosOf('statusUpdate', statusUpdate),
	...scenariosOf('provider', provider),
	...scenariosOf('listener', listener),
	...scenariosOf('language', language),
	...scenariosOf('quota', quota),
	...scenariosOf('apiCall', apiCall),
});
