import { join } from "node:path";

import type { DemoReport } from "../report.ts";
import { shortenPath } from "./shorten-path.ts";
import { count, plural } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { displayWidth, padEnd } from "./text-width.ts";

type Advice = readonly (readonly [string, string])[];

const AFTER_TOUR: Advice = [
  ["npm run demo", "finds it all, remembers what changed"],
  ['npm run demo -- --ask "我的猫怕什么？"', "a question of yours"],
  ['npm run demo -- ~/notes --ask "…"', "your own Markdown, text or chats"],
  ["npm run demo -- --fresh", "from the beginning"],
];

const AFTER_OWN: Advice = [
  ["npm run demo -- PATH...", "remembers what is new in your files"],
  ['npm run demo -- --ask "…"', "asks all that is remembered, place by place"],
];

/** Shows the resulting memories and suggests next steps. */
export function showSummary(terminal: Terminal, { summary, skills }: DemoReport): void {
  const { palette, cwd, width } = terminal;
  const { records, scopes, database, bytes, asked, found, seconds } = summary;
  const answered = `${found} of ${asked} questions have the right memory among the first three`;
  const facts = [
    ...(asked > 0 ? [found === asked ? palette.good(answered) : answered] : []),
    ...(found < asked ? [palette.quiet("✗: it is there, and three others came before it")] : []),
    `${plural(records, "memory", "memories")} in ${plural(scopes.length, "scope")}, ${size(bytes)} in ${shortenPath(database, cwd)}`,
    `${seconds.toFixed(1)} s, without a network or a key`,
  ];
  for (const fact of facts) terminal.write(`  ${fact}`);
  terminal.write();
  terminal.write(palette.title("Next"));
  const elsewhere = database.endsWith(join(".kioku", "demo.db"))
    ? ""
    : ` --db ${shortenPath(database, cwd)}`;
  const advice = (skills ? AFTER_TOUR : AFTER_OWN).map(
    ([command, what]) => [withDatabase(command, elsewhere), what] as const,
  );
  const columns = Math.max(...advice.map(([command]) => displayWidth(command)));
  for (const [command, what] of advice) {
    const line = `  ${padEnd(command, columns)}  `;
    const isRoom = displayWidth(line) + what.length <= width;
    terminal.write(isRoom ? `${line}${palette.quiet(what)}` : `  ${command}`);
  }
}

function withDatabase(command: string, option: string): string {
  const separator = option === "" || command.includes(" -- ") ? "" : " --";
  return `${command}${separator}${option}`;
}

function size(bytes: number): string {
  return bytes < 1_048_576
    ? `${count(Math.ceil(bytes / 1_024))} KiB`
    : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
