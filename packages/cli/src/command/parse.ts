import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

import { usageError } from "./cli-error.js";
import type { Argument, Command } from "./command.js";
import { GLOBAL_FLAGS, type FlagTable } from "./flags.js";
import { nearest } from "./nearest.js";
import { readFlag } from "./read-flag.js";

/** Arguments of a call, checked against the table. */
export interface ParsedCall {
  /** Positional arguments. */
  readonly args: readonly string[];
  /** Values of flags. */
  readonly flags: Readonly<Record<string, unknown>>;
}

/** Reads the arguments of a command, without its name. @throws `CliError` for unfit ones. */
export function parseCall(command: Command, argv: readonly string[], now: Date): ParsedCall {
  const table: FlagTable = { ...GLOBAL_FLAGS, ...command.flags };
  const { tokens, values, positionals } = parseArgs({
    args: [...argv],
    options: optionsOf(table),
    allowPositionals: true,
    // Node's own messages name its options, and not what was meant.
    strict: false,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === "option") checkToken(token, table, command);
  const flags = Object.fromEntries(
    Object.entries(table).map((entry) => [entry[0], readFlag(entry, values[entry[0]], now)]),
  );
  const isRun = flags["help"] !== true && flags["version"] !== true;
  if (isRun) checkArguments(command, positionals);
  return { args: positionals, flags };
}

/** Returns the flags of a table as `parseArgs` takes them. */
export function optionsOf(table: FlagTable): ParseArgsOptionsConfig {
  return Object.fromEntries(
    Object.entries(table).map(([name, { type, short }]) => [
      name,
      {
        type: type === "boolean" ? "boolean" : "string",
        multiple: type === "list",
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
}

/** Returns the error for a flag that a command does not have. */
export function unknownFlag(raw: string, names: readonly string[], command: string): Error {
  const meant = nearest(raw.replace(/^-+/u, ""), names);
  const question = meant === undefined ? "" : `; did you mean --${meant}?`;
  return usageError(`unknown flag ${raw}${question}`, `kioku ${command} --help shows its flags`);
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkToken(token: OptionToken, table: FlagTable, { name }: Command): void {
  const { rawName, value, inlineValue } = token;
  const flag = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
  if (flag === undefined) throw unknownFlag(rawName, Object.keys(table), name);
  if (flag.type === "boolean") {
    if (value !== undefined) throw usageError(`flag ${rawName} takes no value, got "${value}"`);
    return;
  }
  // A flag after it is no value, unless somebody says so by `=`.
  const isValue = value !== undefined && (inlineValue === true || !/^-\D/u.test(value));
  if (!isValue) {
    throw usageError(
      `flag ${rawName} needs a value`,
      value === undefined ? undefined : `write ${rawName}=${value} if that is the value`,
    );
  }
}

function checkArguments({ name, args = [] }: Command, given: readonly string[]): void {
  const hint = `kioku ${name} --help shows its arguments`;
  const missing = args.find(({ required = true }, index) => required && index >= given.length);
  if (missing !== undefined) throw usageError(`argument <${missing.name}> is missing`, hint);
  const last = args.at(-1);
  if (given.length > args.length && last?.variadic !== true) {
    throw usageError(`unexpected argument "${given[args.length] ?? ""}"`, hint);
  }
  for (const [index, value] of given.entries()) checkChoice(args[index], value);
}

function checkChoice(argument: Argument | undefined, value: string): void {
  const { choices } = argument ?? {};
  if (choices === undefined || choices.includes(value)) return;
  throw usageError(`<${argument?.name}> must be one of ${choices.join(", ")}, got "${value}"`);
}
