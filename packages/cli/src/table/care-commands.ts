import type { Command } from "../command/command.js";
import type { FlagTable } from "../command/flags.js";

/** Flags of `consolidate`. */
export const CONSOLIDATE_FLAGS = {
  "max-tokens": { type: "integer", summary: "Most tokens that the model may take" },
  "if-due": { type: "boolean", summary: "Only if enough has come together" },
  below: { type: "boolean", short: "b", summary: "Also in the scopes below" },
  undo: { type: "string", placeholder: "run", summary: "Take back what a run changed" },
  "dry-run": { type: "boolean", summary: "Only show what would change" },
} as const satisfies FlagTable;
/** Flags of `scopes`. */
export const SCOPES_FLAGS = {
  limit: { type: "integer", short: "n", summary: "Most scopes; 0 for all", default: "100" },
} as const satisfies FlagTable;
/** Flags of `doctor`. */
export const DOCTOR_FLAGS = {
  deep: { type: "boolean", summary: "Read the whole database, and check it" },
} as const satisfies FlagTable;
/** Flags of `reindex`. */
export const REINDEX_FLAGS = {
  "drop-old": { type: "boolean", summary: "Remove the vectors of earlier models" },
} as const satisfies FlagTable;

/** The command `consolidate`. */
export const CONSOLIDATE: Command = {
  name: "consolidate",
  group: "Look after",
  summary: "Make facts and summaries of what was said",
  flags: CONSOLIDATE_FLAGS,
  examples: [{ line: "consolidate --dry-run", summary: "Shows what would be kept" }],
};
/** The command `scopes`. */
export const SCOPES: Command = {
  name: "scopes",
  group: "Look after",
  summary: "Show the scopes that hold memories, as a tree",
  flags: SCOPES_FLAGS,
  examples: [{ line: "scopes", summary: "Shows the scopes below the present one" }],
};
/** The command `stats`. */
export const STATS: Command = {
  name: "stats",
  group: "Look after",
  summary: "Show how much there is, with a calendar of the year",
  examples: [
    { line: "stats", summary: "Shows counts, sizes and the days on which memories were written" },
  ],
};
/** The command `doctor`. */
export const DOCTOR: Command = {
  name: "doctor",
  group: "Look after",
  summary: "Check the set-up, and say what to do",
  flags: DOCTOR_FLAGS,
  examples: [
    { line: "doctor", summary: "Checks Node, configuration, database, model and backups" },
  ],
};
/** The command `reindex`. */
export const REINDEX: Command = {
  name: "reindex",
  group: "Look after",
  summary: "Embed what lacks a vector, such as after a change of the model",
  flags: REINDEX_FLAGS,
  examples: [{ line: "reindex", summary: "Safe to stop and to run again" }],
};
