import type { Command } from "../../command/command.js";
import { type FlagTable, GLOBAL_FLAGS } from "../../command/flags.js";
import { valueOf } from "../help/help-lines.js";
import { completedArguments, completedFlags, namesOf } from "./completion-table.js";

/** Returns the completion script for zsh. */
export function zshCompletion(commands: readonly Command[]): string {
  const described = commands.flatMap((one) =>
    namesOf(one).map((name) => `    ${quoted(`${name}:${escaped(one.summary)}`)}`),
  );
  const globals = flagSpecs(GLOBAL_FLAGS);
  const cases = commands.map(
    (one) =>
      `        ${namesOf(one).join("|")}) _arguments -s $globals ${[...flagSpecs(one.flags ?? {}), argumentSpec(one)].join(" ")} ;;`,
  );
  return `#compdef kioku
# Completion of kioku for zsh. In .zshrc, after compinit: eval "$(kioku completion zsh)"
_kioku() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands globals
  commands=(
${described.join("\n")}
  )
  globals=(${globals.join(" ")})
  _arguments -C -s $globals '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      case $words[1] in
${cases.join("\n")}
      esac ;;
  esac
}
if [[ $funcstack[1] == _kioku ]]; then _kioku "$@"; else compdef _kioku kioku; fi
`;
}

function flagSpecs(table: FlagTable): readonly string[] {
  return completedFlags(table).flatMap(({ names, flag, hasValue }) => {
    const [first = "", second] = names;
    const excluded = flag.type === "list" ? "*" : `(${names.join(" ")})`;
    const text = `[${escaped(flag.summary)}]`;
    const values =
      flag.completes === undefined
        ? flag.choices === undefined
          ? " "
          : `(${flag.choices.join(" ")})`
        : flag.completes === "folder"
          ? "_files -/"
          : "_files";
    const value = hasValue ? `:${escaped(valueOf(flag))}:${values}` : "";
    // A long flag takes its value after a space or after "=".
    const spec = (name: string): string =>
      quoted(`${excluded}${name}${hasValue && name.startsWith("--") ? "=" : ""}${text}${value}`);
    return second === undefined ? [spec(first)] : [spec(first), spec(second)];
  });
}

function argumentSpec(command: Command): string {
  const { words, isFile, isCommand } = completedArguments(command);
  if (isFile) return "'*:file:_files'";
  if (isCommand) return "'1:command:{_describe -t commands command commands}'";
  // Nothing, which leaves flags alone; a space would show a list for one flag.
  return words.length === 0 ? "'*: :()'" : quoted(`1:argument:(${words.join(" ")})`);
}

function escaped(text: string): string {
  return text.replaceAll(/[[\]:\\]/gu, String.raw`\$&`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
