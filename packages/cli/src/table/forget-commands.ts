import type { Command } from "../command/command.js";
import type { FlagTable } from "../command/flags.js";

const REMOVAL_FLAGS = {
  kind: { type: "list", short: "k", summary: "All of this kind" },
  filter: { type: "list", placeholder: "name=value", summary: "All with this field" },
  everything: { type: "boolean", summary: "All of the scope" },
  below: { type: "boolean", short: "b", summary: "Also in the scopes below" },
  "dry-run": { type: "boolean", summary: "Only show what would go" },
  yes: { type: "boolean", short: "y", summary: "Do not ask" },
} as const satisfies FlagTable;
/** Flags of `forget`. */
export const FORGET_FLAGS = {
  ...REMOVAL_FLAGS,
  purge: { type: "boolean", summary: "Drop the history, too" },
} as const satisfies FlagTable;
/** Flags of `erase`. */
export const ERASE_FLAGS = REMOVAL_FLAGS;
/** Flags of `sweep`. */
export const SWEEP_FLAGS = {
  "archive-below": {
    type: "number",
    placeholder: "0..1",
    summary: "Archive what would be recalled with less than this probability",
  },
} as const satisfies FlagTable;

/** The command `forget`. */
export const FORGET: Command = {
  name: "forget",
  group: "Forget",
  summary: "Forget memories; their history stays",
  args: [
    { name: "id", summary: "Ids, beginnings of them, or =key", required: false, variadic: true },
  ],
  flags: FORGET_FLAGS,
  examples: [{ line: "forget =diet --dry-run", summary: "Shows what would be forgotten" }],
};
/** The command `erase`. */
export const ERASE: Command = {
  name: "erase",
  group: "Forget",
  summary: "Erase memories for good, with all that was derived from them",
  description: [
    "If backups are configured, the list of what was erased is sent there, so that restoring an older backup brings nothing back.",
  ],
  args: [
    { name: "id", summary: "Ids, beginnings of them, or =key", required: false, variadic: true },
  ],
  flags: ERASE_FLAGS,
  examples: [
    { line: "erase --filter customer=42 --dry-run", summary: "Shows what would be erased" },
  ],
};
/** The command `sweep`. */
export const SWEEP: Command = {
  name: "sweep",
  group: "Forget",
  summary: "Remove what has expired and archive what has faded",
  flags: SWEEP_FLAGS,
  examples: [{ line: "sweep --archive-below 0.1", summary: "Once a night, from cron" }],
};
