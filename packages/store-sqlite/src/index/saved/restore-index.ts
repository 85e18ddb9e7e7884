import { rangeKey, type ScopeRange } from "@kioku/core/toolkit";

import type { Pause } from "../../sql/scheduling.js";
import { BLOCK_BYTES, type CodeArena } from "../codes/code-arena.js";
import { CodeMatrix } from "../codes/code-matrix.js";
import { ResidentIndex } from "../index-cache.js";
import { PostingList } from "../postings.js";
import { RecordTable, type TableState } from "../record-table.js";
import type { ProvedReader, UnprovedFile } from "./proved-file.js";
import type { SavedList, SavedText } from "./save-index.js";
import { BLOCK_TYPE, readContents, withArrays, type SectionContents } from "./sections.js";

interface RestorePlan {
  readonly range: ScopeRange;
  readonly arena: CodeArena;
  readonly pause: Pause;
}

/**
 * Reads an index from a file. Nothing of it is used before all of it is proved: it was written by
 * this version, for this database.
 * @returns `undefined` if the file is damaged or of no use, or the arena has no room.
 */
export async function restoreIndex(
  file: UnprovedFile,
  { range, arena, pause }: RestorePlan,
): Promise<ResidentIndex | undefined> {
  const text = textOf(file);
  if (!text || text.key !== rangeKey(range)) return undefined;
  const matrices = new Map(
    text.codes.map(({ space, dimensions }) => [space, new CodeMatrix(arena, dimensions)]),
  );
  const table = new RecordTable();
  const resident = new ResidentIndex({
    range,
    change: text.change,
    table,
    spaces: text.codes.map(({ space, dimensions }) => ({ id: space, dimensions })),
    matrices,
  });
  try {
    const contents = await readSections(file.reader, text, pause);
    const isWhole =
      (await readBlocks(file.reader, text, { matrices, pause })) && (await file.reader.isProved());
    if (isWhole) {
      table.restore(withArrays(text.table, contents) as TableState);
      for (const list of text.lists) {
        const { term, ...state } = withArrays(list, contents) as SavedList;
        resident.postings.keep(term, PostingList.from(state));
      }
      resident.savedChange = text.change;
      resident.newest = text.newest;
      return resident;
    }
  } catch (error) {
    resident.release();
    throw error;
  }
  resident.release();
  return undefined;
}

/** Parses the text of a file; `undefined` if its sections are not what the file has. */
function textOf({ text, bytes }: UnprovedFile): SavedText | undefined {
  try {
    const parsed = JSON.parse(text) as SavedText;
    const lengths = parsed.sections.map((section) => section.bytes);
    const blocks = parsed.codes.flatMap((codes) => codes.blocks);
    const isPossible =
      lengths.every((length) => Number.isSafeInteger(length) && length >= 0) &&
      lengths.reduce((sum, length) => sum + length, 0) === bytes &&
      parsed.sections.filter(({ type }) => type === BLOCK_TYPE).length === blocks.length &&
      blocks.every((block) => Number.isSafeInteger(block) && block >= 0 && block <= MAX_BLOCKS) &&
      parsed.codes.every(({ dimensions }) => dimensions >= 1 && dimensions <= MAX_DIMENSIONS);
    return isPossible ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Beyond what an arena can have. */
const MAX_BLOCKS = 65_536;
const MAX_DIMENSIONS = 16_384;

async function readSections(
  reader: ProvedReader,
  { sections }: SavedText,
  pause: Pause,
): Promise<Map<number, SectionContents>> {
  const contents = new Map<number, SectionContents>();
  for (const [number, section] of sections.entries()) {
    if (section.type === BLOCK_TYPE) continue;
    const pausing = pause();
    if (pausing) await pausing;
    contents.set(number, await readContents(section, (target) => reader.read(target)));
  }
  return contents;
}

/** Reads the blocks, which are the last sections. Returns false if the arena has no room. */
async function readBlocks(
  reader: ProvedReader,
  { codes }: SavedText,
  { matrices, pause }: { readonly matrices: ResidentIndex["matrices"]; readonly pause: Pause },
): Promise<boolean> {
  const bytes = new Uint8Array(BLOCK_BYTES);
  for (const { space, end, blocks } of codes) {
    const matrix = matrices.get(space);
    for (const block of blocks) {
      const pausing = pause();
      if (pausing) await pausing;
      await reader.read(bytes);
      if (matrix?.restore(block, bytes, end) !== true) return false;
    }
  }
  return true;
}
