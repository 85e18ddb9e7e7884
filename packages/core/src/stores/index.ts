/**
 * What stores are made of, for those who write one: the areas of a selection, pages, records as
 * columns, the best of many scores, and aborted calls.
 *
 * @module @kioku/core/stores
 */
export { areaKey, areasOf, isInArea } from "./area.js";
export type { Area } from "./area.js";
export { BestSlots } from "./best-slots.js";
export { changedCursor, isCursorText } from "./cursor-text.js";
export { fromToken, toToken } from "./job-token.js";
export type { TokenColumns } from "./job-token.js";
export { historiesCursor, historiesStart } from "./histories-cursor.js";
export type { HistoriesStart } from "./histories-cursor.js";
export { LIST_COLUMNS, listCursor, listPosition } from "./list-position.js";
export type { ListPosition } from "./list-position.js";
export { HISTORY_PAGE_LENGTH, PAGE_LENGTH, recordLength, takePage } from "../store/page-length.js";
export type { PageTaking, TakenPage } from "../store/page-length.js";
export { pageOfRows } from "./page-of-rows.js";
export type { PagedRow } from "./page-of-rows.js";
export { isOneScope, pathSlices } from "./path-slices.js";
export type { PagedScopes, PathSlice } from "./path-slices.js";
export {
  columnsToRecord,
  RECORD_COLUMNS,
  recordToColumns,
  strengthToColumns,
} from "./record-columns.js";
export type {
  ReadColumns,
  RecordColumns,
  StoredColumns,
  StrengthColumns,
} from "./record-columns.js";
export { requireFreeKey } from "../store/require-free-key.js";
export { requireKept } from "../store/require-kept.js";
export { requireWidth } from "../store/require-width.js";
export { replaceTop } from "./replace-top.js";
export { currentToRevision, endedToRevision } from "./revision-columns.js";
export type { AuthorColumns, EndedColumns } from "./revision-columns.js";
export { safeProgress } from "../model/notify.js";
export { unlessAborted } from "../model/unless-aborted.js";
