import type { Memory, RememberInput } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";
import { rememberTurn, type FailurePolicy, type TrustVerdict } from "@kioku/tools";

import { MESSAGE_HASH, messageHash } from "../turn/prompt-words.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import type { StepAnswer } from "./step-answer.js";
import type { Turn, TurnText } from "./turn.js";

/** Turn and answer, with the verdict on the answer. */
interface FinishedTurn {
  readonly turn: Turn;
  readonly answer: StepAnswer;
  readonly verdict: TrustVerdict;
}

/** Remembers a finished turn, all or nothing except for vetoes. */
export async function captureTurn(
  memory: Memory,
  { turn, answer, verdict }: FinishedTurn,
  options: ResolvedMiddlewareOptions & FailurePolicy,
): Promise<void> {
  const { capture, thread, name } = options;
  const { ending, text } = answer;
  if (capture === "off" || ending === "none") return;
  const inputs = turn.texts.map((one) => toInput(one, { origin: "user", trust: 1, thread }));
  if (capture === "turn" && ending === "answered" && text.trim() !== "") {
    const { conversation } = turn;
    const answered = { content: text, hash: messageHash("assistant", text), conversation };
    const { trust } = verdict;
    inputs.push(toInput(answered, { origin: "assistant", trust, thread }));
  }
  await rememberTurn(memory, inputs, { ...options, actor: `middleware:${name}`, verdict });
}

/**
 * Derives the idempotency key from words and position in the conversation: a repeated request
 * writes once, another answer is another memory.
 */
function toInput(
  { content, hash, conversation }: TurnText,
  { origin, trust, thread }: Pick<RememberInput, "origin" | "trust" | "thread">,
): RememberInput {
  const key = [String(origin), conversation, hash, ...(thread === undefined ? [] : [thread])];
  return {
    content,
    kind: "message",
    origin,
    trust,
    thread,
    metadata: { [MESSAGE_HASH]: hash },
    // A repetition elsewhere is a message of its own.
    dedupe: "off",
    idempotencyKey: `ai-sdk:${hashText(...key)}`,
  };
}
