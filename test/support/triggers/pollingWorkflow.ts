/** A workflow with one polling trigger, polled and saved exactly as n8n does it. */
import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { type Engine, PACKAGE } from '../../../scripts/engine';

/**
 * `classic`: one workflow object for as long as the workflow is active; its static data is saved
 * when a poll emits, never otherwise. `reloaded`: likewise, but read from the database before each
 * poll. `durable`: a staged copy, saved in one transaction with the execution, and by polls without
 * items as well.
 */
export type Saving = 'classic' | 'reloaded' | 'durable';

/** What n8n's database keeps of a workflow. */
export interface Saved {
	staticData: IDataObject;
	/** The durable cursor of the node, once there is one. */
	cursor?: IDataObject;
}

export interface PollingOptions {
	type: string;
	parameters?: INodeParameters;
	saving?: Saving;
	saved?: Saved;
	workflowId?: string;
	nodeId?: string;
	nodeName?: string;
	budgetMs?: number;
	/** The execution begins. In the classic modes static data was saved a moment before that. */
	onExecution?: (items: INodeExecutionData[]) => void;
	/** Called whenever the database is written. */
	onSave?: (saved: Saved) => void;
}

const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export class PollingWorkflow {
	readonly saved: Saved;
	readonly executions: INodeExecutionData[][] = [];
	/** Strikes between saving the static data and starting the execution. */
	dieBeforeExecution = false;
	private node: INode;
	private workflow: Workflow;

	constructor(
		private readonly engine: Engine,
		private readonly options: PollingOptions,
	) {
		this.saved = options.saved ?? { staticData: {} };
		this.node = {
			id: options.nodeId ?? 'trigger',
			name: options.nodeName ?? 'Trigger',
			type: `${PACKAGE}.${options.type}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: options.parameters ?? {},
			credentials: { translationJobsApi: { id: 'rest', name: 'Sandbox' } },
		};
		this.workflow = this.load();
	}

	private get saving(): Saving {
		return this.options.saving ?? 'classic';
	}

	private load(): Workflow {
		return this.engine.workflow({
			id: this.options.workflowId ?? 'workflow-1',
			nodes: [this.node],
			connections: {},
			staticData: clone(this.saved.staticData),
		});
	}

	/** As after a deactivation and activation, or a change of the workflow. */
	reactivate() {
		this.workflow = this.load();
	}

	/** Somebody renames the node and saves the workflow. */
	rename(name: string) {
		this.node = { ...this.node, name };
		this.reactivate();
	}

	/** @param staged - Instead of the static data. */
	private context(mode: WorkflowExecuteMode, staged?: IDataObject): PollContext {
		const { workflow, node } = this;
		const unused = () => {
			throw new Error('n8n emits what a poll returns');
		};
		const staticData = () => staged ?? workflow.getStaticData('node', node);
		const budget = this.options.budgetMs === undefined ? undefined : () => this.options.budgetMs!;
		const activation: WorkflowActivateMode = mode === 'manual' ? 'manual' : 'activate';
		const context = new PollContext(
			workflow,
			node,
			this.engine.additionalData(workflow, mode),
			mode,
			activation,
			unused,
			unused,
			undefined,
			undefined,
			staticData,
			budget,
		);
		// n8n 1 limits no poll.
		return budget && !('getPollBudgetMs' in context)
			? Object.assign(context as PollContext, { getPollBudgetMs: budget })
			: context;
	}

	private get nodeType(): INodeType {
		return this.engine.nodeTypes.getByNameAndVersion(this.node.type, 1);
	}

	/**
	 * One poll of an active workflow. Returns what was emitted; a failed poll throws and saves
	 * nothing. `discard`: the workflow was changed meanwhile.
	 */
	async poll({ discard = false } = {}): Promise<INodeExecutionData[] | null> {
		if (this.saving === 'reloaded') this.workflow = this.load();
		if (this.saving !== 'durable')
			return this.finish(await this.nodeType.poll!.call(this.context('trigger')), discard);
		const staged = clone(this.saved.cursor ?? this.workflow.getStaticData('node', this.node));
		const output = await this.nodeType.poll!.call(this.context('trigger', staged));
		if (!discard) this.save({ staticData: this.saved.staticData, cursor: clone(staged) });
		return this.finish(output, discard);
	}

	private finish(
		output: INodeExecutionData[][] | null,
		discard: boolean,
	): INodeExecutionData[] | null {
		if (output === null || discard) return null;
		if (this.workflow.staticData.__dataChanged === true) {
			this.save({ ...this.saved, staticData: clone(this.workflow.staticData) });
			this.workflow.staticData.__dataChanged = false;
		}
		const items = clone(output[0] ?? []);
		if (this.dieBeforeExecution) return null;
		this.executions.push(items);
		this.options.onExecution?.(items);
		return items;
	}

	private save(saved: Saved) {
		Object.assign(this.saved, saved);
		this.options.onSave?.(this.saved);
	}

	/** "Fetch Test Event" in the editor. */
	async test(): Promise<INodeExecutionData[] | null> {
		const output = await this.nodeType.poll!.call(this.context('manual'));
		return output === null ? null : (output[0] ?? []);
	}

	/** Every item of every execution, as JSON. */
	get emitted(): IDataObject[] {
		return this.executions.flat().map(({ json }) => json);
	}

	get keys(): string[] {
		return this.emitted.map(({ deliveryKey }) => String(deliveryKey));
	}
}
