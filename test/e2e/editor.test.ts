/** What people see in a browser, in an n8n of its own: it runs beside n8n.test.ts. */
import { useEnvironment } from './environment';
import { browser } from './parts/browser';
import { credentialDialog } from './parts/credentials';
import { dashboard } from './parts/dashboard';
import { entries } from './parts/entries';

const environment = useEnvironment();

describe('the dashboard', () => dashboard(environment));
describe('in the browser', () => browser(environment));
describe('entries in the browser', () => entries(environment));
describe('the dialog of a credential', () => credentialDialog(environment));
