import { OperationFailed } from '../../../core/operationFailed';

/** What earlier runs have left forbids this one. */
export class RunRefused extends OperationFailed {}
