import type { Command } from "../../command/command.js";
import { GLOBAL_FLAGS, type FlagTable } from "../../command/flags.js";
import { completedArguments, completedFlags, namesOf, VALUE_FLAGS } from "./completion-table.js";

/** Returns the completion script for fish. */
export function fishCompletion(commands: readonly Command[]): string {
  const all = commands.flatMap(namesOf).join(" ");
  const lines = commands.flatMap((one) => {
    const isCalled = `-n 'contains -- (__kioku_command) ${namesOf(one).join(" ")}'`;
    const { words, isFile, isCommand } = completedArguments(one);
    const found = isCommand ? all : words.join(" ");
    return [
      ...namesOf(one).map(
        (name) => `complete -c kioku -n 'not __kioku_command' -a ${name} -d ${quoted(one.summary)}`,
      ),
      ...flagLines(one.flags ?? {}, isCalled),
      ...(found === "" ? [] : [`complete -c kioku ${isCalled} -a '${found}'`]),
      ...(isFile ? [`complete -c kioku ${isCalled} -F`] : []),
    ];
  });
  return `# Completion of kioku for fish. Save it as ~/.config/fish/completions/kioku.fish
function __kioku_command
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case ${VALUE_FLAGS.join(" ")}
                set -e words[1]
            case '-*'
            case '*'
                echo $words[1]
                return 0
        end
        set -e words[1]
    end
    return 1
end
complete -c kioku -f
${[...flagLines(GLOBAL_FLAGS, ""), ...lines].join("\n")}
`;
}

function flagLines(table: FlagTable, condition: string): readonly string[] {
  return completedFlags(table).map(({ names, flag, hasValue }) => {
    const options = names.map((name) =>
      name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
    );
    const choices = flag.choices === undefined ? "" : `-a '${flag.choices.join(" ")}'`;
    const value = hasValue ? (flag.completes === undefined ? "-x" : "-r -F") : "";
    const parts = ["complete -c kioku", condition, ...options, value, choices];
    return [...parts.filter((part) => part !== ""), `-d ${quoted(flag.summary)}`].join(" ");
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/gu, String.raw`\$&`)}'`;
}
