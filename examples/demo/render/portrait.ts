import type { PortraitReport } from "../report.ts";
import { oneLine } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { displayWidth, padEnd, truncate } from "./text-width.ts";

/** Shows the sentences of a portrait with the days on which they were said. */
export function showPortrait(terminal: Terminal, { sentences }: PortraitReport): void {
  const { palette, width } = terminal;
  const blockWidth = Math.max(0, ...sentences.map(({ block }) => displayWidth(block)));
  for (const [index, { block, text, day }] of sentences.entries()) {
    const isNew = sentences[index - 1]?.block !== block;
    const start = `  ${padEnd(isNew ? block : "", blockWidth)}  ${palette.quiet(day)}  `;
    terminal.write(`${start}${truncate(oneLine(text), width - blockWidth - 16)}`);
  }
  terminal.write();
}
