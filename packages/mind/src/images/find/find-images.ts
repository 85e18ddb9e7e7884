import type { CallOptions, Filter, MemoryRecord, Reach, RecalledMemory } from "@kioku/core";
import {
  checkInstant,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkText,
  documentTerms,
  queryTerms,
  scoreTexts,
  type DateRange,
} from "@kioku/core/toolkit";

import { textOf } from "../../records/json.js";
import type { FoundImage, ImageQuery } from "../api/images.js";
import type { ImageHost } from "../model/image-host.js";
import { imagesOf } from "../model/image-lists.js";
import { bySeenAt, IMAGE, sourceName, toFoundImage } from "../model/image-record.js";
import { possibleSources, topicOf } from "./topic.js";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1_000;
const MAX_QUERY_LENGTH = 10_000;
/** Days that are looked at for the newest images, until there are enough. */
const WINDOWS_DAYS = [1, 10, 100];
const DAY_MS = 86_400_000;
/** Questions to the memory until enough captions are found, although most are untrusted. */
const MAX_ROUNDS = 8;
/** Captions that are looked at where a memory recalls nothing untrusted. */
const MAX_SCORED = 10_000;

/** Refuses a query that cannot be answered. */
export function checkImageQuery(query: ImageQuery): void {
  checkMembers(query, "query", ["query", "from", "to", "source", "limit", "reach"]);
  if (query.query !== undefined) checkText(query.query, "query.query", MAX_QUERY_LENGTH);
  if (query.from !== undefined) checkInstant(query.from, "query.from");
  if (query.to !== undefined) checkInstant(query.to, "query.to");
  if (query.source !== undefined) checkText(query.source, "query.source", MAX_QUERY_LENGTH);
  checkLimit(query, "query");
}

/** Refuses a limit or a reach that cannot be. */
export function checkLimit({ limit, reach }: ImageQuery, name: string): void {
  if (limit !== undefined) {
    checkNumber(limit, `${name}.limit`, { min: 1, max: MAX_LIMIT, integer: true });
  }
  if (reach !== undefined) checkOneOf(reach, `${name}.reach`, ["here", "below"]);
}

/** A query whose parts are known. */
interface Search extends CallOptions {
  readonly filter: Filter;
  readonly limit: number;
  readonly reach: Reach;
}

/** Finds images by caption, time and source: best first, or the newest without a topic. */
export async function findImages(
  host: ImageHost,
  given: ImageQuery,
  { signal }: CallOptions,
): Promise<readonly FoundImage[]> {
  const { query = "", from, to, limit = DEFAULT_LIMIT, reach = "here" } = given;
  const sources = given.source === undefined ? await namedSources(host, given, { signal }) : [];
  const { dates, words } = await topicOf(query, { now: host.clock(), sources });
  const ranges = from === undefined && to === undefined ? dates : [];
  const filter: Filter = { $and: [...timeFilters(given), ...rangeFilter(ranges)] };
  const names = given.source === undefined ? sources : [sourceName(given.source)];
  const bySource: Filter = { sourceName: { $in: names } };
  const narrowed = names.length === 0 ? filter : { $and: [filter, bySource] };
  const search: Search = { filter: narrowed, limit, reach, signal };
  if (words === "") return newest(host, search);
  const found = await byCaption(host, words, search);
  // A word that is also the name of a source may be part of the topic.
  if (found.length > 0 || sources.length === 0) return found;
  const topic = await topicOf(query, { now: host.clock(), sources: [] });
  return byCaption(host, topic.words, { ...search, filter });
}

function timeFilters({ from, to }: ImageQuery): readonly Filter[] {
  return [
    ...(from === undefined ? [] : [{ "@occurredAt": { $gte: from } }]),
    ...(to === undefined ? [] : [{ "@occurredAt": { $lt: to } }]),
  ];
}

