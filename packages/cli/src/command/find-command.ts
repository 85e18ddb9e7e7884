import { parseArgs } from "node:util";

import { usageError } from "./cli-error.js";
import type { Command } from "./command.js";
import { GLOBAL_FLAGS } from "./flags.js";
import { nearest } from "./nearest.js";
import { optionsOf, unknownFlag } from "./parse.js";

/** Names that other programs have for a command, which are not near to ours. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["add", "remember"],
  ["save", "remember"],
  ["find", "recall"],
  ["query", "recall"],
  ["get", "show"],
  ["edit", "update"],
  ["delete", "forget"],
  ["remove", "forget"],
  ["rm", "forget"],
  ["version", "--version"],
]);

interface FoundCommand {
  readonly command: Command;
  /** All arguments but its name. */
  readonly rest: readonly string[];
}

/**
 * Finds the command in the arguments: the first one that is neither a global flag nor its value.
 * Without one it is `help`. @throws `CliError` for an unknown one.
 */
export function findCommand(commands: readonly Command[], argv: readonly string[]): FoundCommand {
  const { tokens } = parseArgs({
    args: [...argv],
    options: optionsOf(GLOBAL_FLAGS),
    strict: false,
    tokens: true,
  });
  const place = tokens.find(({ kind }) => kind === "positional")?.index;
  const unknown = tokens.find(
    (token) => token.kind === "option" && !Object.hasOwn(GLOBAL_FLAGS, token.name),
  );
  if (unknown?.kind === "option" && (place === undefined || unknown.index < place)) {
    const isKnown = commands.some(({ flags = {} }) => Object.hasOwn(flags, unknown.name));
    if (isKnown) throw usageError(`flag ${unknown.rawName} belongs after the name of its command`);
    throw unknownFlag(unknown.rawName, Object.keys(GLOBAL_FLAGS), "help");
  }
  const name = place === undefined ? "help" : (argv[place] ?? "");
  return { command: commandOf(commands, name), rest: argv.filter((_, index) => index !== place) };
}

/** Returns a command by its name or another one. @throws `CliError` if there is none. */
export function commandOf(commands: readonly Command[], name: string): Command {
  const found = commands.find((one) => one.name === name || one.aliases?.includes(name));
  if (found !== undefined) return found;
  const names = commands.flatMap((one) => [one.name, ...(one.aliases ?? [])]);
  const meant = ELSEWHERE.get(name) ?? nearest(name, names);
  const question = meant === undefined ? "" : `; did you mean ${meant}?`;
  throw usageError(`unknown command "${name}"${question}`, "kioku help lists all commands");
}
