import { sql, type RawBuilder } from "kysely";

import { decodePostings, findInBlock, type Postings } from "../index/segment/postings.js";
import type { SegmentNumbers, TermPostings } from "../index/segment/segment-cache.js";
import { TextNumbers } from "../index/segment/text-numbers.js";
import { textArray } from "../sql/encode.js";
import type { Names } from "../sql/names.js";
import type { StoreContext } from "../store-context.js";
import { scorePostings, type SegmentSearch } from "./segment-scores.js";

const GRAVE_BYTES = 8;

interface SegmentRow {
  readonly generation: number;
  readonly covers: number;
  /** Result of `encodeNumbers`; null if cached. */
  readonly numbers: Buffer | null;
  /** Numbers of removed texts, by `int8send`. */
  readonly graves: Buffer | null;
}

interface TermRow {
  readonly position: number;
  readonly block: Buffer | null;
}

/** Searches a scope's segment, if it has one, in the snapshot of the caller's other statements. */
export async function searchSegment(
  { channel, names, segmentCache }: Pick<StoreContext, "channel" | "names" | "segmentCache">,
  scope: string,
  terms: readonly string[],
): Promise<SegmentSearch | undefined> {
  const known = segmentCache.numbersOf(scope);
  const lists = segmentCache.postings;
  const expected = lists.generationOf(scope);
  const found = lists.find(scope, expected, terms);
  const read = async (wanted: readonly string[]): Promise<Map<string, TermPostings>> => {
    if (wanted.length === 0) return new Map();
    return listsOf(await channel.rows(blocksStatement(names, scope, wanted)), wanted);
  };
  // Two statements are planned several times as quickly as one.
  const [[segment], others] = await Promise.all([
    channel.rows<SegmentRow>(segmentStatement(names, scope, known)),
    read(terms.filter((term) => !found.has(term))),
  ]);
  if (!segment) return undefined;
  const { generation } = segment;
  const outdated = generation === expected ? [] : [...found.keys()];
  const fresh = new Map([...others, ...(await read(outdated))]);
  lists.add(scope, generation, fresh);
  const current = currentNumbers(segment, known);
  if (current !== known) segmentCache.addNumbers(scope, current);
  const postings = terms.map((term) => (fresh.has(term) ? fresh : found).get(term));
  return toSearch(segment, { scope, numbers: current.numbers, postings });
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
    select t.position, (
      select p.block from ${names.postings} as p
      where p.scope = ${scope} and p.term <= t.term
      and p.generation = (select s.generation from ${names.segments} as s where s.scope = ${scope})
      order by p.term desc limit 1) as block
    from unnest(${textArray(terms)}::text[]) with ordinality as t (term, position)`;
}

function listsOf(rows: readonly TermRow[], terms: readonly string[]): Map<string, TermPostings> {
  const blocks = new Map(rows.map(({ position, block }) => [position, block]));
  return new Map(
    terms.map((term, index) => {
      const block = blocks.get(index + 1);
      const list = block ? findInBlock(block, term) : undefined;
      return [term, list && decodePostings(list)];
    }),
  );
}

function currentNumbers(
  { generation, covers, numbers }: SegmentRow,
  known: SegmentNumbers | undefined,
): SegmentNumbers {
  if (!numbers && known) return known;
  return { generation, covers, numbers: new TextNumbers(numbers ?? Buffer.alloc(0)) };
}

function toSearch(
  segment: SegmentRow,
  read: {
    readonly scope: string;
    readonly numbers: TextNumbers;
    readonly postings: readonly (Postings | undefined)[];
  },
): SegmentSearch {
  const { numbers, postings } = read;
  const dead = deadOrdinals(numbers, segment.graves);
  return {
    documentFrequencies: livingFrequencies(postings, dead, numbers.size),
    score: (weights) => scorePostings({ ...read, dead }, weights),
  };
}

/** Removed texts that only the next segment covers are skipped. */
function deadOrdinals(numbers: TextNumbers, graves: Buffer | null): number[] {
  const ordinals: number[] = [];
  if (!graves) return ordinals;
  for (let offset = 0; offset < graves.length; offset += GRAVE_BYTES) {
    const ordinal = numbers.ordinalOf(Number(graves.readBigInt64BE(offset)));
    if (ordinal >= 0) ordinals.push(ordinal);
  }
  return ordinals;
}

function livingFrequencies(
  postings: readonly (Postings | undefined)[],
  dead: readonly number[],
  size: number,
): readonly number[] {
  const counts = postings.map((list) => list?.ordinals.length ?? 0);
  if (dead.length === 0) return counts;
  const isDead = new Uint8Array(size);
  for (const ordinal of dead) isDead[ordinal] = 1;
  return counts.map((count, term) => {
    const { ordinals } = postings[term] ?? { ordinals: new Uint32Array(0) };
    let living = count;
    for (let position = 0; position < ordinals.length; position += 1)
      living -= isDead[ordinals[position] ?? 0] ?? 0;
    return living;
  });
}
