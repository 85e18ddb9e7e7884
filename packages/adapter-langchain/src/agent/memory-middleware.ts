import type { InferInteropZodOutput, InteropZodObject } from "@langchain/core/utils/types";
import { createMiddleware } from "langchain";

import { memoryOf } from "../tools/memory-source.js";
import { agentRun } from "./agent-run.js";
import { captureTurn } from "./capture-turn.js";
import { resolveMiddlewareOptions } from "./memory-middleware-options.js";
import type {
  MemoryMiddlewareOptions,
  MemoryMiddlewareOptionsWithSchema,
} from "./memory-middleware-options.js";
import { middlewareTools } from "./middleware-tools.js";
import { TurnMemory } from "./turn-memory.js";
import { lastAsked } from "./turn.js";
import { withRecalled } from "./with-recalled.js";

/** Middleware for `createAgent`; with a schema of the context, if one was given. */
export type MemoryMiddleware<Schema extends InteropZodObject | undefined = undefined> = ReturnType<
  typeof createMiddleware<undefined, Schema>
>;

/**
 * Gives an agent of LangChain a memory: recalls once for each message of the user, shows what it
 * found in the calls of the model, and remembers the turn when the agent has ended.
 *
 * What was recalled goes before the words of the user, fenced, in what the model is sent and never
 * into the state, so that no checkpoint and no later turn holds it. A run that is resumed after an
 * interrupt recalls again.
 *
 * List it first: then it remembers last, when no other middleware can fail the run any more.
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
        // Hosts tell the model what fails in a tool, and go on. A choice of memory that failed
        // there fails the run here.
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
