import type { MemoryRecord } from "@kioku/core";
import { derivableTrust, MOST_UNTRUSTED, recordToJson } from "@kioku/core/toolkit";

/** Characters that a reader does not see, or that turn the direction of a text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Writes JSON in which unseen characters are escaped, so that what is read is what is there. */
export function toSafeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const code = character.charCodeAt(index).toString(16).padStart(4, "0");
      return `\\u${code}`;
    }).join(""),
  );
}

/** Returns a record with the mark of what may be the words of strangers. */
export function markedRecord(record: MemoryRecord): object {
  const isUntrusted = derivableTrust(record) <= MOST_UNTRUSTED;
  return { ...(isUntrusted ? { untrusted: true } : {}), ...recordToJson(record) };
}
