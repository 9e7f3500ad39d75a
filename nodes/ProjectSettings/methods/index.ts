export * as credentialTest from './credentialTest';
export * as resourceMapping from './resourceMapping';
