import { timesOfDay } from "./times-of-day.js";

/** Quoted texts. An apostrophe begins none. */
const QUOTES =
  /"([^"\n]{1,500})"|“([^”\n]{1,500})”|「([^」\n]{1,500})」|『([^』\n]{1,500})』|《([^》\n]{1,500})》|‘([^’\n]{1,500})’(?!\p{L})|(?<![\p{L}\p{N}])'([^'\n]{1,500})'(?![\p{L}\p{N}])/gu;
/** Dates and ordinals, whose digits are no numbers by themselves. */
const DATES =
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}\/\d{1,2}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4}\b)?|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b(?:,? \d{4}\b)?|\b\d{1,3}(?:st|nd|rd|th)\b|\d{2,4}年|\d{1,2}月(?!份?钱)(?:\d{1,2}[日号])?|\d{1,2}[日号]|第\d{1,6}/giu;

/** Returns the quoted texts in a text. */
export function quotes(text: string): readonly string[] {
  return [...text.matchAll(QUOTES)].map((match) => match.slice(1).find((part) => part) ?? "");
}

/** Hides the quoted texts of a text. */
export function withoutQuotes(text: string): string {
  return text.replaceAll(QUOTES, hidden);
}

/** Hides quotes, times and dates, so that what is left of the digits are numbers. */
export function withoutSpans(text: string): string {
  let plain = withoutQuotes(text).replaceAll(DATES, hidden);
  for (const { start, end } of timesOfDay(plain)) {
    plain = plain.slice(0, start) + hidden(plain.slice(start, end)) + plain.slice(end);
  }
  return plain;
}

function hidden(text: string): string {
  return "·".repeat(text.length);
}
