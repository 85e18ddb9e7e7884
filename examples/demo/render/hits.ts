import type { HitReport, QuestionReport } from "../report.ts";
import { bar } from "./bar.ts";
import { highlight } from "./highlight.ts";
import type { Palette } from "./palette.ts";
import { shortenPath } from "./shorten-path.ts";
import { oneLine } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { displayWidth, padStart, truncate, wrap } from "./text-width.ts";

const BAR_CELLS = 8;
/** "  0.53 ▇▇▇▇░░░░ " */
const SCORE_COLUMNS = 16;
const ORDINALS = ["1st", "2nd", "3rd"];

/** Shows a question and its hits: the right one in full, or all if it is unknown. */
export function showQuestion(terminal: Terminal, report: QuestionReport): void {
  const { question, rank, hits } = report;
  showHeader(terminal, report);
  const explained = rank ?? 1;
  for (const [index, hit] of hits.entries()) {
    if (rank === undefined || index + 1 === explained) showInFull(terminal, hit, question);
    else showInBrief(terminal, hit);
  }
  if (hits.length === 0) terminal.write(terminal.palette.quiet("  nothing was recalled"));
  terminal.write();
}

/** Shows the question at the left, and its scope and result at the right or below. */
function showHeader(terminal: Terminal, report: QuestionReport): void {
  const { palette, width, write } = terminal;
  const { question, scope, languages, rank } = report;
  const place = rank === undefined || rank === null ? undefined : ORDINALS[rank - 1];
  const facts = [scope.join("/"), languages, rank === null ? "not found" : place]
    .filter((fact) => fact !== undefined && fact !== "")
    .join(" · ");
  const [sign, style] = verdict(palette, rank);
  const lines = wrap(oneLine(question), width - 2);
  const shown = lines.map((line, index) =>
    index === 0 ? `${style(sign)} ${palette.strong(line)}` : `  ${palette.strong(line)}`,
  );
  const gap = width - 2 - displayWidth(lines.at(-1) ?? "") - displayWidth(facts);
  if (facts === "") write(shown.join("\n"));
  else if (gap < 2) write(`${shown.join("\n")}\n${palette.quiet(padStart(facts, width))}`);
  else write(`${shown.join("\n")}${" ".repeat(gap)}${palette.quiet(facts)}`);
}

function verdict(
  palette: Palette,
  rank: QuestionReport["rank"],
): readonly [string, (text: string) => string] {
  if (rank === undefined) return ["?", palette.accent];
  return rank === null ? ["✗", palette.bad] : ["✓", palette.good];
}

function showInFull(terminal: Terminal, hit: HitReport, question: string): void {
  const { palette, width } = terminal;
  const margin = " ".repeat(SCORE_COLUMNS);
  const room = width - SCORE_COLUMNS;
  const [signals = "", ...more] = wrap(explain(hit), room);
  terminal.write(`${scored(terminal, hit, palette.strong)}${signals}`);
  for (const line of more) terminal.write(`${margin}${line}`);
  const excerpt = truncate(oneLine(hit.excerpt), room);
  terminal.write(
    `${margin}${palette.enabled ? highlight(excerpt, question, palette.match) : excerpt}`,
  );
  const source = [shortenPath(hit.source, terminal.cwd), oneLine(hit.place)];
  const from = source.filter((part) => part !== "").join(" · ");
  terminal.write(`${margin}${palette.quiet(truncate(from, room))}`);
}

function showInBrief(terminal: Terminal, hit: HitReport): void {
  const { palette, width } = terminal;
  const excerpt = truncate(oneLine(hit.excerpt), width - SCORE_COLUMNS);
  terminal.write(`${scored(terminal, hit, palette.quiet)}${palette.quiet(excerpt)}`);
}

function scored({ palette }: Terminal, hit: HitReport, style: (text: string) => string): string {
  const score = style(hit.score.toFixed(2));
  return `  ${score} ${bar(hit.score, BAR_CELLS, palette)} `;
}

/** "meaning 0.61 · keywords 0.48 · recency ×1.10 · importance ×1.00" */
function explain({ signals }: HitReport): string {
  const { similarity, keyword, comparable, factors } = signals;
  const parts = [
    ...(similarity === undefined ? [] : [`meaning ${similarity.toFixed(2)}`]),
    ...(keyword === undefined ? [] : [describeKeyword(keyword, comparable)]),
    ...Object.entries(factors).map(([name, factor]) => `${name} ×${factor.toFixed(2)}`),
  ];
  return parts.join(" · ");
}

/** Words of one script are hardly ever in a text of another: then meaning stands in for them. */
function describeKeyword(keyword: number, comparable = 1): string {
  const isElsewhere = comparable === 0 && keyword === 0;
  return isElsewhere ? "words in another script" : `keywords ${keyword.toFixed(2)}`;
}
