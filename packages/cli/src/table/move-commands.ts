import type { Command } from "../command/command.js";
import type { FlagTable } from "../command/flags.js";

/** Formats of import. */
export const FORMATS = [
  "kioku",
  "chatgpt",
  "claude",
  "sharegpt",
  "ui-messages",
  "chat",
  "mem0",
  "langgraph",
  "mastra",
  "mcp",
  "pam",
  "markdown",
  "text",
  "lines",
] as const;

/** A format of import. */
export type Format = (typeof FORMATS)[number];

/** Flags of `import`. */
export const IMPORT_FLAGS = {
  format: {
    type: "choice",
    choices: ["auto", ...FORMATS],
    summary: "Format",
    default: "auto: found from the content",
  },
  "on-conflict": {
    type: "choice",
    choices: ["fail", "skip", "replace", "newer"],
    summary: "For exports of Kioku: what to do with records that differ",
    default: "fail",
  },
  "scope-by": {
    type: "list",
    summary: "For mem0: owners that become scopes",
    placeholder: "user_id",
  },
  trust: {
    type: "number",
    placeholder: "0-1",
    summary: "Most trust of what is imported; 0.5 for texts that strangers wrote",
    default: "1, or that of the earlier import",
  },
  watch: { type: "boolean", short: "w", summary: "Go on, and import what changes" },
  prune: { type: "boolean", summary: "Forget passages of files that are gone" },
  "dry-run": { type: "boolean", summary: "Only show what would be imported" },
} as const satisfies FlagTable;
/** Flags of `export`. */
export const EXPORT_FLAGS = {
  format: {
    type: "choice",
    choices: ["kioku", "pam", "csv", "markdown"],
    summary: "Format; only kioku keeps everything",
    default: "kioku",
  },
  output: {
    type: "string",
    short: "o",
    placeholder: "file",
    summary: "File, or folder for pam; it must not exist",
    default: "standard output",
    completes: "file",
  },
  here: { type: "boolean", summary: "Without the scopes below" },
  vectors: { type: "boolean", summary: "With vectors" },
  "no-history": { type: "boolean", summary: "Without earlier versions" },
  tombstones: { type: "boolean", summary: "Only the list of what was erased" },
} as const satisfies FlagTable;

/** The command `import`. */
export const IMPORT: Command = {
  name: "import",
  group: "Move",
  summary: "Import exports of assistants, folders of Markdown, texts and chats",
  args: [
    {
      name: "path",
      summary: "Files or folders; - reads standard input",
      variadic: true,
      completes: "file",
    },
  ],
  flags: IMPORT_FLAGS,
  begins: true,
  examples: [
    { line: "import conversations.json", summary: "Imports the export of ChatGPT or Claude" },
    { line: "import notes", summary: "Imports a folder of Markdown; again, only what has changed" },
  ],
};
/** The command `export`. */
export const EXPORT: Command = {
  name: "export",
  group: "Move",
  summary: "Export memories",
  flags: EXPORT_FLAGS,
  examples: [{ line: "export -o memories.jsonl", summary: "Writes everything to a file" }],
};
