import { MemoryError } from "@kioku/core";

/** Largest file that is handed out as text, in bytes. */
const MAX_BYTES = 1_048_576;

/**
 * The text of a file, without a byte order mark. @throws `invalid-input` above 1 MiB, and for what
 * is no UTF-8 or has a NUL.
 */
export function decodeText(bytes: Uint8Array, shown: string): string {
  if (bytes.length > MAX_BYTES) {
    throw new MemoryError(
      "invalid-input",
      `${shown} must have at most ${MAX_BYTES} bytes to be read as text, it has ${bytes.length}`,
    );
  }
  const text = decodeUtf8(bytes);
  // Text has no NUL; what has one is binary, also where it happens to be UTF-8.
  if (text !== undefined && !text.includes("\0")) return text;
  throw new MemoryError("invalid-input", `${shown} must be UTF-8 text, and it is binary`);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