function rangeFilter(ranges: readonly DateRange[]): readonly Filter[] {
  const parts = ranges.map(({ from, to }) => ({ "@occurredAt": { $gte: from, $lt: to } }));
  return parts.length === 0 ? [] : [{ $or: parts }];
}

/** Returns the names of sources that a question names, in lower case. */
async function namedSources(
  { memory }: ImageHost,
  { query = "", reach = "here" }: ImageQuery,
  { signal }: CallOptions,
): Promise<readonly string[]> {
  const left = new Set(possibleSources(query));
  const found: string[] = [];
  while (left.size > 0 && found.length < 3) {
    const filter = { sourceName: { $in: [...left] } };
    const page = await memory.list({ reach, kinds: [IMAGE], filter, limit: 1 }, { signal });
    const [first] = page.items;
    if (!first) break;
    const name = textOf(first.metadata["sourceName"], "");
    left.delete(name);
    found.push(name);
  }
  // "phone camera" is not "camera".
  return found.filter((name) => !found.some((other) => other !== name && other.includes(name)));
}

/** Returns the newest images. Looks at a day, then further back, until there are enough. */
async function newest(
  { memory, clock }: ImageHost,
  { filter, limit, reach, signal }: Search,
): Promise<readonly FoundImage[]> {
  let found: readonly MemoryRecord[] = [];
  const now = clock().getTime();
  for (const days of [...WINDOWS_DAYS, undefined]) {
    const since = days === undefined ? [] : [{ from: new Date(now - days * DAY_MS) }];
    const narrowed = { $and: [filter, ...since.flatMap(timeFilters)] };
    found = await newestOf(memory, { filter: narrowed, limit, reach, signal });
    if (found.length === limit) break;
  }
  return found.map((record) => toFoundImage(record, 1));
}

async function newestOf(
  memory: ImageHost["memory"],
  { filter, limit, reach, signal }: Search,
): Promise<readonly MemoryRecord[]> {
  let best: readonly MemoryRecord[] = [];
  for await (const page of imagesOf(memory, { filter, reach }, { signal })) {
    best = [...best, ...page].toSorted((one, other) => bySeenAt(other, one)).slice(0, limit);
  }
  return best;
}

/** Recalls captions, again and again: a memory limits the untrusted ones of an answer. */
async function byCaption(
  host: ImageHost,
  words: string,
  { filter, limit, reach, signal }: Search,
): Promise<readonly FoundImage[]> {
  const { memory } = host;
  const { untrustedShare } = memory as { readonly untrustedShare?: unknown };
  const search = { filter, limit, reach, signal };
  if (untrustedShare === 0) return byWords(host, words, search);
  const found: RecalledMemory[] = [];
  const asked = Math.min(MAX_LIMIT, limit * 3);
  for (let round = 0; round < MAX_ROUNDS && found.length < limit; round += 1) {
    const exclude = found.map(({ id }) => id);
    const query = { query: words, kinds: [IMAGE], filter, reach, limit: asked, exclude };
    const more = await memory.recall(query, { signal });
    if (more.length === 0) break;
    found.push(...more);
  }
  return found.slice(0, limit).map((record) => toFoundImage(record, record.score));
}

/** Looks at captions by keyword, where the memory recalls nothing untrusted at all. */
async function byWords(
  { memory }: ImageHost,
  words: string,
  { filter, limit, reach, signal }: Search,
): Promise<readonly FoundImage[]> {
  const captioned: MemoryRecord[] = [];
  const state = { state: "captioned" };
  const query = { filter: { $and: [filter, state] }, reach, order: "desc" } as const;
  for await (const page of imagesOf(memory, query, { signal })) {
    captioned.push(...page);
    if (captioned.length >= MAX_SCORED) break;
  }
  const terms = queryTerms(words);
  const scores = scoreTexts(
    { terms },
    captioned.map(({ content }) => documentTerms(content)),
  );
  return captioned
    .flatMap((record, index) => {
      const score = scores[index];
      return score === undefined ? [] : [toFoundImage(record, Math.min(1, score))];
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit);
}
