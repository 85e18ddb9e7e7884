import { MemoryError } from "@kioku/core";
import { checkObject } from "@kioku/core/toolkit";

const MAX_SECRET = 16_384;

/** What a key has to be, for messages. A message never says what came instead. */
export const KEY_RULE = "1 to 16,384 visible ASCII characters without blanks and line breaks";

/** Whether a value can go into a header as a key. Line breaks could add headers. */
export function isKey(value: unknown): value is string {
  return (
    typeof value === "string" && value.length <= MAX_SECRET && /^[\u{21}-\u{7e}]+$/u.test(value)
  );
}

/** Set by the embedder, or by `fetch`. */
const RESERVED: ReadonlySet<string> = new Set([
  "content-type",
  "content-length",
  "host",
  "connection",
  "transfer-encoding",
]);

/**
 * Refuses headers that could not be sent, that would add others, that the embedder sets, or that
 * would be joined with others: `fetch` makes one header of two with the same name, and would send
 * both secrets in it.
 * @throws `invalid-input` naming the header, without its value.
 */
export function checkHeaders(headers: unknown, hasKey: boolean): void {
  checkObject(headers, "headers");
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/u.test(name)) {
      throw new MemoryError("invalid-input", "headers has a name that no header can have");
    }
    const lower = name.toLowerCase();
    if (RESERVED.has(lower)) {
      throw new MemoryError("invalid-input", `headers must not set ${lower}`);
    }
    if (seen.has(lower)) throw new MemoryError("invalid-input", `headers has ${lower} twice`);
    seen.add(lower);
    if (lower === "authorization" && hasKey) {
      const advice = "give one of both: the key goes into authorization";
      throw new MemoryError("invalid-input", `apiKey and headers.${name}; ${advice}`);
    }
    const isText = typeof value === "string" && value.length <= MAX_SECRET;
    if (isText && /^[\t\u{20}-\u{7e}]*$/u.test(value)) continue;
    throw new MemoryError(
      "invalid-input",
      `headers.${name} must be at most 16,384 ASCII characters without line breaks`,
    );
  }
}
