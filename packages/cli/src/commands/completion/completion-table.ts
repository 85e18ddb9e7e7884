import type { Command } from "../../command/command.js";
import { GLOBAL_FLAGS, type Flag } from "../../command/flags.js";

/** A flag as scripts of shells need it. */
export interface CompletedFlag {
  /** `--limit`, and `-n` if it has one. */
  readonly names: readonly string[];
  readonly flag: Flag;
  readonly hasValue: boolean;
}

/** Returns flags with their names on the command line. */
export function completedFlags(table: Readonly<Record<string, Flag>>): readonly CompletedFlag[] {
  return Object.entries(table).map(([name, flag]) => ({
    names: [...(flag.short === undefined ? [] : [`-${flag.short}`]), `--${name}`],
    flag,
    hasValue: flag.type !== "boolean",
  }));
}

/** Global flags that take the word after them. */
export const VALUE_FLAGS: readonly string[] = completedFlags(GLOBAL_FLAGS)
  .filter(({ hasValue }) => hasValue)
  .flatMap(({ names }) => names);

/** Returns all names of a command. */
export function namesOf({ name, aliases = [] }: Command): readonly string[] {
  return [name, ...aliases];
}

/** Returns what the arguments of a command can be: words, files, or commands. */
export function completedArguments({ args = [] }: Command): {
  readonly words: readonly string[];
  readonly isFile: boolean;
  readonly isCommand: boolean;
} {
  return {
    words: args.flatMap(({ choices = [] }) => choices),
    isFile: args.some(({ completes }) => completes === "file" || completes === "folder"),
    isCommand: args.some(({ completes }) => completes === "command"),
  };
}
