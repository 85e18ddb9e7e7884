import { MemoryError } from "../errors/memory-error.js";

/** What a cursor holds: where a page ended, as strings and numbers. */
export type CursorParts = readonly (string | number)[];

/**
 * Makes an opaque cursor from what the page was of (its order, for instance) and where it ended.
 */
export function encodeCursor(of: string, parts: CursorParts): string {
  return Buffer.from(JSON.stringify([of, ...parts])).toString("base64url");
}

/**
 * Where the page ended that this cursor was made for.
 * @throws `invalid-input` if it is no cursor, or one of another listing.
 */
export function decodeCursor(cursor: string, of: string, length: number): CursorParts {
  const parts = parse(cursor);
  const [kind, ...rest] = parts ?? [];
  if (kind !== of || rest.length !== length) {
    throw new MemoryError(
      "invalid-input",
      `cursor is not one of this listing: pass the cursor of the page before, with the same orderBy and order`,
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
