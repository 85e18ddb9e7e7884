/** The months as one alternative of a pattern, short forms included. */
export const MONTH: string =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";

/** A year that is told from other numbers: 1900 to 2099. */
export const YEAR: string = String.raw`(?:19|20)\d\d`;

/** The units of the calendar as one alternative of a pattern. */
export const UNIT: string = "(?:day|week|month|year)";

const NUMBER_WORDS = `zero one two three four five six seven eight nine ten eleven twelve
  thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty`.split(/\s+/u);

/** A count up to twenty in words or up to 999 in digits as one alternative of a pattern. */
export const NUMBER: string = String.raw`(?:\d{1,3}|an?|${NUMBER_WORDS.slice(1).join("|")})`;

const MONTH_STARTS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const WEEKDAY_STARTS = "mon tue wed thu fri sat sun".split(" ");
const SEASONS = ["spring", "summer", "autumn fall", "winter"];
const DIRECTIONS = ["last past previous", "this", "next coming"];

/** Returns 1 to 12 for the name of a month or its beginning. */
export function monthNumber(word = ""): number {
  return MONTH_STARTS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}

/** Returns 0 for Monday to 6 for Sunday, for the name of a weekday or its beginning. */
export function weekdayNumber(word: string): number {
  return WEEKDAY_STARTS.indexOf(word.slice(0, 3).toLowerCase());
}

/** Returns the value of a match of `NUMBER`. */
export function englishNumber(word: string): number {
  if (/^\d+$/u.test(word)) return Number(word);
  return Math.max(1, NUMBER_WORDS.indexOf(word.toLowerCase()));
}

/** Returns 0 for spring to 3 for winter. */
export function seasonNumber(word: string): number {
  return SEASONS.findIndex((names) => names.includes(word.toLowerCase()));
}

/** Returns -1 for "last" and the like, 0 for "this", 1 for "next"; undefined for other words. */
export function direction(word: string): -1 | 0 | 1 | undefined {
  const way = DIRECTIONS.findIndex((words) => words.split(" ").includes(word.toLowerCase()));
  return way === -1 ? undefined : ((way - 1) as -1 | 0 | 1);
}
