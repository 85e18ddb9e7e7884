import { type Argument, type Command, COMMAND_GROUPS } from "../../command/command.js";
import { type Flag, type FlagTable, GLOBAL_FLAGS } from "../../command/flags.js";
import { definitions } from "../../output/layout.js";
import type { Screen } from "../../output/printer.js";
import { wrap, wrapIndented } from "../../output/wrap.js";

const WIDEST = 100;

/** Returns help of all commands, by groups. */
export function overview(commands: readonly Command[], screen: Screen): readonly string[] {
  const columns = Math.min(screen.columns, WIDEST);
  const { strong, accent } = screen.style;
  const width = Math.max(...commands.map(({ name }) => name.length));
  const groups = COMMAND_GROUPS.map((group) => {
    const rows = commands
      .filter((one) => one.group === group)
      .map(({ name, summary }) => [name.padEnd(width), summary] as const);
    return [strong(group), ...definitions(rows, { columns, style: accent })];
  });
  const flags = Object.keys(GLOBAL_FLAGS).map((name) => `--${name}`);
  return [
    ...wrap("Kioku remembers, recalls what is relevant, and forgets.", columns),
    "",
    ...wrap("Usage: kioku [flags] <command> [arguments]", columns),
    "",
    ...groups.flat(),
    "",
    ...wrap(`Flags of all commands: ${flags.join(", ")}.`, columns),
    ...wrap("kioku help <command> shows the flags and examples of a command.", columns),
  ];
}

/** Returns help of one command. */
export function commandHelp(command: Command, screen: Screen): readonly string[] {
  const columns = Math.min(screen.columns, WIDEST);
  const { strong, accent } = screen.style;
  const { summary, description = [], aliases = [], args = [], flags = {}, examples } = command;
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ["", strong(title), ...lines];
  const rows = (all: readonly (readonly [string, string])[]): readonly string[] =>
    definitions(all, { columns, style: accent });
  return [
    ...wrap(`${summary}.`, columns),
    ...description.flatMap((text) => ["", ...wrap(text, columns)]),
    ...section("Usage", wrapIndented(usageOf(command), columns, { indent: "      ", first: "  " })),
    ...section(
      "Other names",
      aliases.map((name) => `  ${name}`),
    ),
    ...section("Arguments", rows(args.map((one) => [argumentTerm(one), one.summary]))),
    ...section("Flags", rows(flagRows(flags))),
    ...section("Flags of all commands", rows(flagRows(GLOBAL_FLAGS))),
    ...section(
      "Examples",
      examples.flatMap((one) => [
        ...wrapIndented(`kioku ${one.line}`, columns, { indent: "      ", first: "  " }).map(
          accent,
        ),
        ...wrapIndented(one.summary, columns, { indent: "    " }),
      ]),
    ),
  ];
}

/** Longest list of choices that stands in place of a value. */
const LONGEST_CHOICES = 32;

const PLACEHOLDERS: Readonly<Record<Flag["type"], string>> = {
  boolean: "",
  string: "text",
  list: "text",
  integer: "number",
  number: "number",
  date: "date",
  duration: "duration",
  choice: "choice",
};

/** Returns how a command is called: `kioku recall [flags] <query>...`. */
export function usageOf({ name, args = [] }: Command): string {
  return ["kioku", name, "[flags]", ...args.map(argumentTerm)].join(" ");
}

/** Returns an argument as usage shows it. */
export function argumentTerm({ name, required = true, variadic = false }: Argument): string {
  const term = `<${name}>${variadic ? "..." : ""}`;
  return required ? term : `[${term}]`;
}

/** Returns flags with their values and what they do, in the order of the table. */
export function flagRows(table: FlagTable): readonly (readonly [term: string, text: string])[] {
  return Object.entries(table).map(([name, flag]) => {
    const value = valueOf(flag);
    const short = flag.short === undefined ? "    " : `-${flag.short}, `;
    return [`${short}--${name}${value === "" ? "" : ` <${value}>`}`, describe(flag)];
  });
}

/** Returns what stands for the value of a flag; an empty text for flags without one. */
export function valueOf({ type, placeholder, choices = [] }: Flag): string {
  if (placeholder !== undefined) return placeholder;
  const all = choices.join("|");
  return type === "choice" && all.length <= LONGEST_CHOICES ? all : PLACEHOLDERS[type];
}

/** Returns what a flag does, with its choices and its default. */
function describe(flag: Flag): string {
  const { type, summary, choices = [] } = flag;
  const details = [
    ...(type === "list" ? ["may be repeated"] : []),
    ...(type === "choice" && valueOf(flag) === PLACEHOLDERS.choice
      ? [`one of ${choices.join(", ")}`]
      : []),
    ...(flag.default === undefined ? [] : [`default ${flag.default}`]),
  ];
  return details.length === 0 ? summary : `${summary} (${details.join("; ")})`;
}
