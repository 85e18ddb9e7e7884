import { latestBegun, nextNotOver } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import type { DateMention } from "./date-rule.js";

const YEAR_GAP = /^(?:[ ,的の]|\bof\b|\bin\b|\bon\b|['’]s\b)*$/u;
const RANGE_GAP = /^ ?(?:(?:to|through|until|till|(?<and>and)) (?:the )?|[-–—~到至] ?|から)$/iu;
const BETWEEN = /\bbetween (?:the )?$/iu;
/** Length of the text before a mention that is looked at. */
const BEFORE_LENGTH = 20;

/**
 * Puts together what belongs together, in order: "May" and "last year", "between 5 May" and "9
 * May", 三月 and 六月 with 到.
 */
export function joinMentions(mentions: readonly DateMention[], text: string): DateMention[] {
  const joined: DateMention[] = [];
  for (const mention of mentions.toSorted((one, other) => one.index - other.index)) {
    const previous = joined.at(-1);
    const range = previous && joinedRange(previous, mention, text);
    if (range) joined.splice(-1, 1, { range, index: previous.index, end: mention.end });
    else joined.push(mention);
  }
  return joined;
}

function joinedRange(first: DateMention, second: DateMention, text: string): DateRange | undefined {
  const gap = text.slice(first.end, second.index);
  if (YEAR_GAP.test(gap)) return withYear(first, second) ?? withYear(second, first);
  const found = RANGE_GAP.exec(gap);
  if (!found) return undefined;
  const before = text.slice(Math.max(0, first.index - BEFORE_LENGTH), first.index);
  if (found.groups?.["and"] !== undefined && !BETWEEN.test(before)) return undefined;
  return fromTo(first, second);
}

function withYear({ inYear }: DateMention, { year }: DateMention): DateRange | undefined {
  return year === undefined ? undefined : inYear?.(year);
}

/** The one without a year takes it from the other. */
function fromTo(first: DateMention, second: DateMention): DateRange | undefined {
  const from = (first.inYear ? latestBegun(first.inYear, second.range.from) : first.range)?.from;
  if (!from) return undefined;
  const to = (second.inYear && !first.inYear ? nextNotOver(second.inYear, from) : second.range)?.to;
  return to && from < to ? { from, to } : undefined;
}
