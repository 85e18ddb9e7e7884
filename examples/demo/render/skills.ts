import type { SkillsReport } from "../report.ts";
import { bar } from "./bar.ts";
import { oneLine } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { displayWidth, padEnd, truncate } from "./text-width.ts";

/** Shows the values that the skills wrote, and what the narrator found without knowing a key. */
export function showSkills(terminal: Terminal, { writes, searches }: SkillsReport): void {
  const { palette, width } = terminal;
  const rows = writes.map(({ skill, key, value, text }) => ({
    skill,
    key,
    kept: `${JSON.stringify(value)}${text === undefined ? "" : `  “${text}”`}`,
  }));
  const skillWidth = widest(rows.map((row) => row.skill));
  const keyWidth = widest(rows.map((row) => row.key));
  for (const { skill, key, kept } of rows) {
    const start = `  ${padEnd(skill, skillWidth)}  ${padEnd(key, keyWidth)}  `;
    terminal.write(`${start}${palette.quiet(truncate(kept, width - displayWidth(start)))}`);
  }
  terminal.write();
  for (const search of searches) showSearch(terminal, search);
}

function showSearch(terminal: Terminal, search: SkillsReport["searches"][number]): void {
  const { palette, width } = terminal;
  const { skill, query, rank, hits } = search;
  const sign = rank === null ? palette.bad("✗") : palette.good("✓");
  terminal.write(
    `  ${sign} ${skill}, who knows none of these keys, asks ${palette.strong(`“${query}”`)}`,
  );
  const keyWidth = widest(hits.map((hit) => hit.key));
  for (const [index, { key, score, content }] of hits.entries()) {
    const style = index + 1 === rank ? String : palette.quiet;
    const text = `${padEnd(key, keyWidth)}  ${oneLine(content)}`;
    const shown = `${style(score.toFixed(2))} ${bar(score, 8, palette)}`;
    terminal.write(`    ${shown}  ${style(truncate(text, width - 19))}`);
  }
  terminal.write();
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth));
}
