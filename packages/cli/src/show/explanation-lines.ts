import type { Explanation } from "@kioku/mind";

import type { Screen } from "../output/printer.js";
import { dayAndTime } from "../output/times.js";
import { quotesLines } from "./quote-lines.js";
import { fill, oneName } from "./text-lines.js";

/** Returns why a sentence holds: who wrote it, the passages for it, and what it replaced. */
export function explanationLines(
  { quotes, by, reason, run, since, until, replaced }: Explanation,
  print: Screen,
): readonly string[] {
  const { columns, style } = print;
  const details = [
    `since ${dayAndTime(since)}`,
    ...(until === undefined ? [] : [`until ${dayAndTime(until)}`]),
    `written by ${by}`,
    ...(reason === "" ? [] : [reason]),
    ...(run === "" ? [] : [`run ${run}`]),
  ];
  return [
    ...fill(details.map(oneName), columns - 2).map((line) => `  ${style.faint(line)}`),
    ...quotesLines(
      "It was said",
      quotes.map(({ source, quote, speaker, at, thread }) => ({
        id: source,
        text: `"${quote}"`,
        at,
        details: [speaker, thread],
      })),
      print,
    ),
    ...quotesLines(
      "It replaced",
      replaced.map((one) => ({ id: one.id, text: one.text, at: one.since, details: [] })),
      print,
    ),
  ];
}
