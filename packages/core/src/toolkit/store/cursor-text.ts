import { MemoryError } from "../../errors/memory-error.js";

/** Whether a part of a cursor is a text that can be stored: a NUL never is. */
export function isCursorText(part: unknown): part is string {
  return typeof part === "string" && !part.includes("\0");
}

/** Says that a cursor is not what a page had. */
export function changedCursor(): MemoryError {
  return new MemoryError("invalid-input", "cursor was changed: pass it as the page before had it");
}
