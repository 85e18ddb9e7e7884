import { compareText } from "../model/compare-text.js";
import { wrongInput } from "./check/check.js";

/** Parts of a cursor: the position where a page ended. */
export type CursorParts = readonly (string | number)[];

/** Makes an opaque cursor of a kind of listing and a position. */
export function encodeCursor(of: string, parts: CursorParts): string {
  return Buffer.from(JSON.stringify([of, ...parts])).toString("base64url");
}

/** Reads a cursor of this kind. @throws `invalid-input` for any other. */
export function decodeCursor(cursor: string, of: string, length: number): CursorParts {
  const parts = parse(cursor);
  const [kind, ...rest] = parts ?? [];
  if (kind !== of || rest.length !== length) {
    throw wrongInput(
      `cursor belongs to another listing; pass the cursor of the page before, with the same orderBy and order`,
    );
  }
  return rest;
}

function parse(cursor: string): CursorParts | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const valid =
      Array.isArray(value) &&
      value.every((part) => typeof part === "string" || Number.isFinite(part));
    return valid ? (value as CursorParts) : undefined;
  } catch {
    return undefined;
  }
}

/** Orders positions of one listing, part by part. */
export function comparePositions(a: CursorParts, b: CursorParts): number {
  for (const [index, part] of a.entries()) {
    const other = b[index] ?? "";
    const order =
      typeof part === "number" && typeof other === "number"
        ? part - other
        : compareText(String(part), String(other));
    if (order !== 0) return order;
  }
  return 0;
}
