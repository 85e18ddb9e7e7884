import type { CallOptions, MemoryRecord, PromptOptions, RecalledMemory } from "@kioku/core";
import {
  buildContextFor,
  checkCallOptions,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkPromptOptions,
  compareText,
  derivableTrust,
  invalidInput,
  isTrusted,
} from "@kioku/core/toolkit";

import type { KindContext, KindContextOptions } from "../api/memory-kinds.js";
import type { ItemKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { readBlocks } from "../records/block-record.js";
import { recordToItem } from "../records/item-record.js";
import { keyPrefix } from "../records/kind-keys.js";
import { ITEM_KINDS } from "../schemas/item-schemas.js";
import { coreNotes, type ShownBlock } from "./core-notes.js";
import { findTopic } from "./find-topic.js";

const MEMBERS = ["topic", "limit", "signal"];
const PROMPT_MEMBERS = ["budget", "countTokens", "render", "order", "cite", "preamble"];
/** Least relevance to a topic: of its few words, one may be all that an item has. */
const LEAST_RELEVANCE = 0.12;
/** Score of the newest event, if it has nothing to do with the topic. Older ones have less. */
const NEWEST_SCORE = 0.2;
/** Events that are looked at beside as many as are shown: not all are stored as they happen. */
const MORE_LISTED = 50;

/** Recalls for the topic of what was said last: all blocks, and the items of each kind. */
export async function makeKindContext(
  host: KindHost,
  said: string | readonly string[],
  options: KindContextOptions,
): Promise<KindContext> {
  checkMembers(options, "options", [...MEMBERS, ...PROMPT_MEMBERS]);
  const { topic: by = host.model ? "model" : "rule", limit = 10, signal, ...prompt } = options;
  checkOneOf(by, "options.topic", ["rule", "model"]);
  checkNumber(limit, "options.limit", { min: 1, max: 100, integer: true });
  checkCallOptions({ signal });
  const checked = checkPromptOptions(prompt);
  const all = [said].flat();
  if (!all.every((text) => typeof text === "string")) throw invalidInput("said", "text or texts");
  const topic = await findTopic(host, all, { by, signal });
  const [stored, found] = await Promise.all([
    readBlocks(host, { signal }),
    recallKinds(host, topic, { limit, signal }),
  ]);
  const blocks = stored.flatMap(({ block: { label, value }, record }): readonly ShownBlock[] =>
    record && value.trim() !== "" ? [{ label, text: value, record }] : [],
  );
  const settings = withCaution(prompt, blocks, checked);
  const lead = coreNotes(blocks, settings, checked);
  const shown = blocks.slice(0, lead.length);
  // Nothing takes the place of the blocks.
  const others = lead.length < blocks.length ? [] : found;
  const made = buildInSections({ topic, lead, found: others }, settings);
  const origins = [...made.origins, ...shown.map(({ record }) => record.origin)];
  return {
    ...made,
    trust: Math.min(made.trust, ...shown.map(({ record }) => derivableTrust(record))),
    origins: [...new Set(origins)].toSorted(compareText),
    topic,
  };
}

/** Chooses the best of all kinds within the budget, then shows them by kind. */
function buildInSections(
  { topic, lead, found }: Asked,
  options: PromptOptions,
): ReturnType<typeof buildContextFor> {
  const query = { query: topic, lead };
  const best = found.toSorted(
    (a, b) => b.score - a.score || placeOf(a) - placeOf(b) || compareTies(a, b),
  );
  const chosen = buildContextFor(query, best, { ...options, order: "relevance" });
  const order = options.order ?? "relevance";
  const inSections = chosen.included
    .map(({ memory }) => memory)
    .toSorted(
      (a, b) =>
        placeOf(a) - placeOf(b) ||
        (order === "time" ? timeOf(a) - timeOf(b) : b.score - a.score) ||
        compareTies(a, b),
    );
  const made = buildContextFor(query, inSections, { ...options, order: "relevance" });
  const left = new Set(made.included.map(({ memory }) => memory.id));
  const omitted = [...chosen.omitted, ...made.omitted].filter(({ memory }) => !left.has(memory.id));
  return { ...made, omitted };
}

interface Asked {
  readonly topic: string;
  readonly lead: ReturnType<typeof coreNotes>;
  readonly found: readonly RecalledMemory[];
}

/** Recalls items of each kind for a topic, and the newest events. */
async function recallKinds(
  host: KindHost,
  topic: string,
  options: CallOptions & { readonly limit: number },
): Promise<readonly RecalledMemory[]> {
  const found = await Promise.all([
    ...ITEM_KINDS.map((kind) => recallKind(host, { kind, topic }, options)),
    newestEvents(host, options),
  ]);
  const distinct = new Map<string, RecalledMemory>();
  for (const memory of found.flat()) {
    if (!distinct.has(memory.id)) distinct.set(memory.id, memory);
  }
  return [...distinct.values()];
}

async function recallKind(
  { memory }: KindHost,
  { kind, topic }: { readonly kind: ItemKind; readonly topic: string },
  { limit, signal }: CallOptions & { readonly limit: number },
): Promise<readonly RecalledMemory[]> {
  if (topic === "") return [];
  const query = { query: topic, kinds: [kind], filter: filterOf(kind), limit };
  const found = await memory.recall({ ...query, minScore: LEAST_RELEVANCE }, { signal });
  return found.filter((one) => isShown(kind, one));
}

/** Lists the events that happened last, of those that were stored last. */
async function newestEvents(
  { memory }: KindHost,
  { limit, signal }: CallOptions & { readonly limit: number },
): Promise<readonly RecalledMemory[]> {
  const query = { kinds: ["episodic"], filter: filterOf("episodic"), order: "desc" } as const;
  const { items } = await memory.list({ ...query, limit: limit + MORE_LISTED }, { signal });
  const events = items.filter((one) => isShown("episodic", one)).toSorted(compareTies);
  return events.slice(0, limit).map((record, index) => {
    const score = NEWEST_SCORE * (1 - index / limit);
    return { ...record, score, relevance: 0, reason: "spontaneous" as const };
  });
}

/** Selects items, and of secrets those that a context may speak of. */
function filterOf(kind: ItemKind): Readonly<Record<string, object>> {
  const prefix = keyPrefix(kind);
  const own = { "@key": { $gte: prefix, $lt: `${prefix.slice(0, -1)}0` } };
  if (kind !== "knowledge_vault") return own;
  return { ...own, "@value.fields.sensitivity": { $in: ["low", "medium"] } };
}

function isShown(kind: ItemKind, record: MemoryRecord): boolean {
  const item = recordToItem(kind, record);
  if (!item) return false;
  return !("sensitivity" in item.fields) || item.fields.sensitivity !== "high";
}

/** Adds the warning of untrusted notes where a block is untrusted. */
function withCaution(
  prompt: PromptOptions,
  blocks: readonly ShownBlock[],
  { cautiousPreamble }: ReturnType<typeof checkPromptOptions>,
): PromptOptions {
  const isCautious = blocks.some(({ record }) => !isTrusted(record));
  return isCautious ? { ...prompt, preamble: prompt.preamble ?? cautiousPreamble } : prompt;
}

/** Orders the newer one first, whatever the ids, which are random. */
function compareTies(a: MemoryRecord, b: MemoryRecord): number {
  return timeOf(b) - timeOf(a) || compareText(a.content, b.content) || compareText(a.id, b.id);
}

function placeOf({ kind }: RecalledMemory): number {
  return ITEM_KINDS.findIndex((one) => one === kind);
}

function timeOf({ occurredAt, createdAt }: MemoryRecord): number {
  return (occurredAt ?? createdAt).getTime();
}
