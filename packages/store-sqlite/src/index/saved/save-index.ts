import { rangeKey } from "@kioku/core/toolkit";

import type { Pause } from "../../sql/scheduling.js";
import { BLOCK_BYTES } from "../codes/code-arena.js";
import type { ResidentIndex } from "../index-cache.js";
import type { ListState } from "../postings.js";
import type { TableState } from "../record-table.js";
import type { ProvedWriter } from "./proved-file.js";
import { BLOCK_TYPE, writeArrays, type Section, type WriteSection } from "./sections.js";

/** Postings from which a list is saved: shorter ones are read from the database in a moment. */
const COMMON = 64;

/** Lists that are saved at most, the latest searched: the text of a file has 150 bytes of each. */
const MOST_LISTS = 16_384;

/** A list of postings in a file. */
export interface SavedList extends ListState {
  readonly term: string;
}

/** The codes of a space in a file; the blocks with these numbers are the last sections. */
interface SavedCodes {
  readonly space: number;
  readonly dimensions: number;
  readonly end: number;
  readonly blocks: readonly number[];
}

/** The text of a file. */
export interface SavedText {
  readonly key: string;
  /** The transaction since which changes have to be followed. */
  readonly change: number;
  /** The newest transaction of which it may have changes. */
  readonly newest: number;
  readonly sections: readonly Section[];
  readonly table: unknown;
  readonly lists: readonly unknown[];
  readonly codes: readonly SavedCodes[];
}

/** An index as of one moment; its lists and codes are read later. */
export interface IndexToSave {
  readonly resident: ResidentIndex;
  readonly change: number;
  readonly table: TableState;
  readonly records: number;
}

/** Begins to save an index, which must be up to date. */
export function beginToSave(resident: ResidentIndex): IndexToSave {
  const { change, table } = resident;
  return { resident, change, table: table.state(), records: table.size };
}

/**
 * Writes an index. It may change meanwhile: a reader follows all changes since `change`, which
 * repairs whatever was written before or after them.
 */
export async function saveIndex(
  writer: ProvedWriter,
  { resident, change, table, records }: IndexToSave,
  pause: Pause,
): Promise<void> {
  const sections: Section[] = [];
  const write: WriteSection = async (bytes, type) => {
    await pause();
    await writer.write(bytes);
    return sections.push({ type, bytes: bytes.length }) - 1;
  };
  const tableText = await writeArrays(table, write);
  const lists: unknown[] = [];
  for (const term of resident.postings.terms(COMMON).slice(-MOST_LISTS)) {
    // It may have been evicted since.
    const list = resident.postings.peek(term)?.state(records);
    if (list) lists.push(await writeArrays({ term, ...list } satisfies SavedList, write));
  }
  const codes: SavedCodes[] = [];
  const copy = new Uint8Array(BLOCK_BYTES);
  for (const { id: space, dimensions } of resident.spaces) {
    const matrix = resident.matrices.get(space);
    if (!matrix) continue;
    const blocks: number[] = [];
    for (let block = 0; block < matrix.blocks; block += 1) {
      const bytes = matrix.block(block);
      if (!bytes) continue;
      copy.set(bytes);
      blocks.push(block);
      await write(copy, BLOCK_TYPE);
    }
    codes.push({ space, dimensions, end: Math.min(matrix.end, records), blocks });
  }
  const key = rangeKey(resident.range);
  const { newest } = resident;
  const text: SavedText = { key, change, newest, sections, table: tableText, lists, codes };
  await writer.end(JSON.stringify(text));
}
