import type { RecordHistory } from "../../contracts/history.js";
import type { RestoreOp, SearchEntry, SpaceVector } from "../../contracts/write-op.js";
import { Slices } from "../../internal/async/timers.js";
import type { MemoryRecord } from "../../model/record.js";
import { isTrusted } from "../../model/trust.js";
import { dateRangeTerms, type DateRange } from "../../text/dates/date-range.js";
import { datesInText, mayHoldDate } from "../../text/dates/dates-in-text.js";
import { hashText } from "../../text/hash.js";
import { normalizeForDuplicates } from "../../text/normalize.js";
import { joinParts, termParts } from "../../text/terms.js";
import { recordTraits } from "../../text/traits.js";

const DAY_MS = 86_400_000;

/** Parts of a search entry beside the text. */
export interface SearchExtras {
  /** At most one per space. */
  readonly vectors?: readonly SpaceVector[] | undefined;
  /** Times that its text names. */
  readonly dates?: readonly DateRange[] | undefined;
  /** Instant from which workers may make missing vectors. */
  readonly embedAt?: Date | undefined;
}

/** Makes the search entry of a record, in slices, so that a long text does not block others. */
export async function searchEntry(
  record: MemoryRecord,
  { vectors = [], dates = [], embedAt }: SearchExtras = {},
): Promise<SearchEntry> {
  const parts: (readonly string[])[] = [];
  const slices = new Slices();
  for (const text of [record.content, ...keywordFields(record)]) {
    if (text === "") continue;
    for (const part of termParts(text)) {
      parts.push(part);
      const pause = slices.pause();
      if (pause) await pause;
    }
  }
  const { content, occurredAt } = record;
  parts.push(dateTerms(occurredAt, dates));
  const namesTime = dates.length > 0 || (occurredAt === undefined && mayHoldDate(content));
  return {
    textHash: textHash(record),
    terms: joinParts(parts),
    traits: recordTraits(record, namesTime),
    vectors,
    ...(embedAt ? { embedAt } : {}),
  };
}

/** Makes the op of a record with its history; its search entry is made of its last text. */
export async function restoreOp(
  { scope, id, revisions, idempotencyKeys }: RecordHistory,
  extras: Pick<SearchExtras, "vectors" | "embedAt">,
): Promise<RestoreOp> {
  const { record, searchable = false } = revisions.at(-1) ?? {};
  const restored = { op: "restore", scope, id, revisions, idempotencyKeys } as const;
  if (!record) return { ...restored, search: "none", contentHash: "" };
  if (!searchable) return { ...restored, search: "none", contentHash: contentHash(record) };
  const dates = await datesNamed(record.content, record.occurredAt);
  const search = await searchEntry(record, { dates, ...extras });
  return { ...restored, search, contentHash: contentHash(record) };
}

/** Returns true if two versions have the same search entry but for vectors. */
export function hasSameSearchEntry(a: MemoryRecord, b: MemoryRecord): boolean {
  return (
    a.content === b.content &&
    a.form === b.form &&
    a.origin === b.origin &&
    a.occurredAt?.getTime() === b.occurredAt?.getTime() &&
    keywordFields(a).join("\0") === keywordFields(b).join("\0")
  );
}

/** Returns the times that a text names: "yesterday" in a text of 8 May 2023 is 7 May 2023. */
export async function datesNamed(
  content: string,
  occurredAt: Date | undefined,
): Promise<readonly DateRange[]> {
  return occurredAt ? datesInText(content, occurredAt) : [];
}

/** Hashes the text that a record's vectors are made from. */
export function textHash(record: MemoryRecord): string {
  return hashText(record.content);
}

interface Said extends Pick<MemoryRecord, "content" | "kind" | "origin" | "trust"> {
  readonly thread?: string | undefined;
  readonly speaker?: string | undefined;
  readonly occurredAt?: Date | undefined;
}

/** Hashes what makes two records of one scope duplicates; spacing and Unicode form do not count. */
export function contentHash(record: Said): string {
  return hashText(
    record.kind,
    record.thread ?? "",
    record.speaker ?? "",
    record.occurredAt?.toISOString() ?? "",
    isTrusted(record) ? "" : "untrusted",
    normalizeForDuplicates(record.content),
  );
}

/** Returns what is found by keyword beside the text: the speaker, and the caption of a picture. */
function keywordFields({ speaker = "", metadata: { caption } }: MemoryRecord): readonly string[] {
  return [speaker, typeof caption === "string" ? caption : ""];
}

/** Returns terms for day, month and year (UTC), so that "in May 2023" finds it by keyword. */
function dateTerms(occurredAt: Date | undefined, dates: readonly DateRange[]): readonly string[] {
  if (!occurredAt && dates.length === 0) return [];
  const ranges = occurredAt ? [dayOf(occurredAt), ...dates] : dates;
  return [...new Set(ranges.flatMap((range) => dateRangeTerms(range)))];
}

function dayOf(instant: Date): DateRange {
  const from = new Date(Math.floor(instant.getTime() / DAY_MS) * DAY_MS);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}
