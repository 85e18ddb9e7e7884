import { MemoryError } from "@kioku/core";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

import { threadOf, type TrustedRun } from "../tools/memory-source.js";

/** Runtime of hooks. LangChain before 1.2 gives no `configurable`. */
interface HookRuntime {
  readonly context?: unknown;
  readonly configurable?: unknown;
  readonly writer?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Run that a hook or tool is called in. */
export interface AgentRun extends TrustedRun<unknown> {
  /** Lives as long as the run and the runs within it; nothing if LangChain gives no such object. */
  readonly identity: object | undefined;
  /** Context as the app gave it: a schema makes a new object for each hook. */
  readonly givenContext: unknown;
  /** Position of its graph in the graphs around it; empty for the outermost. */
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

/** Ways to find the context. */
interface ContextRules {
  /** True if the middleware has a schema, whose output LangChain gives to all hooks. */
  readonly hasSchema: boolean;
  /** True if the context must be looked up: without a schema only model call hooks get it. */
  readonly mustLook: boolean;
}

/** Returns the run of a hook. @throws `invalid-input` if its context is out of reach. */
export function agentRun(runtime: HookRuntime, rules: ContextRules): AgentRun {
  const config = configOf(runtime);
  const configurable = runtime.configurable ?? config?.configurable;
  const { writer, signal } = runtime;
  const context = contextOf(runtime, config, rules);
  const givenContext = config ? config.context : rules.hasSchema ? undefined : context;
  return runOf({ context, configurable, writer, signal }, givenContext);
}

/** Returns the run of a tool, which gets the context as the app gave it. */
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

/** Returns the configuration of the hook's own node: writers and signals belong to one node. */
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
  const problem = "options.contextSchema must be given where there is no AsyncLocalStorage";
  const reason = "without it LangChain hides the context from this hook";
  throw new MemoryError("invalid-input", `${problem}: ${reason}`);
}

/** Returns the graphs around: `a:1|b:2` is node `b` in a graph that node `a` runs. */
function pathOf(configurable: unknown): string {
  const { checkpoint_ns: path } = (configurable ?? {}) as { readonly checkpoint_ns?: unknown };
  return typeof path === "string" ? path.slice(0, Math.max(path.lastIndexOf("|"), 0)) : "";
}
