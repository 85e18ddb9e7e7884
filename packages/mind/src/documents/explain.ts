import type { Memory, MemoryRecord } from "@kioku/core";
import {
  checkCallOptions,
  checkRecallOptions,
  checkText,
  compareText,
  MAX_CONTENT_LENGTH,
} from "@kioku/core/toolkit";

import type { DocumentOptions, Explanation, Quote } from "../api/documents.js";
import { normalizeSentence } from "../model/claim-hash.js";
import type { Evidence } from "../model/fact.js";
import { KINDS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import { recordToEpisode } from "../records/episode-record.js";
import { recordToFact } from "../records/fact-record.js";
import { objectOf, textOf, textsOf } from "../records/json.js";
import { readByIds, readPages } from "../records/read-records.js";
import { instantOf, remainingEvidence, speakerOf, standsIn } from "./proof.js";
import { type HeldFact, proveFacts, toHeld } from "./read-facts.js";

/** Most earlier sentences that are told. */
const MAX_REPLACED = 50;

/** A sentence as it is stored. */
interface Stored {
  readonly id: string;
  readonly text: string;
  readonly evidence: readonly Evidence[];
  readonly by: string;
  readonly record: MemoryRecord;
}

/** Returns why a sentence, by id or text, stands in a document; `undefined` if none has it. */
export async function explain(
  { memory }: MindHost,
  sentence: string,
  options: DocumentOptions = {},
): Promise<Explanation | undefined> {
  checkCallOptions(options, ["asOf"]);
  checkRecallOptions({ asOf: options.asOf }, "options", []);
  checkText(sentence, "sentence", MAX_CONTENT_LENGTH);
  const stored =
    (await findById(memory, sentence, options)) ?? (await findByText(memory, sentence, options));
  if (!stored) return undefined;
  const { id, text, by, record } = stored;
  const quotes = await quotesOf(memory, stored, options);
  if (quotes.length === 0) return undefined;
  const mind = objectOf(record.metadata["mind"]);
  const replaced = await readReplaced(memory, record, options);
  return {
    id,
    text,
    quotes,
    by,
    reason: textOf(mind["reason"], record.kind === KINDS.episode ? "summary" : ""),
    run: textOf(mind["run"], ""),
    since: quotes.reduce(
      (first, { at }) => (at < first ? at : first),
      quotes[0]?.at ?? new Date(0),
    ),
    ...(record.validTo === undefined ? {} : { until: record.validTo }),
    replaced,
  };
}

async function findById(
  memory: Memory,
  id: string,
  options: DocumentOptions,
): Promise<Stored | undefined> {
  const [recordId = ""] = id.split("#", 1);
  const record = (await readByIds(memory, [recordId], options)).get(recordId);
  return record && storedOf(record).find((one) => one.id === id);
}

/** Prefers facts, of these those that hold, then the newest. */
async function findByText(
  memory: Memory,
  text: string,
  { asOf, signal }: DocumentOptions,
): Promise<Stored | undefined> {
  const said = normalizeSentence(text);
  // Reads those that held at a moment, or else all.
  const validity = asOf?.validAt === undefined ? { includeRetired: true } : {};
  const query = { order: "desc", includeArchived: true, asOf, ...validity } as const;
  let ended: Stored | undefined;
  for (const kind of [KINDS.fact, KINDS.episode]) {
    for await (const page of readPages(memory, { ...query, kinds: [kind] }, { signal })) {
      const found = page.flatMap(storedOf).filter((one) => normalizeSentence(one.text) === said);
      const held = found.find(({ record }) => record.validTo === undefined);
      if (held) return held;
      ended ??= found[0];
    }
    if (ended) return ended;
  }
  return undefined;
}

function storedOf(record: MemoryRecord): readonly Stored[] {
  // A fact that was undone held at no time.
  if (isUndone(record)) return [];
  const fact = recordToFact(record);
  if (fact) return [{ id: fact.id, text: fact.text, evidence: fact.evidence, by: fact.by, record }];
  const summary = recordToEpisode(record)?.summary ?? [];
  return summary.map((one, index) => ({ ...one, id: `${record.id}#${index + 1}`, record }));
}

async function quotesOf(
  memory: Memory,
  stored: Stored,
  options: DocumentOptions,
): Promise<readonly Quote[]> {
  const sources = await readByIds(
    memory,
    stored.evidence.map(({ source }) => source),
    options,
  );
  return remainingEvidence(stored, standsIn(sources)).flatMap(({ source, quote }) => {
    const record = sources.get(source);
    if (!record) return [];
    const { thread } = record;
    const about = { speaker: speakerOf(record), at: instantOf(record) };
    return [{ source, quote, ...about, ...(thread === undefined ? {} : { thread }) }];
  });
}

/** Returns the sentences that a record replaced, and those that these replaced, oldest first. */
async function readReplaced(
  memory: Memory,
  record: MemoryRecord,
  options: DocumentOptions,
): Promise<Explanation["replaced"]> {
  const seen = new Set([record.id]);
  const found: HeldFact[] = [];
  let ids = replacedBy(record);
  while (ids.length > 0 && found.length < MAX_REPLACED) {
    const records = [...(await readByIds(memory, ids, options)).values()];
    found.push(...records.filter((one) => !isUndone(one)).flatMap(toHeld));
    for (const id of ids) seen.add(id);
    ids = records.flatMap(replacedBy).filter((id) => !seen.has(id));
  }
  const proven = await proveFacts(memory, found, options);
  return proven
    .map(({ fact: { validTo }, sentence: { id, text, at: since } }) => {
      return { id, text, since, ...(validTo === undefined ? {} : { until: validTo }) };
    })
    .toSorted((a, b) => a.since.getTime() - b.since.getTime() || compareText(a.id, b.id));
}

function isUndone({ metadata }: MemoryRecord): boolean {
  return objectOf(metadata["mind"])["ended"] === "undone";
}

/** Returns the ids of the facts that a record replaced. */
function replacedBy({ metadata }: MemoryRecord): readonly string[] {
  return textsOf(objectOf(metadata["mind"])["replaces"]);
}
