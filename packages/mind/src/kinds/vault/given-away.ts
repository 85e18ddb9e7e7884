import type { JsonValue } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";

/** Shorter secrets than this give themselves away as whole words only. */
const SHORT = 4;

/**
 * Refuses texts that hold a secret, in capitals, full width or spaced out too.
 * @throws `invalid-input`, which names the text and quotes nothing
 */
export function refuseGivenAway(
  secret: string,
  texts: Readonly<Record<string, string | undefined>>,
): void {
  const hidden = fold(secret);
  if (hidden === "") return;
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined && holds(text, hidden)) throw invalidInput(name, "without the secret");
  }
}

/** Returns the names and texts in a JSON value, each apart from the others. */
export function textsIn(value: JsonValue | undefined): string {
  if (typeof value !== "object" || value === null) return String(value);
  const parts: (string | JsonValue | undefined)[] = Object.entries(value).flat();
  return parts.map(textsIn).join("\0");
}

function holds(text: string, hidden: string): boolean {
  if (hidden.length >= SHORT) return fold(text).includes(hidden);
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).some((word) => fold(word) === hidden);
}

/** Returns a text without what differs to the eye only. */
function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}]/gu, "");
}
