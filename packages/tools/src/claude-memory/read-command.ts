import type { ClaudeMemoryCall, ClaudeMemoryCommand, ClaudeMemoryHandlers } from "./commands.js";
import { ToolMistake } from "./tool-mistake.js";

/** The name of a command. */
export type CommandName = keyof ClaudeMemoryHandlers;

type Kind = "string" | "number";
type Given = Readonly<Record<string, unknown>>;

/** What each command must say, and what that is. */
const MEMBERS: Readonly<Record<CommandName, Readonly<Record<string, Kind>>>> = {
  view: { path: "string" },
  create: { path: "string", file_text: "string" },
  str_replace: { path: "string", old_str: "string", new_str: "string" },
  insert: { path: "string", insert_line: "number", insert_text: "string" },
  delete: { path: "string" },
  rename: { old_path: "string", new_path: "string" },
};

/**
 * Which command it is.
 * @throws `invalid-input` for what is none.
 */
export function commandName(given: unknown): CommandName {
  const { command } = membersOf(given);
  const name = (Object.keys(MEMBERS) as CommandName[]).find((one) => one === command);
  if (name !== undefined) return name;
  if (typeof command === "string") throw wrong(`${command.slice(0, 64)} not implemented`);
  throw wrong(`A command names itself: ${Object.keys(MEMBERS).join(", ")}`);
}

/**
 * A command as it was asked for by name, its members checked. What else it says is left alone.
 * @throws `invalid-input` naming the member that is missing or of another type.
 */
export function readCommand<Name extends CommandName>(
  name: Name,
  given: unknown,
): Extract<ClaudeMemoryCommand, { readonly command: Name }> {
  const members = membersOf(given);
  for (const [member, kind] of Object.entries(MEMBERS[name])) {
    const value = members[member];
    if (typeof value === kind && !Number.isNaN(value)) continue;
    throw wrong(`The command ${name} needs ${member}, a ${kind}.`);
  }
  if (name === "view") checkRange(members["view_range"]);
  return given as Extract<ClaudeMemoryCommand, { readonly command: Name }>;
}

/** What aborts a command, if anything does. */
export function signalOf(call: ClaudeMemoryCall | undefined): AbortSignal | undefined {
  return call?.signal ?? call?.abortSignal ?? undefined;
}

function checkRange(range: unknown): void {
  if (range === undefined || range === null) return;
  const isRange =
    Array.isArray(range) && range.every((line) => typeof line === "number" && !Number.isNaN(line));
  if (!isRange)
    throw wrong("The view_range is a list of two numbers: the first and the last line.");
}

function membersOf(given: unknown): Given {
  if (typeof given === "object" && given !== null) return given as Given;
  throw wrong("A command is an object, such as { command, path }.");
}

function wrong(message: string): ToolMistake {
  return new ToolMistake("invalid-input", message);
}
