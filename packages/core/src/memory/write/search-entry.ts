import type { MemoryRecord } from "../../model/record.js";
import type { SpaceVector } from "../../store/vector-space.js";
import type { SearchEntry } from "../../store/write-op.js";
import { hashText } from "../../text/hash.js";
import { normalizeForDuplicates } from "../../text/normalize.js";
import { documentTerms } from "../../text/terms.js";

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** What a record is found by. */
export function searchEntry(record: MemoryRecord, vector: SpaceVector | undefined): SearchEntry {
  return {
    textHash: textHash(record),
    terms: [...documentTerms(record.content), ...dateTerms(record.occurredAt)],
    vectors: vector ? [vector] : [],
  };
}

/** Hash of the text that a record's vectors are made from. */
export function textHash(record: MemoryRecord): string {
  return hashText(record.content);
}

/**
 * Hash of what makes two records of one scope duplicates: the text but for spacing and Unicode form, the kind, the thread
 * and when it happened. The same words in another conversation are another memory.
 */
export function contentHash(
  record: Pick<MemoryRecord, "content" | "kind" | "thread" | "occurredAt">,
): string {
  return hashText(
    record.kind,
    record.thread ?? "",
    record.occurredAt?.toISOString() ?? "",
    normalizeForDuplicates(record.content),
  );
}

/** The day, month and year of an event (UTC), so that "in May 2023" finds it by keyword. */
function dateTerms(occurredAt: Date | undefined): string[] {
  if (!occurredAt) return [];
  const month = MONTHS[occurredAt.getUTCMonth()] ?? "";
  return documentTerms(`${occurredAt.toISOString().slice(0, 10)} ${month}`);
}
