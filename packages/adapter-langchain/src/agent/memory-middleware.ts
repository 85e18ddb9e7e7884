import { judgeTrust, lowerVerdict, type ReadText } from "@kioku/tools";
import { AIMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { InferInteropZodOutput, InteropZodObject } from "@langchain/core/utils/types";
import { interopParse } from "@langchain/core/utils/types";
import { createMiddleware } from "langchain";

import { toolsOf, type ToolSettings } from "../tools/defined-tools.js";
import { memoryOf, type MemorySource } from "../tools/memory-source.js";
import { markedVerdict, messageText, readMessages, TRUST_MARK } from "../tools/turn-trust.js";
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
 * again. An answer that may repeat what is not fully trusted says so in `response_metadata.kioku`,
 * with `trust` and `because`. List the middleware first: then it remembers last, when no other
 * middleware can fail the run.
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
  const { name, contextSchema, memory, recall, capture, tools, trustRules: rules } = resolved;
  const hasSchema = contextSchema !== undefined;
  const turn = new TurnMemory(resolved);
  const middleware: unknown = createMiddleware<undefined, InteropZodObject | undefined>({
    name,
    ...(hasSchema && { contextSchema }),
    ...(tools && { tools: middlewareTools(tools, turn, resolved) }),
    ...((recall || tools || capture !== "off") && {
      wrapModelCall: async (request, handler) => {
        const { messages, state, runtime } = request;
        const run = agentRun(runtime, { hasSchema, mustLook: false });
        // Hosts report tool failures to the model and go on; a failed choice of memory fails the
        // run here.
        if (tools) memoryOf(memory, run);
        const asked = lastAsked(state.messages);
        const { text } = await turn.recalledFor(asked, run, messages);
        const shown = text === "" ? messages : withRecalled(messages, text, asked);
        const answer = await handler(text === "" ? request : { ...request, messages: shown });
        const read = [
          ...(await turn.shownTexts(state.messages, run)),
          ...readMessages(state.messages, rules),
        ];
        return AIMessage.isInstance(answer) ? markAnswer(answer, read, rules) : answer;
      },
    }),
    ...(capture !== "off" && {
      afterAgent: async ({ messages }, runtime) => {
        const run = agentRun(runtime, { hasSchema, mustLook: typeof memory === "function" });
        const shownTexts = (): Promise<readonly ReadText[]> => turn.shownTexts(messages, run);
        await captureTurn(messages, run, { ...resolved, shownTexts });
      },
    }),
  });
  return middleware;
}

/**
 * Marks an answer that is not fully trusted in its `response_metadata`, for the app and for later
 * turns.
 */
function markAnswer(
  answer: AIMessage,
  read: readonly ReadText[],
  rules: ResolvedMiddlewareOptions["trustRules"],
): AIMessage {
  // Another memory may have marked it.
  const judged = judgeTrust(messageText(answer), read);
  const { trust, because } = lowerVerdict(judged, markedVerdict(answer, rules));
  if (trust === 1) return answer;
  // The model may keep its answer in a cache.
  const copy = Object.create(Object.getPrototypeOf(answer) as object) as AIMessage;
  const { lc_kwargs: fields, response_metadata: metadata } = answer;
  return Object.assign(copy, answer, {
    lc_kwargs: { ...fields },
    response_metadata: { ...metadata, [TRUST_MARK]: { trust, because } },
  });
}

/** Returns the tools of a middleware, on its memory and with what it has shown. */
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
    shownTexts: (messages, config) =>
      turn.shownTexts(messages, toolRun(config, parsed(config.context))),
  });
}
