import type { Command } from "../src/command/command.js";
import { GLOBAL_FLAGS } from "../src/command/flags.js";
import type { FlagTable } from "../src/command/flags.js";
import { argumentTerm, flagRows, usageOf } from "../src/commands/help/help-lines.js";
import { SETTINGS, variableOf } from "../src/config/setting-table.js";
import { COMMANDS } from "../src/table/commands.js";

const EXIT_CODES = [
  ["0", "Success."],
  ["1", "It failed."],
  ["2", "The arguments, the input or the configuration do not fit."],
  ["3", "A memory or a backup was not found."],
  ["4", "It is not allowed."],
  ["5", "Something else was there first, or exists."],
  ["75", "It may succeed later: try again."],
  ["130", "It was interrupted."],
] as const;

const FILES = [
  ["~/.local/share/kioku/memory.db", "The memories, unless another database is configured."],
  ["~/.config/kioku/config.toml", "Configuration of the user."],
  ["kioku.toml", "Configuration of a project: the nearest one in the folders above."],
  ["~/.local/state/kioku", "Unfinished backups, and the list of trusted project files."],
  ["~/.cache/kioku", "What can be made again."],
] as const;

/** Returns the manual page of `kioku`, in roff. */
export function manPage(): string {
  return [
    '.\\" Made from the table of commands: KIOKU_WRITE_MAN=1 npx vitest run packages/cli/test/man-page.test.ts',
    '.TH KIOKU 1 "" "Kioku" "User Commands"',
    ".SH NAME",
    "kioku \\- remember, recall what is relevant, and forget",
    ".SH SYNOPSIS",
    ".B kioku",
    "[\\fIflags\\fR] \\fIcommand\\fR [\\fIarguments\\fR]",
    ".SH DESCRIPTION",
    roff(
      "Kioku keeps memories in one SQLite file, or in PostgreSQL, and finds those that are relevant to a question. Data goes to standard output, everything else to standard error. It asks only on a terminal.",
    ),
    ".SH COMMANDS",
    ...COMMANDS.flatMap(commandPart),
    ".SH FLAGS OF ALL COMMANDS",
    ...flagPart(GLOBAL_FLAGS),
    ".SH EXIT STATUS",
    ...EXIT_CODES.flatMap(([code, text]) => term(code, text)),
    ".SH ENVIRONMENT",
    ...SETTINGS.flatMap((setting) => term(variableOf(setting), `${setting.summary}.`)),
    ...term("NO_COLOR", "No colours."),
    ...term("KIOKU_DEBUG", "Shows where errors come from."),
    ".SH FILES",
    ...FILES.flatMap(([path, text]) => term(path, text)),
    "",
  ].join("\n");
}

function commandPart(command: Command): readonly string[] {
  const { summary, description = [], aliases = [], args = [], flags = {}, examples } = command;
  const other = aliases.length === 0 ? [] : [".PP", roff(`Other name: ${aliases.join(", ")}.`)];
  return [
    `.SS ${roff(usageOf(command))}`,
    roff(`${summary}.`),
    ...description.flatMap((text) => [".PP", roff(text)]),
    ...other,
    ...args.flatMap((one) => term(argumentTerm(one), `${one.summary}.`)),
    ...flagPart(flags),
    ...examples.flatMap(({ line, summary: what }) => [
      ".PP",
      roff(`${what}:`),
      ".PP",
      `.B "    ${roff(`kioku ${line}`).replaceAll('"', "\\(dq")}"`,
    ]),
  ];
}

function flagPart(table: FlagTable): readonly string[] {
  return flagRows(table).flatMap(([name, text]) => term(name.trim(), `${text}.`));
}

function term(name: string, text: string): readonly string[] {
  return [".TP", `.B "${roff(name).replaceAll('"', "\\(dq")}"`, roff(text)];
}

/** Escapes what roff would obey. */
function roff(text: string): string {
  const escaped = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...");
  return /^[.']/u.test(escaped) ? `\\&${escaped}` : escaped;
}
