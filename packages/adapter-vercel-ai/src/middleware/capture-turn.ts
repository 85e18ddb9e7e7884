import type { Memory, RememberInput } from "@kioku/core";
import { hashText, rememberTurn } from "@kioku/core/toolkit";
import type { FailureRules } from "@kioku/core/toolkit";

import { MESSAGE_HASH, messageHash } from "../turn/message-mark.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import type { StepAnswer } from "./step-answer.js";
import type { Turn } from "./turn.js";

/** Remembers a turn that has ended well, all or nothing but for what a plugin vetoes. */
export async function captureTurn(
  memory: Memory,
  { turn, answer }: { readonly turn: Turn; readonly answer: StepAnswer },
  options: ResolvedMiddlewareOptions & FailureRules,
): Promise<void> {
  const { capture, thread, name } = options;
  const { ending, text } = answer;
  if (capture === "off" || ending === "none") return;
  const said = turn.said.map(({ content, hash, conversation }) =>
    toInput({ content, origin: "user", trust: 1, hash, conversation, thread }),
  );
  const hasAnswer = capture === "turn" && ending === "answered" && text.trim() !== "";
  const answered = toInput({
    content: text,
    origin: "assistant",
    trust: Math.min(turn.recalled?.trust ?? 1, turn.told, answer.trust),
    hash: messageHash("assistant", text),
    conversation: turn.conversation,
    thread,
  });
  const inputs = hasAnswer ? [...said, answered] : said;
  await rememberTurn(memory, inputs, { ...options, actor: `middleware:${name}` });
}

interface Message {
  readonly content: string;
  readonly origin: "user" | "assistant";
  readonly trust: number;
  /** Of its words in its role. */
  readonly hash: string;
  /** Of what was said up to it: for an answer, up to the words of the user. */
  readonly conversation: string;
  readonly thread: string | undefined;
}

/**
 * The key is the same for the same words at the same place of the same conversation, so that a
 * request that is repeated writes once; another answer to the same question is another memory.
 */
function toInput(message: Message): RememberInput {
  const { content, origin, trust, hash, conversation, thread } = message;
  const place = [origin, conversation, hash, ...(thread === undefined ? [] : [thread])];
  return {
    content,
    kind: "message",
    origin,
    trust,
    thread,
    metadata: { [MESSAGE_HASH]: hash },
    // What is said again, somewhere else, is said again.
    dedupe: "off",
    idempotencyKey: `ai-sdk:${hashText(...place)}`,
  };
}
