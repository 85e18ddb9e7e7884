import type { RememberInput } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";
import {
  judgeTrust,
  lowerVerdict,
  memoryOfThread,
  rememberTurn,
  type ReadText,
  type TrustVerdict,
} from "@kioku/tools";
import type { BaseMessage } from "@langchain/core/messages";

import { speakerOf } from "../chat-history/message-speaker.js";
import { memoryOf } from "../tools/memory-source.js";
import { MESSAGE_ID } from "../tools/memory-tools.js";
import { markedVerdict, messageText, readMessages } from "../tools/turn-trust.js";
import type { AgentRun } from "./agent-run.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import { lastTurn } from "./turn.js";

/** Options, with the recalled memories. */
interface CaptureRules extends ResolvedMiddlewareOptions {
  shownTexts(): Promise<readonly ReadText[]>;
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
  let verdict: TrustVerdict | undefined;
  if (rules.capture === "turn" && answer) {
    const before = messages.slice(0, messages.lastIndexOf(answer));
    const read = [...(await rules.shownTexts()), ...readMessages(before, rules.trustRules)];
    const judged = judgeTrust(messageText(answer), read);
    verdict = lowerVerdict(judged, markedVerdict(answer, rules.trustRules));
    const { trust } = verdict;
    inputs.push(...toInput(answer, { origin: "assistant", trust, thread }, asked.at(-1)?.id));
  }
  if (inputs.length === 0) return;
  const memory = memoryOfThread(memoryOf(rules.memory, run), thread, { keepsContext: false });
  await rememberTurn(memory, inputs, {
    ...rules,
    signal,
    actor: `middleware:${rules.name}`,
    verdict,
  });
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
  const said = { content, kind: "message", thread, ...speakerOf(message), origin, trust };
  return [{ ...said, metadata, idempotencyKey }];
}
