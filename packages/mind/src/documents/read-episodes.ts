import type { Filter, Memory, MemoryRecord } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

import type { DocumentOptions, DocumentSentence } from "../api/documents.js";
import { KINDS } from "../model/kinds.js";
import { type Episode, episodePrefix, recordToEpisode } from "../records/episode-record.js";
import { readByIds, readPages } from "../records/read-records.js";
import { proveSentence } from "./proof.js";

/** Milliseconds of a day. */
const DAY_MS = 86_400_000;
/** Beginning of the keys of all episodes. */
const EPISODES = "mind/episode/";
const LAST = { orderBy: "updatedAt", order: "desc" } as const;

/** An episode with the sentences that their sources prove. */
export interface ProvenEpisode {
  readonly record: MemoryRecord;
  readonly episode: Episode;
  readonly sentences: readonly DocumentSentence[];
}

/** Start and end of a time, the end excluded. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Returns the day of a moment, in UTC. */
export function dayOf(moment: Date): Span {
  const from = new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

/** Returns a filter of the episodes that changed since the day before a time, and touch it. */
export function touchesLately(span: Span): Filter {
  return { ...touches(span), "@updatedAt": { $gte: new Date(span.from.getTime() - DAY_MS) } };
}

/** Returns a filter of the episodes that touch a time. */
export function touches({ from, to }: Span): Filter {
  return {
    "mind.startAt": { $lt: to.toISOString() },
    "mind.endAt": { $gte: from.toISOString() },
  };
}

/** Options of `readEpisodes`. */
interface EpisodesOptions extends DocumentOptions {
  /** Only those of this thread. */
  readonly thread?: string | undefined;
  /** Only so many that changed last, at most 1,000. @defaultValue all */
  readonly newest?: number | undefined;
}

/** Reads the episodes of a filter, the oldest first. */
export async function readEpisodes(
  memory: Memory,
  filter: Filter,
  { asOf, newest, thread, signal }: EpisodesOptions,
): Promise<readonly ProvenEpisode[]> {
  const prefix = thread === undefined ? EPISODES : episodePrefix(thread);
  const keys = { "@key": { $gte: prefix, $lt: `${prefix.slice(0, -1)}0` } };
  const query = { kinds: [KINDS.episode], includeArchived: true, asOf };
  const byKey = { ...query, filter: { $and: [keys, filter] }, orderBy: "key" } as const;
  const found: { readonly record: MemoryRecord; readonly episode: Episode }[] = [];
  const pages =
    newest === undefined
      ? readPages(memory, byKey, { signal })
      : [(await memory.list({ ...query, filter, ...LAST, limit: newest }, { signal })).items];
  for await (const page of pages) {
    for (const record of page) {
      const episode = recordToEpisode(record);
      if (episode) found.push({ record, episode });
    }
  }
  const ids = found.flatMap(({ episode }) => sourcesOf(episode));
  const sources = await readByIds(memory, ids, { asOf, signal });
  return found
    .map((one) => ({ ...one, sentences: proveSummary(one.episode, sources) }))
    .toSorted((a, b) => compareEpisodes(a.episode, b.episode));
}

/** Returns the sentences of a summary that their sources prove. */
export function proveSummary(
  { id, summary }: Episode,
  sources: ReadonlyMap<string, MemoryRecord>,
): readonly DocumentSentence[] {
  return summary.flatMap(
    (sentence, index) => proveSentence({ ...sentence, id: `${id}#${index + 1}` }, sources) ?? [],
  );
}

/** Returns the ids of the turns that a summary quotes. */
export function sourcesOf({ summary }: Episode): readonly string[] {
  return summary.flatMap(({ evidence }) => evidence.map(({ source }) => source));
}

function compareEpisodes(a: Episode, b: Episode): number {
  const order = a.startAt.getTime() - b.startAt.getTime() || compareText(a.thread, b.thread);
  return order || a.number - b.number;
}
