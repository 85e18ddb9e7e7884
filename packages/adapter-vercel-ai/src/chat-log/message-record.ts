import { MemoryError } from "@kioku/core";
import type { JsonObject, JsonValue, MemoryRecord, Origin, RememberInput } from "@kioku/core";
import { derivableTrust, MOST_UNTRUSTED, ORIGINS } from "@kioku/core/toolkit";
import type { UIMessage } from "ai";

import { MESSAGE_HASH, messageHash } from "../turn/message-mark.js";
import type { LogSettings } from "./chat-log-options.js";
import { hashJson, lettersOf, packMessage, unpackMessage } from "./message-json.js";
import { describeParts, messageText, promptText, toolOf } from "./message-text.js";

/** Kind of the records that are messages, here as in imported chats and in what is captured. */
export const MESSAGE_KIND = "message";
/** The member of `metadata` that the records of a log have, and no others. */
export const LOG_FIELD = "chatLog";

const ORIGIN_OF_ROLE: Readonly<Record<UIMessage["role"], Origin>> = {
  user: "user",
  assistant: "assistant",
  system: "system",
};

/** A message that is to be in the log. */
export interface LoggedMessage {
  /** Stands for its id, in letters only. */
  readonly idHash: string;
  /** Stands for all of it. */
  readonly hash: string;
  readonly message: UIMessage;
  /** What is kept of it. */
  readonly value: JsonValue;
}

/** What a record of the log says of itself in its metadata. */
interface LogFacts {
  readonly id: string;
  readonly hash: string;
}

/** Stands for an id in metadata, where it can be of any length and nothing may change it. */
function hashId(id: string): string {
  return lettersOf(id);
}

/**
 * A checked message with what tells it from others.
 * @throws `invalid-input` naming the message that is too long.
 */
export function toLogged(message: UIMessage, json: JsonValue, name: string): LoggedMessage {
  const value = packMessage(json, name);
  return { idHash: hashId(message.id), hash: hashJson(json), message, value };
}

/** The record of a message, but for its key. `metadata` is what the record had besides. */
export function toRememberInput(
  { idHash, hash, message, value }: LoggedMessage,
  { index, trustedTools }: Pick<LogSettings<UIMessage>, "index" | "trustedTools">,
  metadata: JsonObject = {},
): RememberInput {
  const text = messageText(message);
  const isSaid = text !== "";
  const { [MESSAGE_HASH]: _, ...others } = metadata;
  const mark = isSaid ? { [MESSAGE_HASH]: messageHash(message.role, promptText(message)) } : {};
  return {
    kind: MESSAGE_KIND,
    content: isSaid ? text : describeParts(message),
    value,
    origin: ORIGIN_OF_ROLE[message.role],
    trust: trustOf(message, trustedTools),
    metadata: { ...others, ...mark, [LOG_FIELD]: { id: idHash, hash } },
    // A description is nothing that anybody said.
    index: index && isSaid,
  };
}

/** What the log noted about the message of a record. */
export function factsOf({ metadata }: MemoryRecord): LogFacts | undefined {
  return metadata[LOG_FIELD] as LogFacts | undefined;
}

/** The message that a record holds, unchecked; `undefined` if it is damaged. */
export function storedMessage({ value }: MemoryRecord): JsonValue | undefined {
  return unpackMessage(value);
}

/** The error for a record whose message is none. */
export function damaged(id: string, place: string): MemoryError {
  const problem = `record ${id} holds no message that can be read${place}`;
  return new MemoryError(
    "invalid-input",
    `${problem}; mend its value or the schemas, or forget it`,
  );
}

/** A message is trusted no more than what tools and sources told in it. */
function trustOf({ parts }: UIMessage, trusted: ReadonlySet<string>): number {
  return parts.reduce((least, part) => Math.min(least, trustOfPart(part, trusted)), 1);
}

function trustOfPart(part: UIMessage["parts"][number], trusted: ReadonlySet<string>): number {
  if (part.type === "source-url" || part.type === "source-document") return trustOfSource(part);
  const tool = toolOf(part);
  if (tool === undefined || trusted.has(tool)) return 1;
  const { state } = part as { readonly state?: unknown };
  return state === "output-available" || state === "output-error" ? MOST_UNTRUSTED : 1;
}

/** Sources that a memory has listed say how much they are trusted; others are somebody's page. */
function trustOfSource({ providerMetadata }: { readonly providerMetadata?: unknown }): number {
  const { kioku } = (providerMetadata ?? {}) as {
    readonly kioku?: { readonly trust?: unknown; readonly origin?: unknown } | null;
  };
  const { trust, origin } = kioku ?? {};
  const isMemory = typeof trust === "number" && trust >= 0 && trust <= 1;
  const known = ORIGINS.find((name) => name === origin);
  return isMemory && known ? derivableTrust({ trust, origin: known }) : MOST_UNTRUSTED;
}
