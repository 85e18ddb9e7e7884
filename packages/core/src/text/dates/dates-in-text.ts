import type { DateRange } from "./date-range.js";
import { loadFindDates } from "./load-find-dates.js";
import { mayHoldDate } from "./may-hold-date.js";

const SENTENCE_END = /[.!?\n。！？；;](?!\d)/u;
const AHEAD =
  /\b(?:will|shall|going to|gonna|plan(?:s|ning)?|about to|upcoming|coming up|looking forward|due|scheduled)\b|['’]ll\b|(?:\bis|\bare|['’]s|['’]re|\bam|['’]m) (?:in|on)\b|[将將]|会[在去来]|會[在去來]|打算|[计計][划劃]|[准準][备備]|つもり|予定/iu;

/**
 * The dates and ranges that a memory names, in its order, resolved against when it happened:
 * "yesterday" is the day before `at`. A month, day or weekday without more is the latest one, or
 * the next one where the sentence speaks of the future ("will", "going to", 打算). The same
 * expressions as in `datesInQuery`; ask `mayHoldDate` first to save the promise.
 */
export async function datesInText(text: string, at: Date): Promise<readonly DateRange[]> {
  if (!mayHoldDate(text)) return [];
  const findDates = await loadFindDates();
  return findDates(text, { now: at, isAhead });
}

/** Whether the sentence around a place speaks of the future. */
function isAhead(text: string, index: number): boolean {
  const before = text.slice(0, index).split(SENTENCE_END).at(-1) ?? "";
  const after = text.slice(index).split(SENTENCE_END, 1)[0] ?? "";
  return AHEAD.test(before + after);
}
