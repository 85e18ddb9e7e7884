import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { textArray } from "../client/encode-array.js";
import { compile } from "../sql/compile.js";
import type { Names } from "../sql/names.js";
import type { StoreContext } from "../store-context.js";
import { decodePostings } from "./code/decode-postings.js";
import type { Postings } from "./code/postings.js";
import { findInBlock } from "./code/term-block.js";
import { TextNumbers } from "./code/text-numbers.js";
import { KnownNumbers } from "./known-numbers.js";
import type { SegmentNumbers } from "./known-numbers.js";
import { KnownPostings } from "./known-postings.js";
import type { TermPostings } from "./known-postings.js";
import { scorePostings } from "./segment-scores.js";
import type { SegmentSearch } from "./segment-search.js";

const GRAVE_BYTES = 8;

interface SegmentRow {
  readonly generation: number;
  readonly covers: number;
  /** `encodeNumbers`; null where those of this generation are known. */
  readonly numbers: Buffer | null;
  /** `int8send` of the number in each grave, if there are any. */
  readonly graves: Buffer | null;
}

interface TermRow {
  /** Of the term in the query, from 1. */
  readonly place: number;
  /** That has the term if there is a list of it. */
  readonly block: Buffer | null;
}

/**
 * What the segment of a scope says about these terms; `undefined` where it has none. At most two
 * statements as a rule, sent at once: run it in the snapshot (`StoreSession.read`) in which the
 * texts that `isUncovered` says, and the statistics of the scope, are read.
 */
export async function searchSegment(
  { channel, names }: Pick<StoreContext, "channel" | "names">,
  scope: string,
  terms: readonly string[],
): Promise<SegmentSearch | undefined> {
  const shelf = KnownNumbers.of(names);
  const known = shelf.get(scope);
  const lists = KnownPostings.of(names);
  const expected = lists.generationOf(scope);
  const found = lists.find(scope, expected, terms);
  const read = async (wanted: readonly string[]): Promise<Map<string, TermPostings>> => {
    if (wanted.length === 0) return new Map();
    return listsOf(await channel.rows(compile(blocksStatement(names, scope, wanted))), wanted);
  };
  // Apart they are planned several times as quickly as in one.
  const [[segment], others] = await Promise.all([
    channel.rows<SegmentRow>(compile(segmentStatement(names, scope, known))),
    read(terms.filter((term) => !found.has(term))),
  ]);
  if (!segment) return undefined;
  const { generation } = segment;
  const outdated = generation === expected ? [] : [...found.keys()];
  const fresh = new Map([...others, ...(await read(outdated))]);
  lists.add(scope, generation, fresh);
  const current = currentNumbers(segment, known);
  if (current !== known) shelf.add(scope, current);
  const postings = terms.map((term) => (fresh.has(term) ? fresh : found).get(term));
  return toSearch(segment, current.numbers, postings);
}

function segmentStatement(
  names: Names,
  scope: string,
  known: SegmentNumbers | undefined,
): RawBuilder<unknown> {
  return sql`
    select s.generation, s.covers,
      case when s.generation <> ${known?.generation ?? 0} or s.covers <> ${known?.covers ?? 0}
        then s.numbers end as numbers, (
      select string_agg(int8send(g.number), ''::bytea) from ${names.graves} as g
      where g.scope = ${scope} and g.number <= s.covers) as graves
    from ${names.segments} as s
    where s.scope = ${scope} and s.generation is not null`;
}

function blocksStatement(
  names: Names,
  scope: string,
  terms: readonly string[],
): RawBuilder<unknown> {
  return sql`
    select t.place, (
      select p.block from ${names.postings} as p
      where p.scope = ${scope} and p.term <= t.term
      and p.generation = (select s.generation from ${names.segments} as s where s.scope = ${scope})
      order by p.term desc limit 1) as block
    from unnest(${textArray(terms)}::text[]) with ordinality as t (term, place)`;
}

function listsOf(rows: readonly TermRow[], terms: readonly string[]): Map<string, TermPostings> {
  const blocks = new Map(rows.map(({ place, block }) => [place, block]));
  return new Map(
    terms.map((term, index) => {
      const block = blocks.get(index + 1);
      const list = block ? findInBlock(block, term) : undefined;
      return [term, list && decodePostings(list)];
    }),
  );
}

/** The numbers that were sent, or those that the statement said were known. */
function currentNumbers(
  { generation, covers, numbers }: SegmentRow,
  known: SegmentNumbers | undefined,
): SegmentNumbers {
  if (!numbers && known) return known;
  return { generation, covers, numbers: new TextNumbers(numbers ?? Buffer.alloc(0)) };
}

function toSearch(
  segment: SegmentRow,
  numbers: TextNumbers,
  postings: readonly (Postings | undefined)[],
): SegmentSearch {
  const dead = deadSlots(numbers, segment.graves);
  return {
    documentFrequencies: livingFrequencies(postings, dead, numbers.size),
    score: (weights) => scorePostings({ numbers, postings, dead }, weights),
  };
}

/** Graves of texts that only the next segment covers are none of this one. */
function deadSlots(numbers: TextNumbers, graves: Buffer | null): number[] {
  const slots: number[] = [];
  if (!graves) return slots;
  for (let offset = 0; offset < graves.length; offset += GRAVE_BYTES) {
    const slot = numbers.slotOf(Number(graves.readBigInt64BE(offset)));
    if (slot >= 0) slots.push(slot);
  }
  return slots;
}

function livingFrequencies(
  postings: readonly (Postings | undefined)[],
  dead: readonly number[],
  size: number,
): readonly number[] {
  const counts = postings.map((list) => list?.slots.length ?? 0);
  if (dead.length === 0) return counts;
  const isDead = new Uint8Array(size);
  for (const slot of dead) isDead[slot] = 1;
  return counts.map((count, term) => {
    const { slots } = postings[term] ?? { slots: new Uint32Array(0) };
    let living = count;
    for (let place = 0; place < slots.length; place += 1) living -= isDead[slots[place] ?? 0] ?? 0;
    return living;
  });
}
