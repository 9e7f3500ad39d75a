/** Readers of parameters. Expressions may give any value: only `readText` converts it. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

type Context = Pick<IExecuteFunctions, 'getNodeParameter'>;

export const readText = (
	context: Context,
	name: string,
	itemIndex: number,
	fallback = '',
): string => String(context.getNodeParameter(name, itemIndex, fallback) ?? '').trim();

export const readFlag = (
	context: Context,
	name: string,
	itemIndex: number,
	fallback = false,
): boolean => context.getNodeParameter(name, itemIndex, fallback) as boolean;

export const readChoice = <T extends string = string>(
	context: Context,
	name: string,
	itemIndex: number,
	fallback: NoInfer<T>,
): T => context.getNodeParameter(name, itemIndex, fallback) as T;

/** A collection, or another group of fields. */
export const readGroup = <T = IDataObject>(context: Context, name: string, itemIndex: number): T =>
	context.getNodeParameter(name, itemIndex, {}) as T;
