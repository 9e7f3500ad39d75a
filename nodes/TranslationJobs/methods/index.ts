export * as listSearch from '../../shared/methods/listSearch';
export * as loadOptions from '../../shared/methods/loadOptions';
export * as credentialTest from './credentialTest';
export * as resourceMapping from './resourceMapping';
