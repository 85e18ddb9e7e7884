import { type DateUnit, latestBegun, nextNotOver, relativeRange } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import type { DateMention } from "./date-rule.js";
import { englishNumber, NUMBER, UNIT } from "./english-words.js";

/** Words before a date that change its meaning. */
const BEFORE = new RegExp(
  String.raw`(?:\bthe week (?<week>of|before|after)|\b(?<count>${NUMBER}|the) (?<unit>${UNIT})s? (?<side>before|after)|\b(?<since>since)|\b(?<after>after)|\b(?<before>before|until|till|prior to))(?: the)?(?: (?:early|late|mid|end of|beginning of|start of|middle of))?[ -]$`,
  "iu",
);
/** The same behind it, in Chinese and Japanese; not 昨天前往, 明天来, 昨天起床. */
const BEHIND =
  /^(?:年?(?<before>[以之]前|前(?![往去面天])|まで)|(?<since>以[来來]|[以之][后後]|[后後](?![来來天面])|起(?![床来來身])|至今|から))/u;
const DAY_MS = 86_400_000;
const BEFORE_LENGTH = 40;
const BEHIND_LENGTH = 4;
const YEAR_GAP = /^(?:[ ,的の]|\bof\b|\bin\b|\bon\b|['’]s\b)*$/u;
const RANGE_GAP = /^ ?(?:(?:to|through|until|till|(?<and>and)) (?:the )?|[-–—~到至] ?|から)$/iu;
const BETWEEN = /\bbetween (?:the )?$/iu;
/** Length of the text before a mention that is looked at, to join it and to shift it. */
const JOIN_LENGTH = 20;

/** Joins mentions, in order: "May" and "last year", "between 5 May" and "9 May", 三月 and 六月. */
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
  const before = text.slice(Math.max(0, first.index - JOIN_LENGTH), first.index);
  if (found.groups?.["and"] !== undefined && !BETWEEN.test(before)) return undefined;
  return fromTo(first, second);
}

function withYear({ inYear }: DateMention, { year }: DateMention): DateRange | undefined {
  return year === undefined ? undefined : inYear?.(year);
}

/** Gives the one without a year the year of the other. */
function fromTo(first: DateMention, second: DateMention): DateRange | undefined {
  const from = (first.inYear ? latestBegun(first.inYear, second.range.from) : first.range)?.from;
  if (!from) return undefined;
  const to = (second.inYear && !first.inYear ? nextNotOver(second.inYear, from) : second.range)?.to;
  return to && from < to ? { from, to } : undefined;
}

/**
 * Returns the range that a mention means with the words around it: "since May" lasts until today,
 * "the week before 7 May" is the seven days before. None for "before 2020", which has no beginning.
 */
export function applySurroundings(
  { range, index, end }: DateMention,
  text: string,
  now: Date,
): DateRange | undefined {
  const before = BEFORE.exec(text.slice(Math.max(0, index - BEFORE_LENGTH), index))?.groups ?? {};
  const behind = BEHIND.exec(text.slice(end, end + BEHIND_LENGTH))?.groups ?? {};
  const { to } = relativeRange(now, "day", 0);
  if (
    before["week"]?.toLowerCase() === "of" &&
    range.to.getTime() - range.from.getTime() <= DAY_MS
  ) {
    return relativeRange(range.from, "week", 0);
  }
  if (before["week"] === "before") return { from: addDays(range.from, -7), to: range.from };
  if (before["week"] === "after") return { from: range.to, to: addDays(range.to, 7) };
  if (before["unit"] !== undefined) return counted(range, before);
  if ((before["before"] ?? behind["before"]) !== undefined) return undefined;
  if (before["after"] !== undefined) return range.to < to ? { from: range.to, to } : undefined;
  if ((before["since"] ?? behind["since"]) !== undefined) {
    return range.from < to ? { from: range.from, to } : undefined;
  }
  return range;
}

/** Counts "two months after" from the end of the range, "before" from its beginning. */
function counted({ from, to }: DateRange, groups: Readonly<Record<string, string>>): DateRange {
  const unit = String(groups["unit"]).toLowerCase() as DateUnit;
  const count = englishNumber(groups["count"] ?? "");
  if (groups["side"]?.toLowerCase() === "before") return relativeRange(from, unit, -count);
  return relativeRange(addDays(to, -1), unit, count);
}

function addDays(at: Date, days: number): Date {
  return relativeRange(at, "day", days).from;
}
