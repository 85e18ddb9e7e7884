import type { Filter } from "@kioku/core";
import { orContinue } from "@kioku/core/toolkit";
import type { BaseMessage } from "@langchain/core/messages";

import { memoryOf } from "../tools/memory-source.js";
import { MESSAGE_ID } from "../tools/message-id.js";
import { UNKNOWN_TRUST } from "../tools/turn-trust.js";
import type { AgentRun } from "./agent-run.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import { messageText } from "./message-text.js";
import type { Recalled } from "./turn-recalls.js";

/** Most messages that a recall leaves out; of more, the newest. */
const MAX_LEFT_OUT = 1_000;

/** Where something is recalled for. */
export interface RecallPlace {
  readonly run: AgentRun;
  /** What the model is sent. */
  readonly messages: readonly BaseMessage[];
}

/**
 * What a memory has to say to a message, fenced. What the model is sent as messages is left out.
 */
export async function recallText(
  asked: BaseMessage,
  { run, messages }: RecallPlace,
  options: ResolvedMiddlewareOptions,
): Promise<Recalled> {
  const query = messageText(asked);
  if (!options.recall || query.trim() === "") return { text: "", trust: 1 };
  const { settings, prompt } = options.recall;
  const memory = memoryOf(options.memory, run);
  const { signal, threadId } = run;
  const filter = unlessSent(messages, threadId, settings.filter);
  const found = await orContinue(
    "the agent goes on without what it remembers: recalling failed",
    { ...options, signal },
    () => memory.context({ ...settings, filter, query }, { ...prompt, signal }),
  );
  return { text: found?.text ?? "", trust: found?.trust ?? UNKNOWN_TRUST };
}

/** By thread as well: an app may count the messages of each thread from one. */
function unlessSent(
  messages: readonly BaseMessage[],
  threadId: string | undefined,
  filter: Filter | undefined,
): Filter | undefined {
  const ids = messages.flatMap(({ id }) => id ?? []).slice(-MAX_LEFT_OUT);
  if (ids.length === 0) return filter;
  const unsent: Filter = {
    $not: { [MESSAGE_ID]: { $in: ids }, "@thread": threadId ?? null },
  };
  return filter === undefined ? unsent : { $and: [filter, unsent] };
}
