import { MOST_UNTRUSTED, ORIGINS } from "@kioku/core/toolkit";
import { readBefore, readMemory, textsIn } from "@kioku/tools";
import type { ReadText, TextSource, TrustVerdict } from "@kioku/tools";

import {
  isAnswer,
  isMarkedFresh,
  markedReasons,
  markedTrust,
  markOf,
  partsOf,
  turnStart,
} from "./marks.js";
import type { MessagePart, TurnMessage } from "./marks.js";
import { isOfUser } from "./prompt-words.js";

/** Tells the sources that an app trusts. */
export type TrustsSource = (source: TextSource) => boolean;

/** Memory that a recall showed and that is not fully trusted, as in the mark of its answer. */
export interface DoubtedMemory {
  readonly id: string;
  readonly citation?: string | undefined;
  readonly content: string;
  readonly trust: number;
  /** True for words of strangers. */
  readonly isFresh?: boolean | undefined;
}

/** Returns the texts of messages as a model reads them. */
export function readTexts(
  messages: readonly TurnMessage[],
  trusts: TrustsSource,
): readonly ReadText[] {
  const start = turnStart(messages);
  // Untrusted sources of the turn so far, for answers that no mark judges.
  let told: readonly TextSource[] = [];
  let hasEnded = false;
  return messages.flatMap((message, index): readonly ReadText[] => {
    const { role } = message;
    if (role === "user" && hasEnded) told = [];
    if (role !== "system") hasEnded = isAnswer(message);
    const parts = allParts(message);
    if (role === "system" || role === "user")
      return parts.flatMap((part) => givenText(part, message));
    return parts.flatMap((part): readonly ReadText[] => {
      if (part.type !== "tool-result") return writtenTexts(part, told, trusts);
      const texts = toldTexts(part, trusts);
      const fresh = texts.filter(({ isFresh }) => isFresh);
      told = [...told, ...fresh.flatMap(({ sources = [] }) => sources)];
      return index < start ? texts.map(readBefore) : texts;
    });
  });
}

/** Returns the texts that the answer of a tool shows. */
export function toldTexts(part: MessagePart, trusts: TrustsSource): readonly ReadText[] {
  const { toolName, toolCallId, output, result } = part;
  const { type, providerOptions } = (output ?? {}) as MessagePart;
  // A person refused.
  if (type === "execution-denied") return [];
  const source = {
    tool: typeof toolName === "string" ? toolName : undefined,
    toolCallId: typeof toolCallId === "string" ? toolCallId : undefined,
  };
  const text = textsIn(output === undefined ? result : output);
  if (trusts(source)) return [{ text, trust: 1 }];
  const { doubted } = markOf(providerOptions);
  if (Array.isArray(doubted)) return doubted.filter(isDoubted).map(toReadText);
  const trust = markedTrust(providerOptions) ?? MOST_UNTRUSTED;
  if (trust === 1) return [{ text, trust }];
  return [{ text, trust, sources: [source], isFresh: trust <= MOST_UNTRUSTED }];
}

/** Returns the text of a source: a listed memory carries its own, others are untrusted. */
export function sourceText(part: MessagePart, trusts: TrustsSource): ReadText {
  const { id, content, origin: given, trust } = markOf(part.providerMetadata);
  const origin = ORIGINS.find((name) => name === given);
  if (origin && typeof trust === "number" && typeof content === "string") {
    const memory = typeof id === "string" ? id : "";
    return readMemory({ id: memory, content, origin, trust });
  }
  const source = { url: typeof part.url === "string" ? part.url : undefined };
  if (trusts(source)) return { text: "", trust: 1 };
  return { text: "", trust: MOST_UNTRUSTED, sources: [source], isFresh: true };
}

/** Returns the verdict in a mark; full trust if the app has cleared its reasons. */
export function markedVerdict(marked: unknown, trusts: TrustsSource): TrustVerdict {
  const trust = markedTrust(marked) ?? 1;
  const because = markedReasons(marked);
  const isCleared = because.length > 0 && because.every((one) => trusts(one));
  return trust === 1 || isCleared ? { trust: 1, because: [] } : { trust, because };
}

/** Instructions and words of the user, which another memory may have added to. */
function givenText(part: MessagePart, { role, providerOptions }: TurnMessage): readonly ReadText[] {
  const text = textsIn(part.text);
  if (text.trim() === "") return [];
  const trust = Math.min(markedTrust(providerOptions) ?? 1, markedTrust(part.providerOptions) ?? 1);
  if (isMarkedFresh(providerOptions) || isMarkedFresh(part.providerOptions)) {
    return [{ text, trust, isFresh: true }];
  }
  return [{ text, trust, isOfUser: role === "user" && trust === 1 && isOfUser(part) }];
}

/** Words of the model, in texts and calls. */
function writtenTexts(
  part: MessagePart,
  told: readonly TextSource[],
  trusts: TrustsSource,
): readonly ReadText[] {
  const { type, providerOptions } = part;
  if (type !== "text" && type !== "tool-call") return [];
  const text = type === "text" ? textsIn(part.text) : inputWords(part.input);
  if (text.trim() === "") return [];
  const { trust, because } = markedVerdict(providerOptions, trusts);
  if (trust < 1) return [{ text, trust, sources: because }];
  return [told.length === 0 ? { text } : { text, trust: MOST_UNTRUSTED, sources: told }];
}

/** Returns the words in the arguments of a call, which providers give as JSON. */
export function inputWords(input: unknown): string {
  if (typeof input !== "string") return textsIn(input);
  try {
    return textsIn(JSON.parse(input));
  } catch {
    return input;
  }
}

function allParts({ content }: TurnMessage): readonly MessagePart[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : partsOf(content);
}

function isDoubted(one: unknown): one is DoubtedMemory {
  const { content, trust } = (one ?? {}) as Partial<Record<keyof DoubtedMemory, unknown>>;
  return typeof content === "string" && typeof trust === "number";
}

function toReadText({ id, content, trust, ...more }: DoubtedMemory): ReadText {
  const { citation: label, isFresh } = more;
  const read = { text: content, trust, label, sources: [{ memory: id }] };
  return isFresh === true ? { ...read, isFresh } : read;
}
