import type { Command } from "../command/command.js";
import type { FlagTable } from "../command/flags.js";

/** Flags of `remember`. */
export const REMEMBER_FLAGS = {
  kind: { type: "string", short: "k", summary: "Kind of the memory", default: "note" },
  key: { type: "string", summary: "Unique name; the same key again makes a new version" },
  thread: { type: "string", summary: "Conversation that it belongs to" },
  speaker: { type: "string", summary: "Who said it" },
  origin: {
    type: "choice",
    choices: ["user", "assistant", "tool", "web", "system"],
    summary: "Where it came from; web and tool are not trusted",
    default: "user",
  },
  importance: { type: "number", placeholder: "0..1", summary: "Importance", default: "0.5" },
  at: { type: "date", summary: "When it happened" },
  ttl: { type: "duration", summary: "Time after which it expires, such as 7d" },
  pin: { type: "boolean", summary: "Keep it from fading" },
  meta: { type: "list", placeholder: "name=value", summary: "A field of your own, for filters" },
  lines: { type: "boolean", summary: "Remember each line of the input by itself" },
} as const satisfies FlagTable;
/** Flags of `update`. */
export const UPDATE_FLAGS = {
  kind: { type: "string", short: "k", summary: "New kind" },
  key: { type: "string", summary: "New key" },
  importance: { type: "number", placeholder: "0..1", summary: "New importance" },
  at: { type: "date", summary: "When it happened" },
  pin: { type: "choice", choices: ["on", "off"], summary: "Keep it from fading, or no more" },
  meta: {
    type: "list",
    placeholder: "name=value",
    summary: "A field of your own; an empty value removes it",
  },
  "if-version": { type: "integer", summary: "Change only this version" },
  purge: { type: "boolean", summary: "Drop the earlier versions for good" },
} as const satisfies FlagTable;

/** The command `remember`. */
export const REMEMBER: Command = {
  name: "remember",
  group: "Remember",
  summary: "Remember a text",
  description: ["Reads standard input if the text is - or is left out."],
  args: [
    { name: "text", summary: "The text; - reads standard input", required: false, variadic: true },
  ],
  flags: REMEMBER_FLAGS,
  begins: true,
  examples: [
    { line: 'remember "Ana is allergic to peanuts"', summary: "Remembers a sentence" },
    {
      line: 'remember "Dentist on Friday" --importance 0.9 --ttl 7d',
      summary: "Important, but only for a week",
    },
  ],
};
/** The command `update`. */
export const UPDATE: Command = {
  name: "update",
  group: "Remember",
  summary: "Change a memory",
  args: [
    { name: "id", summary: "Its id, or the beginning of it, or =key" },
    {
      name: "text",
      summary: "The new text; - reads standard input",
      required: false,
      variadic: true,
    },
  ],
  flags: UPDATE_FLAGS,
  examples: [
    {
      line: 'update =diet "Ana eats no nuts at all"',
      summary: "Writes a new version of the memory with the key diet",
    },
  ],
};
