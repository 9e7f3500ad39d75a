/**
 * Everything that is checked in one running n8n, in order: starting it takes longer than most of
 * the tests.
 */
import { useEnvironment } from './environment';
import { actions } from './parts/actions';
import { browser } from './parts/browser';
import { credentials } from './parts/credentials';
import { dashboard } from './parts/dashboard';
import { entries } from './parts/entries';
import { files } from './parts/files';
import { listing } from './parts/listing';
import { polling } from './parts/polling';
import { readme } from './parts/readme';
import { restart } from './parts/restart';
import { templates } from './parts/templates';
import { untilStored } from './parts/untilStored';
import { webhook } from './parts/webhook';

const environment = useEnvironment();

describe('what n8n lists', () => listing(environment));
describe('credentials', () => credentials(environment));
describe('actions', () => actions(environment));
describe('files', () => files(environment));
describe('polling triggers', () => polling(environment));
describe('webhook trigger', () => webhook(environment));
describe('a content system that fails', () => untilStored(environment));
describe('templates', () => templates(environment));
describe('the dashboard', () => dashboard(environment));
describe('in the browser', () => browser(environment));
describe('entries in the browser', () => entries(environment));
describe('the README', () => readme(environment));
describe('after a restart', () => restart(environment));
