import type { RememberInput } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";
import type { BaseMessage } from "@langchain/core/messages";

import { MESSAGE_ID } from "../tools/message-id.js";
import { messageText } from "./message-text.js";
import type { Turn } from "./turn.js";

/** What of a turn is remembered, and where it belongs. */
export interface CaptureOptions {
  /** How much the answer is trusted; absent: it is not remembered. */
  readonly answerTrust: number | undefined;
  readonly threadId: string | undefined;
}

/** What LangChain puts before an answer that has a structure. */
const STRUCTURED = "Returning structured response: ";

/** The messages of a turn as inputs, without those that hold no text. */
export function turnInputs(
  { asked, answer }: Turn,
  { answerTrust, threadId }: CaptureOptions,
): readonly RememberInput[] {
  const last = asked.at(-1) ?? asked[0];
  const said = asked.flatMap((message) =>
    toInput(message, { origin: "user", trust: 1, turnId: message.id, threadId }),
  );
  if (!answer || answerTrust === undefined) return said;
  const more = { origin: "assistant", trust: answerTrust, turnId: last.id, threadId } as const;
  return [...said, ...toInput(answer, more)];
}

interface MessageOptions {
  readonly origin: "user" | "assistant";
  readonly trust: number;
  /** Id of the message of the user that it belongs to. */
  readonly turnId: string | undefined;
  readonly threadId: string | undefined;
}

function toInput(message: BaseMessage, options: MessageOptions): readonly RememberInput[] {
  const { origin, trust, threadId: thread } = options;
  const text = messageText(message);
  const isWrapped = origin === "assistant" && text.startsWith(STRUCTURED);
  const content = isWrapped ? text.slice(STRUCTURED.length) : text;
  if (content.trim() === "") return [];
  const idempotencyKey = keyOf(content, options);
  const metadata = message.id === undefined ? {} : { [MESSAGE_ID]: message.id };
  return [{ content, kind: "message", origin, trust, thread, metadata, idempotencyKey }];
}

/**
 * The same for the same words in the same turn of the same thread, so that a run that is repeated
 * writes once; another answer to the same message is another memory. Without an id there is nothing
 * to tell a repetition from somebody who says it again.
 */
function keyOf(content: string, { turnId, origin, threadId }: MessageOptions): string | undefined {
  if (turnId === undefined) return undefined;
  const thread = threadId === undefined ? [] : [threadId];
  return `langchain:${hashText(origin, turnId, content, ...thread)}`;
}
