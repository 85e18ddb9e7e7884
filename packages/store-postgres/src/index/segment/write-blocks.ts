import { sql } from "kysely";

import { encodeBytes, textArray } from "../../sql/encode.js";
import { encodeBlock, type TermList } from "./postings.js";
import type { Build } from "./segment-rows.js";

/** A block ends with the list that reaches this size, so that a rare term brings little along. */
const BLOCK_BYTES = 1_200;

const BATCH_BYTES = 1_000_000;

interface Block {
  readonly term: string;
  readonly bytes: Uint8Array;
}

/** Writes ascending lists; false if another build has begun or the segment was dropped. */
export async function writeBlocks(build: Build, lists: Iterable<TermList>): Promise<boolean> {
  for (const batch of batches(toBlocks(lists))) {
    if (!(await writeBatch(build, batch))) return false;
  }
  return true;
}

function* toBlocks(lists: Iterable<TermList>): Generator<Block> {
  let pending: TermList[] = [];
  let size = 0;
  for (const entry of lists) {
    // A long list has a block of its own.
    if (pending.length > 0 && size + entry.list.length > BLOCK_BYTES) {
      yield toBlock(pending);
      pending = [];
      size = 0;
    }
    pending.push(entry);
    size += entry.list.length + entry.term.length;
  }
  if (pending.length > 0) yield toBlock(pending);
}

function toBlock(lists: readonly TermList[]): Block {
  return { term: lists[0]?.term ?? "", bytes: encodeBlock(lists) };
}

function* batches(blocks: Iterable<Block>): Generator<readonly Block[]> {
  let batch: Block[] = [];
  let size = 0;
  for (const block of blocks) {
    batch.push(block);
    size += block.bytes.length;
    if (size < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

async function writeBatch(
  { session, options, scope, generation }: Build,
  blocks: readonly Block[],
): Promise<boolean> {
  const written = await session.write(
    options,
    { access: [scope], lock: [] },
    ({ channel, names }) =>
      channel.change(sql`
          insert into ${names.postings} (scope, generation, term, block)
          select s.scope, s.building, b.term, b.block
          from ${names.segments} as s, unnest(
            ${textArray(blocks.map(({ term }) => term))}::text[],
            ${encodeBytes(blocks.map(({ bytes }) => bytes))}::bytea[]
          ) as b (term, block)
          where s.scope = ${scope} and s.building = ${generation}`),
  );
  return written > 0;
}
