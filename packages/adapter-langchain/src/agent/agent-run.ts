import { MemoryError } from "@kioku/core";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

import { threadOf } from "../tools/memory-source.js";
import type { TrustedRun } from "../tools/memory-source.js";

/**
 * What is used of the runtime that hooks are given. Before 1.2 LangChain gave no `configurable`.
 */
export interface HookRuntime {
  readonly context?: unknown;
  readonly configurable?: unknown;
  readonly writer?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The run that a hook is called in. */
export interface AgentRun extends TrustedRun<unknown> {
  /** Lives as long as the run, and the runs within it; nothing if LangChain gives nothing such. */
  readonly identity: object | undefined;
  /** The context as the app gave it, before a schema made a new object of it for each hook. */
  readonly givenContext: unknown;
  /**
   * Which of the runs within it: where its graph is in the graphs around it, empty for the
   * outermost.
   */
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

/** How a hook finds the context. */
export interface ContextRules {
  /**
   * The middleware has a schema for it: then LangChain gives all hooks what the schema makes of it.
   */
  readonly hasSchema: boolean;
  /**
   * Without a schema only the hooks around model calls are given the context; the others have to
   * look for it.
   */
  readonly mustLook: boolean;
}

/**
 * What the app gave to the run, and which run it is.
 * @throws `invalid-input` where the context is out of reach, which is where there is no
 *   AsyncLocalStorage and no schema.
 */
export function agentRun(runtime: HookRuntime, rules: ContextRules): AgentRun {
  const config = configOf(runtime);
  const configurable = runtime.configurable ?? config?.configurable;
  const { writer, signal } = runtime;
  const context = contextOf(runtime, config, rules);
  const givenContext = config ? config.context : rules.hasSchema ? undefined : context;
  return runOf({ context, configurable, writer, signal }, givenContext);
}

/** The run that a tool is called in, which is given the context as the app gave it. */
export function toolRun(config: HookRuntime, context: unknown): AgentRun {
  return runOf({ ...config, context }, config.context);
}

function runOf(
  { context, configurable, writer, signal }: HookRuntime,
  givenContext: unknown,
): AgentRun {
  return {
    context,
    givenContext,
    threadId: threadOf(configurable),
    identity: typeof writer === "function" ? writer : undefined,
    path: pathOf(configurable),
    signal,
  };
}

/**
 * The configuration of the node that a hook runs in, and of no other: writers and signals are made
 * for it.
 */
function configOf(runtime: HookRuntime): HookRuntime | undefined {
  const config = AsyncLocalStorageProviderSingleton.getRunnableConfig() as HookRuntime | undefined;
  const isOfNode = config?.writer === runtime.writer && config?.signal === runtime.signal;
  return isOfNode ? config : undefined;
}

function contextOf(
  runtime: HookRuntime,
  config: HookRuntime | undefined,
  { hasSchema, mustLook }: ContextRules,
): unknown {
  if (hasSchema || !mustLook) return runtime.context;
  if (config) return config.context;
  throw new MemoryError(
    "invalid-input",
    "options.contextSchema must be given where there is no AsyncLocalStorage: without it LangChain hides the context from this hook",
  );
}

/** `a:1|b:2` of a node `b` in a graph that node `a` runs. */
function pathOf(configurable: unknown): string {
  const { checkpoint_ns: path } = (configurable ?? {}) as { readonly checkpoint_ns?: unknown };
  return typeof path === "string" ? path.slice(0, Math.max(path.lastIndexOf("|"), 0)) : "";
}
