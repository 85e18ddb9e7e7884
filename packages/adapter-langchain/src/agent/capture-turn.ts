import type { RememberInput } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";
import { rememberTurn } from "@kioku/tools";
import type { BaseMessage } from "@langchain/core/messages";

import { memoryOf } from "../tools/memory-source.js";
import { MESSAGE_ID } from "../tools/memory-tools.js";
import { trustOfTools } from "../tools/turn-trust.js";
import type { AgentRun } from "./agent-run.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import { lastTurn, messageText } from "./turn.js";

/** Options, with the trust of recalled memories. */
interface CaptureRules extends ResolvedMiddlewareOptions {
  shownTrust(): Promise<number>;
}

/** Remembers the last turn of the messages, all or nothing except for vetoes. */
export async function captureTurn(
  messages: readonly BaseMessage[],
  run: AgentRun,
  rules: CaptureRules,
): Promise<void> {
  const { threadId: thread, signal } = run;
  const turn = lastTurn(messages);
  if (!turn) return;
  const { asked, answer } = turn;
  const inputs = asked.flatMap((message) =>
    toInput(message, { origin: "user", trust: 1, thread }, message.id),
  );
  if (rules.capture === "turn" && answer) {
    const trust = Math.min(trustOfTools(messages, rules.trustRules), await rules.shownTrust());
    inputs.push(...toInput(answer, { origin: "assistant", trust, thread }, asked.at(-1)?.id));
  }
  if (inputs.length === 0) return;
  const memory = memoryOf(rules.memory, run);
  await rememberTurn(memory, inputs, { ...rules, signal, actor: `middleware:${rules.name}` });
}

const STRUCTURED = "Returning structured response: ";

interface Source {
  readonly origin: "user" | "assistant";
  readonly trust: number;
  readonly thread: string | undefined;
}

/**
 * Converts a message of the turn that the user's message `turnId` began, unless it has no text. The
 * key is per thread, turn and words: a repeated run writes once, another answer is another memory.
 * Without an id a repetition cannot be told from a new message.
 */
function toInput(
  message: BaseMessage,
  { origin, trust, thread }: Source,
  turnId: string | undefined,
): readonly RememberInput[] {
  const text = messageText(message);
  const isWrapped = origin === "assistant" && text.startsWith(STRUCTURED);
  const content = isWrapped ? text.slice(STRUCTURED.length) : text;
  if (content.trim() === "") return [];
  const key = [origin, turnId ?? "", content, ...(thread === undefined ? [] : [thread])];
  const idempotencyKey = turnId === undefined ? undefined : `langchain:${hashText(...key)}`;
  const metadata = message.id === undefined ? {} : { [MESSAGE_ID]: message.id };
  return [{ content, kind: "message", origin, trust, thread, metadata, idempotencyKey }];
}
