import type { Command } from "../src/command/command.js";
import { GLOBAL_FLAGS, type FlagTable } from "../src/command/flags.js";
import { argumentTerm, flagRows } from "../src/commands/help/help-lines.js";
import { SETTINGS, variableOf } from "../src/config/setting-table.js";
import { COMMANDS } from "../src/table/commands.js";

/** Tables of the page, by the names in the comments around them. */
const TABLES: Readonly<Record<string, () => string>> = {
  commands: commandTable,
  flags: flagTable,
  settings: settingTable,
};

/** Returns the page with new tables, between `<!-- NAME -->` and `<!-- /NAME -->`. */
export function withTables(page: string): string {
  return Object.entries(TABLES).reduce((text, [name, write]) => {
    const [before = "", rest = ""] = text.split(`<!-- ${name} -->`);
    const [, after] = rest.split(`<!-- /${name} -->`);
    if (after === undefined) throw new Error(`the page has no place for the table ${name}`);
    return `${before}<!-- ${name} -->\n\n${write()}\n\n<!-- /${name} -->${after}`;
  }, page);
}

function commandTable(): string {
  const rows = COMMANDS.map((one) => [code(usage(one)), meaning(one), flagNames(one.flags ?? {})]);
  return table(["command", "what it does", "flags"], rows);
}

function usage({ name, args = [] }: Command): string {
  return [name, ...args.map(argumentTerm)].join(" ");
}

function meaning({ summary, aliases = [] }: Command): string {
  return `${summary}${aliases.length === 0 ? "" : `. Also ${aliases.map(code).join(", ")}`}`;
}

function flagNames(flags: FlagTable): string {
  return Object.keys(flags)
    .map((name) => code(`--${name}`))
    .join(" ");
}

function flagTable(): string {
  const rows = flagRows(GLOBAL_FLAGS).map(([term, text]) => [code(term.trim()), text]);
  return table(["flag", "meaning"], rows);
}

function settingTable(): string {
  const rows = SETTINGS.map((setting) => {
    const { key, summary, default: value, anyProject = false } = setting;
    const initial = value === undefined ? "" : code(JSON.stringify(value));
    return [code(key), code(variableOf(setting)), summary, initial, anyProject ? "yes" : ""];
  });
  return table(["setting", "environment", "meaning", "default", "untrusted project"], rows);
}

/** Returns a table as the formatter of the repository writes it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)));
  const written = lines.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  const rule = widths.map((width) => "-".repeat(width));
  const [first = [], ...others] = written;
  return [first, rule, ...others].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}
