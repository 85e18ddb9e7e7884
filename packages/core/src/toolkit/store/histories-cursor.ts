import { decodeCursor, encodeCursor } from "../../internal/cursor.js";
import { changedCursor, isCursorText } from "./cursor-text.js";

/** Names what the cursors of histories are of. */
const HISTORIES = "histories";

/** Where a page of histories begins. */
export interface HistoriesStart {
  /** The path of the scope. */
  readonly path: string;
  /** The id of the record that the page before ended with. */
  readonly id: string;
  /** Versions of it before this one are still to come; 0: none. */
  readonly before: number;
}

/** Makes the cursor of a page of histories. */
export function historiesCursor({ path, id, before }: HistoriesStart): string {
  return encodeCursor(HISTORIES, [path, id, before]);
}

/**
 * Reads the cursor of a page of histories; `undefined` for the first page.
 * @throws `invalid-input` if it is no such cursor.
 */
export function historiesStart(cursor: string | undefined): HistoriesStart | undefined {
  if (cursor === undefined) return undefined;
  const [path, id, before] = decodeCursor(cursor, HISTORIES, 3);
  if (!isCursorText(path) || !isCursorText(id)) throw changedCursor();
  if (typeof before !== "number" || !Number.isSafeInteger(before)) throw changedCursor();
  return { path, id, before };
}
