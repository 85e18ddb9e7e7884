import type { CallOptions, Memory, MemoryRecord } from "@kioku/core";

import type { DocumentOptions, DocumentSentence } from "../api/documents.js";
import type { Fact } from "../model/fact.js";
import { KINDS } from "../model/kinds.js";
import { ofSubject, recordToFact } from "../records/fact-record.js";
import { readByIds, readByKeys, readPages } from "../records/read-records.js";
import { readKeys, subjectKey } from "../records/subject-keys.js";
import type { RankedSentence } from "./blocks.js";
import { proveSentence } from "./proof.js";

/** A fact that holds, and its record. */
export interface HeldFact {
  readonly record: MemoryRecord;
  readonly fact: Fact;
}

/** A fact that its sources prove. */
export interface ProvenFact extends HeldFact {
  readonly sentence: DocumentSentence;
}

/** Facts about a subject. */
export interface SubjectRead {
  readonly facts: readonly HeldFact[];
  /** Number of less important facts that were not read. */
  readonly unread: number;
}

/** Most of the newest facts that are read of a person with many: they fill a block. */
const MOST_NEWEST = 300;

/** Reads the facts about a subject that hold; of very many plain ones, the newest. */
export async function readFacts(
  memory: Memory,
  subject: string,
  { asOf, signal }: DocumentOptions,
): Promise<SubjectRead> {
  const known = asOf === undefined ? await readKept(memory, subject, { signal }) : undefined;
  if (known) return known;
  const query = { kinds: [KINDS.fact], includeArchived: true, asOf, filter: ofSubject(subject) };
  const facts: HeldFact[] = [];
  for await (const page of readPages(memory, query, { signal }))
    facts.push(...page.flatMap(toHeld));
  return { facts, unread: 0 };
}

/** Reads facts by the keys that runs keep; `undefined` if these do not tell what is shown. */
async function readKept(
  memory: Memory,
  subject: string,
  options: CallOptions,
): Promise<SubjectRead | undefined> {
  const key = subjectKey(subject);
  const record = (await readByKeys(memory, [key], options)).get(key);
  const keys = record && readKeys(record);
  if (!keys || keys.isCut || (keys.isLong && keys.isMixed)) return undefined;
  const { attributes, others, isLong, count } = keys;
  const kept = [...[...attributes.values()].flat(), ...others];
  const facts = await readHeldByKeys(memory, kept, options);
  if (!isLong) return { facts, unread: 0 };
  const filter = { ...ofSubject(subject), "mind.attribute": { $exists: false } };
  const newest = { orderBy: "createdAt", order: "desc", limit: MOST_NEWEST } as const;
  const query = { kinds: [KINDS.fact], includeArchived: true, filter, ...newest };
  const { items, cursor } = await memory.list(query, options);
  const all = new Map([...facts, ...items.flatMap(toHeld)].map((one) => [one.fact.id, one]));
  const unread = cursor === undefined ? 0 : Math.max(0, count - items.length);
  return { facts: [...all.values()], unread };
}

/** Reads the facts of keys that hold now. */
export async function readHeldByKeys(
  memory: Memory,
  keys: Iterable<string>,
  options: CallOptions,
): Promise<readonly HeldFact[]> {
  const records = await readByKeys(memory, keys, options);
  return [...records.values()].filter(({ validTo }) => validTo === undefined).flatMap(toHeld);
}

/** Returns a record as a fact, in a list; empty if it is none. */
export function toHeld(record: MemoryRecord): readonly HeldFact[] {
  const fact = recordToFact(record);
  return fact ? [{ record, fact }] : [];
}

/** Leaves out the facts whose sources are gone. */
export async function proveFacts(
  memory: Memory,
  facts: readonly HeldFact[],
  options: DocumentOptions,
): Promise<readonly ProvenFact[]> {
  const ids = facts.flatMap(({ fact }) => fact.evidence.map(({ source }) => source));
  const sources = await readByIds(memory, ids, options);
  return facts.flatMap((held): readonly ProvenFact[] => {
    const sentence = proveSentence(held.fact, sources);
    return sentence ? [{ ...held, sentence }] : [];
  });
}

/** Returns what decides if there is room for a fact, before it is proven. */
export function rankOf({ fact }: HeldFact): RankedSentence {
  const { id, text, occurredAt: at, importance, trust } = fact;
  return { importance, sentence: { id, text, at, trust, sources: [] } };
}
