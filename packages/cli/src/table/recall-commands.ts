import type { Command } from "../command/command.js";
import type { Flag, FlagTable } from "../command/flags.js";

const FILTER_FLAG = {
  type: "list",
  placeholder: "name=value",
  summary: "Only with this field, also != > >= < <=; @name is one of the record, as @origin",
} as const satisfies Flag;
const TIMES = "--from and --to ask for when it happened or, if that is not known, was written.";

/** Flags of `recall`. */
export const RECALL_FLAGS = {
  limit: {
    type: "integer",
    short: "n",
    summary: "Most memories",
    default: "search.default_limit, 10",
  },
  kind: { type: "list", short: "k", summary: "Only of this kind" },
  filter: FILTER_FLAG,
  from: { type: "date", summary: "Only from this time on" },
  to: { type: "date", summary: "Only before this time" },
  below: { type: "boolean", short: "b", summary: "Also in the scopes below" },
  all: { type: "boolean", summary: "Fill the list with what is less relevant" },
  archived: { type: "boolean", summary: "Also what has faded" },
  explain: { type: "boolean", short: "e", summary: "Show the parts of each score" },
} as const satisfies FlagTable;
/** Flags of `ask`. */
export const ASK_FLAGS = {
  budget: { type: "integer", summary: "Most tokens of the context", default: "1500" },
  "no-model": { type: "boolean", summary: "Print the context, also if there is a model" },
  below: { type: "boolean", short: "b", summary: "Also in the scopes below" },
} as const satisfies FlagTable;
/** Flags of `list`. */
export const LIST_FLAGS = {
  limit: { type: "integer", short: "n", summary: "Most memories; 0 for all", default: "20" },
  kind: { type: "list", short: "k", summary: "Only of this kind" },
  filter: FILTER_FLAG,
  from: { type: "date", summary: "Only from this time on" },
  to: { type: "date", summary: "Only before this time" },
  below: { type: "boolean", short: "b", summary: "Also in the scopes below" },
  reverse: { type: "boolean", short: "r", summary: "The oldest first" },
  cursor: { type: "string", summary: "Go on after a page, with the cursor of its --json" },
} as const satisfies FlagTable;
/** Flags of `surface`. */
export const SURFACE_FLAGS = {
  limit: { type: "integer", short: "n", summary: "Most memories", default: "3" },
  below: { type: "boolean", short: "b", summary: "Also in the scopes below" },
} as const satisfies FlagTable;
/** Flags of `why`. */
export const WHY_FLAGS = {
  query: { type: "string", summary: "Show how well the memory fits this question" },
} as const satisfies FlagTable;
/** Flags of `portrait`. */
export const PORTRAIT_FLAGS = {
  of: { type: "string", summary: "Of whom", default: "user" },
  self: { type: "boolean", summary: "The portrait of the assistant itself" },
  at: { type: "date", summary: "As it was then" },
} as const satisfies FlagTable;

/** The command `recall`. */
export const RECALL: Command = {
  name: "recall",
  aliases: ["search"],
  group: "Recall",
  summary: "Find the memories that answer a question",
  description: [
    `Nothing is printed if nothing is relevant. ${TIMES}`,
    "With --json: {query, memories, notice?}. A memory has the members that show lists, and relevance and score from 0 to 1; with --explain also signals, and omitted lists the best of those left out.",
  ],
  args: [
    {
      name: "query",
      summary: "A question, a topic or a whole message; - reads standard input",
      variadic: true,
    },
  ],
  flags: RECALL_FLAGS,
  examples: [
    { line: 'recall "What is Ana allergic to?"', summary: "Shows what is relevant, best first" },
  ],
};
/** The command `ask`. */
export const ASK: Command = {
  name: "ask",
  group: "Recall",
  summary: "Answer a question from memory, with citations",
  description: [
    "Without a model in the configuration it prints the context that a prompt would get. With one it sends question and context there, and prints the answer with numbers for the memories that it is from.",
    "With --json: {question, context, memories, notice?}, or {question, answer, isComplete, model, sources, unknown}. The answer is null if nothing in memory is relevant.",
  ],
  args: [{ name: "question", summary: "The question; - reads standard input", variadic: true }],
  flags: ASK_FLAGS,
  examples: [
    {
      line: 'ask "What is Ana allergic to?"',
      summary: "Prints the context, or the answer of the model",
    },
  ],
};
/** The command `list`. */
export const LIST: Command = {
  name: "list",
  aliases: ["ls"],
  group: "Recall",
  summary: "List memories, the newest first",
  description: [
    `What consolidation notes for itself is left out, unless --kind names it. ${TIMES}`,
    "With --json: a line for each memory, and {cursor} as the last one if there are more.",
  ],
  flags: LIST_FLAGS,
  examples: [{ line: "list --kind note --limit 5", summary: "Shows the five newest notes" }],
};
/** The command `show`. */
export const SHOW: Command = {
  name: "show",
  group: "Recall",
  summary: "Show one memory with its strength and its sources",
  description: [
    "Lists show short ids such as 019ac1f2..3f9a12, the beginning and the end of an id; they name a memory, too.",
    "With --json: {memory, retrievability, forecast, sources, neighbours: {before, after}}. A memory has id, scope, key?, kind, content, value?, metadata, thread?, speaker?, form, origin, trust, sources, importance, emotion?, pinned, strength, occurredAt?, validFrom?, validTo?, createdAt, updatedAt, expiresAt?, archivedAt?, version. Times are ISO 8601.",
  ],
  args: [{ name: "id", summary: "Its id, or the beginning of it, or =key" }],
  examples: [{ line: "show =diet", summary: "Shows the memory with the key diet" }],
};
/** The command `history`. */
export const HISTORY: Command = {
  name: "history",
  group: "Recall",
  summary: "Show the versions of a memory",
  description: [
    "With --json: {id, versions: [{version, change, at, actor?, cause?, memory?}]}, the oldest first. The whole id also finds what was forgotten.",
  ],
  args: [{ name: "id", summary: "Its id, or the beginning of it, or =key" }],
  examples: [{ line: "history =diet", summary: "Shows what it said before, and who changed it" }],
};
/** The command `surface`. */
export const SURFACE: Command = {
  name: "surface",
  group: "Recall",
  summary: "Draw memories that come to mind unasked",
  description: ["With --json: {memories}."],
  args: [{ name: "cue", summary: "What it is about", required: false, variadic: true }],
  flags: SURFACE_FLAGS,
  examples: [{ line: "surface", summary: "Draws up to three memories" }],
};
/** The command `why`. */
export const WHY: Command = {
  name: "why",
  group: "Recall",
  summary: "Show where a memory or a sentence of a portrait comes from",
  description: [
    "With --json: {memory, explanation?, sources, versions, fit?}, or {explanation} of a sentence.",
  ],
  args: [
    { name: "id", summary: "An id, the beginning of one, =key, or the sentence", variadic: true },
  ],
  flags: WHY_FLAGS,
  examples: [
    {
      line: 'why =diet --query "peanuts"',
      summary: "Shows its sources, its versions and the parts of its score",
    },
  ],
};
/** The command `portrait`. */
export const PORTRAIT: Command = {
  name: "portrait",
  group: "Recall",
  summary: "Show what is known of a person",
  description: [
    "With --json: {name, blocks: [{id, sentences: [{id, text, sources, at, trust}], omitted}], text}.",
  ],
  flags: PORTRAIT_FLAGS,
  examples: [
    { line: "portrait", summary: "Shows the facts about the user; consolidate makes them" },
  ],
};
