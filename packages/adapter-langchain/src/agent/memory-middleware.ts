import type { StructuredToolInterface } from "@langchain/core/tools";
import type { InferInteropZodOutput, InteropZodObject } from "@langchain/core/utils/types";
import { interopParse } from "@langchain/core/utils/types";
import { createMiddleware } from "langchain";

import { memoryOf, type MemorySource } from "../tools/memory-source.js";
import { toolsOf, type ToolSettings } from "../tools/memory-tools.js";
import { agentRun, toolRun } from "./agent-run.js";
import { captureTurn } from "./capture-turn.js";
import { resolveMiddlewareOptions } from "./memory-middleware-options.js";
import type {
  MemoryMiddlewareOptions,
  MemoryMiddlewareOptionsWithSchema,
  ResolvedMiddlewareOptions,
} from "./memory-middleware-options.js";
import { TurnMemory } from "./turn-memory.js";
import { lastAsked } from "./turn.js";
import { withRecalled } from "./with-recalled.js";

/** Middleware for `createAgent`, with the schema of the context if one was given. */
export type MemoryMiddleware<Schema extends InteropZodObject | undefined = undefined> = ReturnType<
  typeof createMiddleware<undefined, Schema>
>;

/**
 * Gives an agent of LangChain a memory: recalls once for each message of the user, shows the result
 * in model calls, and remembers the turn when the agent has ended.
 *
 * Recalled memories go before the user's words, fenced, in what the model is sent and never into
 * the state, so no checkpoint or later turn holds them. A run resumed after an interrupt recalls
 * again. List it first: then it remembers last, when no other middleware can fail the run.
 * @throws `invalid-input` for options that cannot work.
 */
export function memoryMiddleware<Schema extends InteropZodObject>(
  options: MemoryMiddlewareOptionsWithSchema<Schema, InferInteropZodOutput<Schema>>,
): MemoryMiddleware<Schema>;
export function memoryMiddleware<Context = unknown>(
  options: MemoryMiddlewareOptions<Context>,
): MemoryMiddleware;
export function memoryMiddleware(options: MemoryMiddlewareOptions): unknown {
  const resolved = resolveMiddlewareOptions(options);
  const { name, contextSchema, memory, recall, capture, tools } = resolved;
  const hasSchema = contextSchema !== undefined;
  const turn = new TurnMemory(resolved);
  const middleware: unknown = createMiddleware<undefined, InteropZodObject | undefined>({
    name,
    ...(hasSchema && { contextSchema }),
    ...(tools && { tools: middlewareTools(tools, turn, resolved) }),
    ...((recall || tools) && {
      wrapModelCall: async (request, handler) => {
        const { messages, state, runtime } = request;
        const run = agentRun(runtime, { hasSchema, mustLook: false });
        // Hosts report tool failures to the model and go on; a failed choice of memory fails the
        // run here.
        if (tools) memoryOf(memory, run);
        const asked = lastAsked(state.messages);
        const { text } = await turn.recalledFor(asked, run, messages);
        if (text === "") return handler(request);
        return handler({ ...request, messages: withRecalled(messages, text, asked) });
      },
    }),
    ...(capture !== "off" && {
      afterAgent: async ({ messages }, runtime) => {
        const run = agentRun(runtime, { hasSchema, mustLook: typeof memory === "function" });
        const shownTrust = (): Promise<number> => turn.shownTrust(messages, run);
        await captureTurn(messages, run, { ...resolved, shownTrust });
      },
    }),
  });
  return middleware;
}

/** Returns the tools of a middleware, on its memory and with the trust of what it has shown. */
function middlewareTools(
  tools: ToolSettings,
  turn: TurnMemory,
  { memory, contextSchema }: ResolvedMiddlewareOptions,
): StructuredToolInterface[] {
  // LangChain gives hooks the parsed context, but tools the original.
  const parsed = (context: unknown): unknown =>
    contextSchema ? interopParse(contextSchema, context ?? {}) : context;
  const source: MemorySource =
    typeof memory === "function"
      ? (run) => memoryOf(memory, { ...run, context: parsed(run.context) })
      : memory;
  return toolsOf(tools, {
    source,
    shownTrust: (messages, config) =>
      turn.shownTrust(messages, toolRun(config, parsed(config.context))),
  });
}
