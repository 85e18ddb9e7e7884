import { invalidCommand } from "./command-error.js";

/** Shows a file with line numbers, or what is in a directory. */
export interface ClaudeViewCommand {
  /** Name of the command. */
  readonly command: "view";
  /** A file or a directory. */
  readonly path: string;
  /** First and last line of a file, from 1; -1 is the end. @defaultValue all lines */
  readonly view_range?: readonly number[] | null | undefined;
}

/** Creates a file. */
export interface ClaudeCreateCommand {
  /** Name of the command. */
  readonly command: "create";
  /** Path where nothing is yet. */
  readonly path: string;
  /** Its text, which may be empty. */
  readonly file_text: string;
}

/** Replaces a text that occurs once. */
export interface ClaudeStrReplaceCommand {
  /** Name of the command. */
  readonly command: "str_replace";
  /** The file. */
  readonly path: string;
  /** The text to replace. */
  readonly old_str: string;
  /** Its replacement. */
  readonly new_str: string;
}

/** Inserts lines. */
export interface ClaudeInsertCommand {
  /** Name of the command. */
  readonly command: "insert";
  /** The file. */
  readonly path: string;
  /** Line to insert after; 0 is the beginning. */
  readonly insert_line: number;
  /** The lines. One line feed at the end is dropped. */
  readonly insert_text: string;
}

/** Deletes a file, or a directory with all that is in it. */
export interface ClaudeDeleteCommand {
  /** Name of the command. */
  readonly command: "delete";
  /** The file or directory. */
  readonly path: string;
}

/** Moves a file or a directory. */
export interface ClaudeRenameCommand {
  /** Name of the command. */
  readonly command: "rename";
  /** The file or directory. */
  readonly old_path: string;
  /** Path where nothing is yet. */
  readonly new_path: string;
}

/** Any command of the tool `memory_20250818`. */
export type ClaudeMemoryCommand =
  | ClaudeViewCommand
  | ClaudeCreateCommand
  | ClaudeStrReplaceCommand
  | ClaudeInsertCommand
  | ClaudeDeleteCommand
  | ClaudeRenameCommand;

/** Options of a call. Hosts may pass more, which is ignored. */
export interface ClaudeMemoryCall {
  /** Aborts the command, which then rejects with its reason. */
  readonly signal?: AbortSignal | null | undefined;
  /** The same, as the AI SDK names it. */
  readonly abortSignal?: AbortSignal | null | undefined;
}

/** Runs the commands of one name. */
export type ClaudeMemoryHandler<Command extends ClaudeMemoryCommand> = (
  command: Command,
  options?: ClaudeMemoryCall,
) => Promise<string>;

/** The handlers of all commands, by name, as `betaMemoryTool` of Anthropic's SDK takes them. */
export type ClaudeMemoryHandlers = {
  readonly [Command in ClaudeMemoryCommand as Command["command"]]: ClaudeMemoryHandler<Command>;
};

/** Runs any command: the `execute` of the AI SDK and of LangChain, with a method per command. */
export interface ClaudeMemory extends ClaudeMemoryHandlers {
  (command: ClaudeMemoryCommand, options?: ClaudeMemoryCall): Promise<string>;
}

/** The name of a command. */
export type CommandName = ClaudeMemoryCommand["command"];

/** The command of a name. */
export type ClaudeCommandOf<Name extends CommandName> = Extract<
  ClaudeMemoryCommand,
  { readonly command: Name }
>;

/** Required members of each command, with their types. */
const MEMBERS: Readonly<Record<CommandName, Readonly<Record<string, "string" | "number">>>> = {
  view: { path: "string" },
  create: { path: "string", file_text: "string" },
  str_replace: { path: "string", old_str: "string", new_str: "string" },
  insert: { path: "string", insert_line: "number", insert_text: "string" },
  delete: { path: "string" },
  rename: { old_path: "string", new_path: "string" },
};

/** Returns the name of a command. @throws `invalid-input` for an unknown command. */
export function commandName(given: unknown): CommandName {
  const { command } = membersOf(given);
  const name = (Object.keys(MEMBERS) as CommandName[]).find((one) => one === command);
  if (name !== undefined) return name;
  if (typeof command === "string") throw invalidCommand(`${command.slice(0, 64)} not implemented`);
  throw invalidCommand(`A command names itself: ${Object.keys(MEMBERS).join(", ")}`);
}

/** Checks the members of a command. @throws `invalid-input` naming the member that is wrong. */
export function readCommand<Name extends CommandName>(
  name: Name,
  given: unknown,
): ClaudeCommandOf<Name> {
  const members = membersOf(given);
  for (const [member, kind] of Object.entries(MEMBERS[name])) {
    if (isType(members[member], kind)) continue;
    throw invalidCommand(`The command ${name} needs ${member}, a ${kind}.`);
  }
  if (name === "view") checkRange(members["view_range"]);
  return given as ClaudeCommandOf<Name>;
}

/** Returns the signal of a call, under either name. */
export function signalOf(call: ClaudeMemoryCall | undefined): AbortSignal | undefined {
  return call?.signal ?? call?.abortSignal ?? undefined;
}

function isType(value: unknown, type: "string" | "number"): boolean {
  return typeof value === type && !Number.isNaN(value);
}

function checkRange(range: unknown): void {
  if (range === undefined || range === null) return;
  if (Array.isArray(range) && range.every((line) => isType(line, "number"))) return;
  throw invalidCommand("The view_range is a list of two numbers: the first and the last line.");
}

function membersOf(given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given === "object" && given !== null)
    return given as Readonly<Record<string, unknown>>;
  throw invalidCommand("A command is an object, such as { command, path }.");
}
