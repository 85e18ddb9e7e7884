import type { Command } from "../../command/command.js";
import { GLOBAL_FLAGS } from "../../command/flags.js";
import {
  completedArguments,
  completedFlags,
  type CompletedFlag,
  namesOf,
  VALUE_FLAGS,
} from "./completion-table.js";

/** Returns the completion script for bash 3.2 and later. */
export function bashCompletion(commands: readonly Command[]): string {
  const globals = completedFlags(GLOBAL_FLAGS);
  const all = commands.flatMap(namesOf).join(" ");
  const values = [
    ...valueCases("*", globals),
    ...commands.flatMap((one) =>
      valueCases(namesOf(one).join("|"), completedFlags(one.flags ?? {})),
    ),
  ];
  const words = commands.map((one) => {
    const flags = [...completedFlags(one.flags ?? {}), ...globals].flatMap(({ names }) => names);
    const { words: choices, isFile, isCommand } = completedArguments(one);
    const found = isCommand ? all : choices.join(" ");
    return `    ${namesOf(one).join("|")}) flags="${flags.join(" ")}" words="${found}"${isFile ? " files=1" : ""} ;;`;
  });
  return `# Completion of kioku for bash. In .bashrc: eval "$(kioku completion bash)"
_kioku() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local command="" flags="${globals.flatMap(({ names }) => names).join(" ")}" words="${all}" files="" i
  COMPREPLY=()
  # "--flag=value" comes as three words.
  if [[ $cur == "=" ]]; then cur=""
  elif [[ $prev == "=" ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${VALUE_FLAGS.join("|")})
        if [[ \${COMP_WORDS[i+1]} == "=" ]]; then ((i++)); fi
        ((i++)) ;;
      -*) ;;
      *) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $command in
${words.join("\n")}
  esac
  if [[ $cur == -* ]]; then words=$flags files=""; fi
  case $command:$prev in
${values.join("\n")}
  esac
  if [[ -n $files ]]; then compopt -o default 2>/dev/null; return; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
if type compopt >/dev/null 2>&1; then complete -F _kioku kioku
else complete -o default -F _kioku kioku
fi
`;
}

/** Returns the lines for flags whose values follow them, of a command or of all. */
function valueCases(command: string, flags: readonly CompletedFlag[]): readonly string[] {
  return flags
    .filter(({ hasValue }) => hasValue)
    .map(({ names, flag }) => {
      const pattern = command
        .split("|")
        .flatMap((one) => names.map((name) => `${one}:${name}`))
        .join("|");
      const files = flag.completes === undefined ? "" : "1";
      return `    ${pattern}) words="${(flag.choices ?? []).join(" ")}" files="${files}" ;;`;
    });
}
