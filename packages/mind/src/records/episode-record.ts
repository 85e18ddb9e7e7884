import type { JsonValue, MemoryRecord, RememberInput } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";

import type { Evidence } from "../model/fact.js";
import { KEYS, KINDS } from "../model/kinds.js";
import { isDerived } from "./fact-record.js";
import { dateOf, objectOf, readEvidence, textOf } from "./json.js";

/** A sentence of a summary. */
export interface SummarySentence {
  readonly text: string;
  /** Its sources with their quotes, at least one. */
  readonly evidence: readonly Evidence[];
  /** `rule`, or the id of a model. */
  readonly by: string;
}

/** Long-term memory of a stretch of one thread. */
export interface Episode {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  /** "" for turns without a thread. */
  readonly thread: string;
  /** 1 for the first of its thread. */
  readonly number: number;
  readonly title: string;
  readonly summary: readonly SummarySentence[];
  /** Ids of all its raw turns, also of those that no sentence quotes, in order. */
  readonly turns: readonly string[];
  readonly startAt: Date;
  readonly endAt: Date;
  readonly run: string;
}

/** Makes the input that writes a version of an episode. */
export function episodeToInput(
  episode: Omit<Episode, "id" | "key" | "version">,
  ifVersion: number,
): RememberInput {
  const { thread, number, title, summary, turns, startAt, endAt, run } = episode;
  return {
    content: titledLines(
      title,
      summary.map(({ text }) => text),
    ).join("\n"),
    key: episodeKey(thread, number),
    ifVersion,
    kind: KINDS.episode,
    origin: "derived",
    form: "statement",
    occurredAt: startAt,
    sources: turns,
    metadata: {
      mind: {
        run,
        thread,
        number,
        title,
        startAt: startAt.toISOString(),
        endAt: endAt.toISOString(),
        summary: summary.map(({ text, evidence, by }) => ({
          text,
          by,
          quotes: evidence.map(({ source, quote }) => ({ source, quote })),
        })),
      },
    },
  };
}

/** Puts a title above sentences, unless it is the beginning of one. */
export function titledLines(title: string, sentences: readonly string[]): readonly string[] {
  const start = title.replace(/…$/u, "");
  const isSaid = sentences.some((text) => text.replaceAll(/\s+/gu, " ").startsWith(start));
  return isSaid ? sentences : [title, ...sentences];
}

/** Returns the key of an episode. */
export function episodeKey(thread: string, number: number): string {
  return KEYS.episode(hashText("mind-thread", thread), number);
}

/** Returns the beginning of the keys of the episodes of a thread. */
export function episodePrefix(thread: string): string {
  const key = episodeKey(thread, 1);
  return key.slice(0, key.lastIndexOf("/") + 1);
}

/** Reads an episode; `undefined` if the record is none, or not as a mind writes it. */
export function recordToEpisode(record: MemoryRecord): Episode | undefined {
  const { id, key, version, sources: turns } = record;
  const mind = objectOf(record.metadata["mind"]);
  const [startAt, endAt] = [dateOf(mind["startAt"]), dateOf(mind["endAt"])];
  const thread = textOf(mind["thread"], "");
  const { number, summary } = mind;
  if (record.kind !== KINDS.episode || typeof number !== "number") return undefined;
  if (key !== episodeKey(thread, number) || !startAt || !endAt) return undefined;
  const sentences = Array.isArray(summary)
    ? (summary as readonly JsonValue[]).flatMap(toSentence)
    : [];
  return {
    id,
    key,
    version,
    turns,
    startAt,
    endAt,
    thread,
    number,
    title: textOf(mind["title"], ""),
    summary: sentences.filter(({ evidence }) => isDerived(record, evidence)),
    run: textOf(mind["run"], ""),
  };
}

function toSentence(value: JsonValue): readonly SummarySentence[] {
  const { text, by, quotes } = objectOf(value);
  const evidence = readEvidence(quotes);
  if (typeof text !== "string" || evidence.length === 0) return [];
  return [{ text, evidence, by: textOf(by, "rule") }];
}
