import type { JsonObject, JsonValue, MemoryRecord, Origin, RememberInput } from "@kioku/core";
import { MOST_UNTRUSTED } from "@kioku/core/toolkit";
import type { UIMessage } from "ai";

import { MESSAGE_HASH, messageHash } from "../turn/prompt-words.js";
import { markedVerdict, sourceText, type TrustsSource } from "../turn/read-texts.js";
import type { LogSettings } from "./chat-log-options.js";
import { hashInLetters, hashJson, packMessage } from "./message-json.js";

/** Kind of message records, shared with imported and captured chats. */
export const MESSAGE_KIND = "message";
/** Member of `metadata` that only records of a log have. */
export const LOG_FIELD = "chatLog";

const ORIGIN_OF_ROLE: Readonly<Record<UIMessage["role"], Origin>> = {
  user: "user",
  assistant: "assistant",
  system: "system",
};

/** Message for the log. */
export interface LoggedMessage {
  /** Hash of its id. */
  readonly idHash: string;
  /** Hash of the whole message. */
  readonly hash: string;
  readonly message: UIMessage;
  /** Stored form. */
  readonly value: JsonValue;
}

interface LogFacts {
  readonly id: string;
  readonly hash: string;
}

/** Converts a checked message. @throws `invalid-input` if it is too long. */
export function toLogged(message: UIMessage, json: JsonValue, name: string): LoggedMessage {
  const value = packMessage(json, name);
  return { idHash: hashInLetters(message.id), hash: hashJson(json), message, value };
}

/** Returns the record of a message, without its key. `metadata` is that of the record before. */
export function toRememberInput(
  { idHash, hash, message, value }: LoggedMessage,
  settings: LogSettings,
  metadata: JsonObject = {},
): RememberInput {
  const { index, trusts } = settings;
  const speaker = settings.speakerOf(message);
  const text = textsOf(message.parts).join("\n");
  const isSaid = text !== "";
  const { [MESSAGE_HASH]: _, ...others } = metadata;
  const mark = isSaid ? { [MESSAGE_HASH]: messageHash(message.role, promptText(message)) } : {};
  return {
    kind: MESSAGE_KIND,
    content: isSaid ? text : describeParts(message.parts),
    value,
    ...(speaker === undefined ? {} : { speaker }),
    origin: ORIGIN_OF_ROLE[message.role],
    trust: trustOf(message, trusts),
    metadata: { ...others, ...mark, [LOG_FIELD]: { id: idHash, hash } },
    // Nobody said the description.
    index: index && isSaid,
  };
}

/** Returns the log's own metadata of a record. */
export function factsOf({ metadata }: MemoryRecord): LogFacts | undefined {
  return metadata[LOG_FIELD] as LogFacts | undefined;
}

/** Returns the least trust of the tools, sources and marked texts of a message. */
function trustOf({ parts }: UIMessage, trusts: TrustsSource): number {
  return parts.reduce((least, part) => Math.min(least, trustOfPart(part, trusts)), 1);
}

function trustOfPart(part: Part, trusts: TrustsSource): number {
  if (part.type === "source-url" || part.type === "source-document") {
    // A listed memory is not used by that.
    const { isFresh, trust = 1 } = sourceText(part, trusts);
    return isFresh === true ? trust : 1;
  }
  if (part.type === "text") {
    const { providerMetadata: marked } = part;
    return markedVerdict(marked, trusts).trust;
  }
  const tool = toolOf(part);
  const { state, toolCallId } = part as { readonly state?: unknown; readonly toolCallId?: string };
  if (tool === undefined || trusts({ tool, toolCallId })) return 1;
  return state === "output-available" || state === "output-error" ? MOST_UNTRUSTED : 1;
}

type Part = UIMessage["parts"][number];

/** Longest description, in UTF-16 units. */
const MAX_DESCRIPTION = 200;

/**
 * Returns the text as a prompt holds it, where each step of an answer is a message: the last step
 * with text.
 */
function promptText({ role, parts }: UIMessage): string {
  if (role !== "assistant") return textsOf(parts).join("\n");
  let rest: readonly Part[] = parts;
  for (;;) {
    const start = rest.findLastIndex(({ type }) => type === "step-start");
    const step = rest.slice(start + 1);
    if (start < 0 || textsOf(step).length > 0) return step.map(textOf).join("");
    rest = rest.slice(0, start);
  }
}

/** Describes a message without text in a few words. */
function describeParts(parts: readonly Part[]): string {
  const shown = parts.filter(({ type }) => type !== "text" && type !== "step-start");
  const holds = new Set(
    shown.map((part) => {
      const tool = toolOf(part);
      return tool === undefined ? part.type : `calls ${tool}`;
    }),
  );
  return `(no text: ${[...holds].join(", ").slice(0, MAX_DESCRIPTION) || "empty"})`;
}

/** Returns the name of the tool that a part calls. */
function toolOf(part: Part): string | undefined {
  if (part.type === "dynamic-tool") return (part as { readonly toolName: string }).toolName;
  return part.type.startsWith("tool-") ? part.type.slice("tool-".length) : undefined;
}

function textsOf(parts: readonly Part[]): readonly string[] {
  return parts.map(textOf).filter((text) => text.trim() !== "");
}

function textOf(part: Part): string {
  return part.type === "text" ? part.text : "";
}
