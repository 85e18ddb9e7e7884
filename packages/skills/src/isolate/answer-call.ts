import type { DispatchReport, Memory, PromptContext, Recalled, SkillContext } from "@kioku/core";
import { MemoryError } from "@kioku/core";

import { errorCopies } from "./error-copies.js";
import type { HostMessage, VerbAnswer, VerbCall } from "./messages.js";

const ERRORS = /* @__PURE__ */ errorCopies(MemoryError);

type Verb = (...given: readonly unknown[]) => unknown;

/** Verbs that a worker calls, of its context and of memories: those that return promises. */
export const WORKER_VERBS: {
  readonly contextVerbs: readonly (keyof SkillContext)[];
  readonly memoryVerbs: readonly (keyof Memory)[];
} = {
  contextVerbs: [
    "memoryGet",
    "memorySet",
    "memorySearch",
    "memorySetWithEmbedding",
    "emit",
    "call",
  ],
  memoryVerbs: [
    "remember",
    "rememberAll",
    "recall",
    "context",
    "set",
    "get",
    "read",
    "update",
    "forget",
    "erase",
    "markUsed",
    "surface",
    "list",
    "history",
    "scopes",
    "import",
  ],
};

/**
 * Calls a verb for a worker, with its context, so within its permissions and its time. The worker
 * may send anything.
 */
export async function answerCall(
  call: VerbCall,
  context: SkillContext,
  signal: AbortSignal,
): Promise<VerbAnswer> {
  const { id } = call;
  const answer = { type: "answer", id } as const;
  try {
    const result = await callVerb(call, context, signal);
    const nowMs = context.now().getTime();
    if (Array.isArray(result)) {
      const { notice, omitted } = result as unknown as Recalled;
      return { ...answer, nowMs, value: result, members: { notice, omitted } };
    }
    const value = Object.hasOwn(AS_DATA, call.verb) ? AS_DATA[call.verb]?.(result) : result;
    return { ...answer, nowMs, value };
  } catch (error) {
    return { ...answer, nowMs: context.now().getTime(), error: ERRORS.toSent(error) };
  }
}

/** Returns the answer for a result that cannot be sent. */
export function unsentAnswer({ id, verb }: VerbCall, { nowMs }: VerbAnswer): VerbAnswer {
  const message = `result of ${verb} cannot be copied into a worker`;
  return {
    type: "answer",
    id,
    nowMs,
    error: ERRORS.toSent(new MemoryError("unsupported", message)),
  };
}

/** Returns the message of an abort, without its reason if that cannot be sent. */
export function abortMessage(reason: unknown): HostMessage {
  try {
    return structuredClone({ type: "abort", reason: ERRORS.toSent(reason) });
  } catch {
    return { type: "abort", reason: { kind: "value", value: undefined } };
  }
}

async function callVerb(
  { target: name, path, verb, given, signalAt }: VerbCall,
  context: SkillContext,
  signal: AbortSignal,
): Promise<unknown> {
  const { contextVerbs, memoryVerbs } = WORKER_VERBS;
  const verbs: readonly string[] = name === "context" ? contextVerbs : memoryVerbs;
  if (!verbs.includes(verb)) {
    throw new MemoryError("unsupported", `${verb} is not available in a worker`);
  }
  const target = name === "context" ? context : viewOf(context[name], path);
  const list = given.map((one, index) =>
    index === signalAt ? { ...(one as object), signal } : one,
  );
  return Reflect.apply(Reflect.get(target, verb) as Verb, target, list);
}

function viewOf(memory: Memory, [first, ...rest]: readonly string[]): Memory {
  return first === undefined ? memory : memory.scope(first, ...rest);
}

/** Results that a copy would break, as data for the worker. */
const AS_DATA: Readonly<Record<string, (result: unknown) => unknown>> = {
  context: (result) => ({ ...(result as PromptContext), citations: undefined }),
  emit: (result) => {
    const report = result as DispatchReport;
    const outcomes = report.outcomes.map((one) =>
      one.error === undefined ? one : { ...one, error: ERRORS.toSent(one.error) },
    );
    return { ...report, outcomes };
  },
};
