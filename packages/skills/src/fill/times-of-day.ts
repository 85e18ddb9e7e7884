/** A time of day in a text. */
export interface TimeOfDay {
  readonly start: number;
  readonly end: number;
  /** As `18:30`; absent if it may be two. */
  readonly value: string | undefined;
}

const TIME =
  /(?<![\p{N}.:])(?:(?<past>half|quarter|\d{1,2}) past |(?<to>quarter to ))?(?<part>凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|今晚|明晚|夜里)?(?<hour>\d{1,2})(?![\p{N}.]\d)(?<clock>:(?<minute>\d{2})(?::\d{2})?|[点时](?![儿声些])(?:钟|整|(?<half>半)|(?<quarters>[13])刻|(?<said>\d{1,2})分?)?)?(?!\p{N})(?:(?<later>\s?[ap]\.?m\b\.?| o['’]?clock\b)|(?<=\b(?:at|by|for|from|until|till|around) \d{1,2})(?<bare>)(?= (?:in the (?:morning|afternoon|evening)|tonight|(?:this|tomorrow) (?:morning|afternoon|evening))\b)|)|(?<word>noon|midnight|中午|正午|午夜)/giu;
const MORNING = /(?<![a-z])(?:morning|a\.?m)\b|凌晨|早上|早晨|上午|今早|明早/iu;
const LATER = /(?<![a-z])(?:afternoon|evening|tonight|p\.?m)\b|下午|傍晚|晚上|今晚|明晚/iu;

/** Finds the times of day in a text whose numbers are in digits. */
export function timesOfDay(text: string): readonly TimeOfDay[] {
  return [...text.matchAll(TIME)].flatMap(({ 0: span, index: start, groups = {} }) => {
    const { past, to, clock, later, bare, word, hour = "0" } = groups;
    const end = start + span.length;
    if (word !== undefined) {
      return [{ start, end, value: /^(?:midnight|午夜)$/iu.test(word) ? "00:00" : "12:00" }];
    }
    if ((past ?? to ?? clock ?? later ?? bare) === undefined) return [];
    const minute = minuteOf(groups);
    const sure = hourOfDay(to === undefined ? Number(hour) : Number(hour) - 1, span, text);
    const isKnown = sure !== undefined && minute < 60;
    const value = isKnown ? `${twoDigits(sure)}:${twoDigits(minute)}` : undefined;
    return [{ start, end, value }];
  });
}

function minuteOf({ past, to, minute, half, quarters, said }: Partial<Record<string, string>>) {
  if (past === "half" || half !== undefined) return 30;
  if (past === "quarter") return 15;
  if (to !== undefined) return 45;
  if (quarters !== undefined) return 15 * Number(quarters);
  return Number(past ?? minute ?? said ?? 0);
}

/** Returns the hour of 24 that is meant, if the span or the day of the text makes it sure. */
function hourOfDay(hour: number, span: string, text: string): number | undefined {
  if (hour > 24 || hour < 0) return undefined;
  if (hour > 12 && /[ap]\.?m/iu.test(span)) return undefined;
  if (hour > 12 || hour === 0 || /^0\d:/u.test(span)) return hour % 24;
  const isNoon = span.startsWith("中午");
  const said = isNoon || MORNING.test(span) || LATER.test(span) ? span : text;
  const isMorning = MORNING.test(said);
  if (isMorning === (isNoon || LATER.test(said))) return undefined;
  if (isMorning) return hour % 12;
  // Twelve in the afternoon is noon; at night it may be either.
  return hour === 12 && !/p\.?m|下午|中午/iu.test(span) ? undefined : (hour % 12) + 12;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
