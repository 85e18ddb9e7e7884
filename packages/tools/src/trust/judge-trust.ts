import type { MemoryRecord, PromptContext } from "@kioku/core";
import { derivableTrust, MOST_UNTRUSTED, resolveCitations } from "@kioku/core/toolkit";

import { isRestated, sharedWords, TextIndex } from "./shared-words.js";

/** Source of a text: the call of a tool, or a memory. */
export interface TextSource {
  /** Address of a page that the provider of the model found. */
  readonly url?: string | undefined;
  /** Name of the tool. */
  readonly tool?: string | undefined;
  /** Id of the tool call. */
  readonly toolCallId?: string | undefined;
  /** Id of the memory. */
  readonly memory?: string | undefined;
}

/** Text in front of a model, in the order in which it appeared. */
export interface ReadText {
  /** Words. */
  readonly text: string;
  /**
   * Trust, 0 to 1; at most 0.5 for words of strangers. Absent for what the model itself wrote: it
   * is judged like the new text.
   */
  readonly trust?: number | undefined;
  /** True for words of the user. */
  readonly isOfUser?: boolean | undefined;
  /** Label by which the model cites it in this turn, such as `m1`. */
  readonly label?: string | undefined;
  /** Sources of a text that is not trusted; none for users. */
  readonly sources?: readonly TextSource[] | undefined;
  /** True if strangers wrote it and it was read in this turn: no word may show what it caused. */
  readonly isFresh?: boolean | undefined;
}

/** Reason why a text is not fully trusted: a text that it may repeat. */
export interface TrustReason extends TextSource {
  /** Trust of that text. */
  readonly trust: number;
  /** Stems of words in both; none if it is cited, or was read in the turn of the new one. */
  readonly shared: readonly string[];
}

/** Trust of a text that a model wrote. */
export interface TrustVerdict {
  /** Highest trust, 0 to 1. */
  readonly trust: number;
  /** Texts that lower it; empty at a trust of 1. */
  readonly because: readonly TrustReason[];
}

/** Most reasons and most shared words of each that a verdict names. */
const MAX_NAMED = 8;
/** Least length of an id that no text has by chance. */
const LEAST_NAME = 6;
const TRUSTED: TrustVerdict = { trust: 1, because: [] };

/**
 * Returns how far a text of a model can be trusted, by the texts that the model has read.
 *
 * After a fresh untrusted text, everything is untrusted but what one message of the user says as
 * well. Of other untrusted texts, all that has words in common with a passage that trusted texts
 * do not explain, and all that cites them. Earlier texts of the model count as what they are judged
 * to be.
 */
export function judgeTrust(written: string, read: readonly ReadText[]): TrustVerdict {
  return createTrustJudge(read)(written);
}

/** Returns a function that judges any number of texts, as `judgeTrust` does, by the same texts. */
export function createTrustJudge(read: readonly ReadText[]): (written: string) => TrustVerdict {
  if (read.every(({ trust, isFresh }) => (trust ?? 1) === 1 && isFresh !== true)) {
    return () => TRUSTED;
  }
  const trusted = new TextIndex();
  const index = new TextIndex();
  const doubted: ReadText[] = [];
  const verdictOf = (text: string): TrustVerdict => {
    const shared = sharedWords(text, index, trusted);
    const used = doubted.map((one, document) => {
      const words = shared.get(document) ?? [];
      return words.length > 0 || isCited(one, text) ? reasonsOf(one, words) : [];
    });
    return verdict(used.flat());
  };
  for (const one of read) {
    const own = one.trust === undefined ? verdictOf(one.text) : undefined;
    const known = own ? { ...one, trust: own.trust, sources: own.because } : one;
    if ((known.trust ?? 1) === 1) trusted.add(one.text);
    else index.add(one.text, doubted.push(known) - 1);
  }
  const users = read.flatMap(({ isOfUser, text }) => (isOfUser === true ? [text] : []));
  const fresh = read.filter(({ isFresh }) => isFresh === true);
  return (written) => {
    const { because } = verdictOf(written);
    if (fresh.length === 0 || isRestated(written, users)) return verdict(because);
    return verdict([...fresh.flatMap((one) => reasonsOf(one, [])), ...because]);
  };
}

/**
 * Returns a memory as a text that a model has read in this turn. Words of strangers are fresh; what
 * a model wrote after them counts where it is repeated.
 */
export function readMemory(
  memory: Pick<MemoryRecord, "id" | "content" | "origin" | "trust">,
  label?: string,
): ReadText {
  const { id, content, origin } = memory;
  const read = { text: content, trust: derivableTrust(memory), label, sources: [{ memory: id }] };
  return read.trust > MOST_UNTRUSTED || origin === "assistant" ? read : { ...read, isFresh: true };
}

/** Returns all memories in a prompt as texts that a model has read. */
export function readShown({ included }: PromptContext): readonly ReadText[] {
  return included.flatMap(({ memory: { neighbours, ...memory }, label }) => [
    readMemory(memory, label),
    ...[...(neighbours?.before ?? []), ...(neighbours?.after ?? [])].map((one) => readMemory(one)),
  ]);
}

/** Returns a text of an earlier turn. */
export function readBefore(read: ReadText): ReadText {
  return { ...read, label: undefined, isFresh: false };
}

/** Returns the verdict of both: the lower trust, and all reasons. */
export function lowerVerdict(one: TrustVerdict, other: TrustVerdict): TrustVerdict {
  const { trust, because } = verdict([...one.because, ...other.because]);
  return { trust: Math.min(trust, one.trust, other.trust), because };
}

/** Returns true if a text has the label, id or address of another one. */
function isCited({ label, sources = [] }: ReadText, written: string): boolean {
  if (label !== undefined && resolveCitations(written, [{ label }]).cited.length > 0) return true;
  return sources
    .flatMap(({ memory = "", url = "", toolCallId = "" }) => [memory, url, toolCallId])
    .some((name) => name.length >= LEAST_NAME && written.includes(name));
}

function reasonsOf(
  { trust = MOST_UNTRUSTED, sources = [] }: ReadText,
  shared: readonly string[],
): readonly TrustReason[] {
  const named = shared.slice(0, MAX_NAMED);
  const known = sources.length === 0 ? [{}] : sources;
  return known.map(({ tool, toolCallId, memory, url }) => {
    const given = Object.entries({ tool, toolCallId, memory, url });
    const source: TextSource = Object.fromEntries(given.filter(([, name]) => name !== undefined));
    return { ...source, trust, shared: named };
  });
}

function verdict(reasons: readonly TrustReason[]): TrustVerdict {
  const trust = Math.min(1, ...reasons.map((one) => one.trust));
  const bySource = new Map<string, TrustReason>();
  for (const one of reasons) {
    const key = JSON.stringify([one.tool, one.toolCallId, one.memory, one.url]);
    const earlier = bySource.get(key);
    if (earlier && earlier.trust <= one.trust) continue;
    bySource.set(key, one);
  }
  const because = [...bySource.values()].toSorted((a, b) => a.trust - b.trust);
  if (because.length <= MAX_NAMED) return { trust, because };
  // One without a name stands for the rest, so that nobody clears what was not named.
  const [rest] = because.splice(MAX_NAMED - 1);
  return { trust, because: [...because, { trust: rest?.trust ?? trust, shared: [] }] };
}

/** Returns the texts and numbers in a value, one a line, for `ReadText.text`. */
export function textsIn(value: unknown): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value)
    .map(textsIn)
    .filter((text) => text !== "")
    .join("\n");
}
