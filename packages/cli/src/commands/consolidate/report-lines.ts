import type { PlannedChange, RunReport } from "@kioku/mind";

import { count, counted } from "../../output/numbers.js";
import type { Screen } from "../../output/printer.js";
import { shown } from "../../output/shown.js";
import { wrap, wrapIndented } from "../../output/wrap.js";

/** Sorts of changes in the order in which they are shown, with their headings. */
const HEADINGS = {
  add: "New",
  supersede: "Replaced",
  retract: "No longer true",
  reinforce: "Said again",
  episode: "Summaries",
} as const satisfies Record<PlannedChange["change"], string>;

const REASONS: Readonly<Record<keyof RunReport["refusals"], string>> = {
  "unknown-source": "named no turn",
  "quote-not-found": "quoted what nobody said",
  "not-in-sources": "had a name, number or date that nobody said",
  "low-coverage": "said more than was said",
  "other-language": "were in another language",
  instruction: "repeated an instruction",
  "negation-differs": "denied what was said, or the other way round",
  "wrong-subject": "were about somebody else",
  "unknown-target": "changed a fact that is none",
  "target-taken": "changed a fact that another one changed",
  "other-attribute": "replaced a fact about something else",
  "no-explicit-change": "replaced a fact without a word of a change",
  forgotten: "had been forgotten before",
  "not-stated": "were asked, wished or heard, not stated",
  untrusted: "came from what is not trusted",
  malformed: "could not be read",
};

/** Returns what a run changed, or would change, in words. */
export function reportLines(report: RunReport, print: Screen): readonly string[] {
  const { isDryRun, turns, changes, counts } = report;
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const looked = `${counted(turns, "turn")} looked at`;
  const found = all === 0 ? "nothing to keep" : counted(all, "change");
  const planned = isDryRun && all > 0 ? " planned" : "";
  return [
    print.style.strong(`${looked}, ${found}${planned}`),
    ...Object.entries(HEADINGS).flatMap(([sort, title]) =>
      sectionLines(
        { title, all: counts[sort as PlannedChange["change"]] ?? 0 },
        changes.filter(({ change }) => change === sort),
        print,
      ),
    ),
    ...restLines(report, print),
  ];
}

function sectionLines(
  { title, all }: { readonly title: string; readonly all: number },
  changes: readonly PlannedChange[],
  print: Screen,
): readonly string[] {
  if (all === 0) return [];
  const more = all - changes.length;
  return [
    "",
    print.style.accent(`${title} (${count(all)})`),
    ...changes.flatMap((change) => changeLines(change, print)),
    ...(more > 0 ? [print.style.faint(`  and ${count(more)} more`)] : []),
  ];
}

function changeLines(
  { change, text, subject, replaces, by }: PlannedChange,
  { columns, style }: Screen,
): readonly string[] {
  const isEnd = change === "retract";
  const [mark, colour] = isEnd ? ["- ", style.bad] : [MARKS[change] ?? "+ ", style.good];
  const olds = isEnd && replaces.length === 0 ? [text] : replaces;
  const details = [
    ...(subject === undefined || subject === "user" ? [] : [`about ${shown(subject)}`]),
    ...(by === "rule" ? [] : [`by ${shown(by)}`]),
  ].join(", ");
  const entry = (line: string, first: string): readonly string[] =>
    wrapIndented(shown(line).replaceAll(/\s+/gu, " "), columns, { first, indent: "    " });
  return [
    ...olds.flatMap((old) => entry(old, "  - ").map(style.bad)),
    ...(isEnd ? [] : entry(text, `  ${mark}`).map(colour)),
    ...(details === "" ? [] : wrapIndented(details, columns, { indent: "    " }).map(style.faint)),
  ];
}

const MARKS: Partial<Record<PlannedChange["change"], string>> = { reinforce: "= ", episode: "* " };

function restLines(
  { refusals, badAnswers, tokens }: RunReport,
  { columns, style }: Screen,
): readonly string[] {
  const refused = Object.entries(refusals) as [keyof typeof REASONS, number][];
  const all = refused.reduce((sum, [, one]) => sum + one, 0);
  const reasons = refused
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, one]) => `${count(one)} ${REASONS[reason]}`);
  const lines = [
    ...(all === 0 ? [] : [`${counted(all, "proposal")} refused: ${reasons.join(", ")}`]),
    ...(badAnswers === 0 ? [] : [`${counted(badAnswers, "answer")} of the model of no use`]),
    ...(tokens === 0 ? [] : [`${counted(tokens, "token")} of the model`]),
  ];
  return lines.length === 0
    ? []
    : ["", ...lines.flatMap((line) => wrap(line, columns).map(style.faint))];
}
