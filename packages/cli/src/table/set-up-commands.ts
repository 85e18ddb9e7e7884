import type { Command } from "../command/command.js";
import type { FlagTable } from "../command/flags.js";

/** Flags of `init`. */
export const INIT_FLAGS = {
  agent: {
    type: "choice",
    choices: ["claude", "cursor", "vscode", "codex", "claude-desktop"],
    summary: "Set up a coding agent",
  },
  user: { type: "boolean", summary: "For all projects of this user", default: "this project" },
  remove: { type: "boolean", summary: "Take the set-up of the agent away" },
  "dry-run": { type: "boolean", summary: "Only show what would be written" },
  yes: { type: "boolean", short: "y", summary: "Do not ask" },
} as const satisfies FlagTable;
/** Flags of `serve`. */
export const SERVE_FLAGS = {
  port: { type: "integer", short: "p", summary: "Port; 0 for a free one", default: "4114" },
  host: { type: "string", summary: "Address to listen on", default: "127.0.0.1" },
  "read-only": { type: "boolean", summary: "Refuse everything that changes memories" },
  http: { type: "boolean", summary: "Serve MCP over HTTP, not to the program that started it" },
  tools: {
    type: "string",
    placeholder: "a,b",
    summary: "Tools of MCP, and groups of them: default, mind, six, graph",
    default: "default",
  },
  tokens: {
    type: "string",
    placeholder: "file",
    summary: "JSON file with the scope of each token, for MCP over HTTP",
    completes: "file",
  },
  "allow-host": {
    type: "list",
    placeholder: "name",
    summary: "Name by which others reach this server",
  },
} as const satisfies FlagTable;
/** Flags of `studio`. */
export const STUDIO_FLAGS = {
  port: { type: "integer", short: "p", summary: "Port; 0 for a free one", default: "4115" },
  write: { type: "boolean", summary: "Let the page change, forget and erase memories" },
} as const satisfies FlagTable;

/** The command `init`. */
export const INIT: Command = {
  name: "init",
  group: "Set up",
  summary: "Write a configuration, or set up a coding agent",
  description: [
    "With --agent it adds the MCP server, hooks for the start and the end of sessions, and to some a rule that says how to recall, to the files of the agent. All else in them stays as it is, and --remove takes out what was added.",
  ],
  flags: INIT_FLAGS,
  examples: [
    { line: "init", summary: "Writes kioku.toml" },
    { line: "init --agent claude --dry-run", summary: "Shows what would be added for Claude Code" },
  ],
};
/** The command `config`. */
export const CONFIG: Command = {
  name: "config",
  group: "Set up",
  summary: "Show the configuration, and where each value comes from",
  description: [
    "A kioku.toml that came with a project sets only the scope and the search until you trust it.",
  ],
  args: [
    {
      name: "action",
      summary: "show, path, trust or distrust",
      required: false,
      choices: ["show", "path", "trust", "distrust"],
    },
  ],
  examples: [{ line: "config", summary: "Shows each setting with its source" }],
};
/** The command `serve`. */
export const SERVE: Command = {
  name: "serve",
  group: "Set up",
  summary: "Serve the memory to agents over MCP, or as JSON over HTTP",
  description: [
    'serve mcp speaks the Model Context Protocol over standard input and output, as clients start it: recall, remember, update, forget, context and why, and what --tools adds. The scope is that of the configuration, else projects/NAME by the repository of the working directory, else that of the user. Facts are made in the background. It ends with its input. With --http it is at /mcp, and --tokens gives each token a scope of its own below that: {"TOKEN": "team/ana"}, in a file that only its user can read.',
    "Without mcp, POST /v1/VERB takes a JSON object and answers as the commands do with --json: recall, context, list, read, history, scopes, stats, remember, update, forget. The scope is that of the configuration. No request can leave its scope.",
    "Over HTTP, GET /health says that it runs. Other requests carry the token, Authorization: Bearer TOKEN. It is new for each start and shown once, or that of KIOKU_TOKEN, at least 16 characters, which another --host than this machine needs. There is no TLS: put a proxy before it where others can listen. Ctrl-C answers what was asked, and ends.",
    "To erase for good, use kioku erase, which tells the backups.",
  ],
  args: [
    {
      name: "protocol",
      summary: "mcp; JSON if left out",
      required: false,
      choices: ["mcp"],
    },
  ],
  flags: SERVE_FLAGS,
  begins: true,
  examples: [
    { line: "serve mcp", summary: "Serves the program that started it, until its input ends" },
    { line: "serve --port 4114", summary: "Prints the address and the token" },
  ],
};
/** The command `studio`. */
export const STUDIO: Command = {
  name: "studio",
  group: "Set up",
  summary: "Show the memory in a browser",
  description: [
    "Serves a page to the browsers of this machine, and prints its address: memories with their history and sources, why they are recalled, how they are forgotten, what the mind made of them. It shows the scope of the configuration and those below, and changes nothing without --write.",
    "The address has a token, new for each start: who has it sees the memory, and with --write changes it. Erasures are told to the backups. Ctrl-C ends it.",
  ],
  flags: STUDIO_FLAGS,
  examples: [
    { line: "studio", summary: "Prints the address to open" },
    { line: "studio --write --scope work", summary: "Lets the page change the scope work" },
  ],
};
/** The command `hook`. */
export const HOOK: Command = {
  name: "hook",
  group: "Set up",
  summary: "Run at the start and the end of a session of a coding agent",
  description: [
    "Reads what the agent says of the session from standard input. At the start it prints what is known of the project and of the user, less than 2 kB. At the end it remembers what the user and the assistant said, without output of tools, and with secrets replaced.",
    "The scope is that of the configuration. If that has none, it is projects/NAME, by the name of the folder of the repository; outside of one it is that of the user.",
    "Always ends with 0 within 1.5 seconds, so that it never holds up an agent; KIOKU_HOOK_MS changes its limit of 1200 milliseconds. It makes no facts: run consolidate from cron.",
  ],
  args: [
    {
      name: "event",
      summary: "session-start or session-end",
      choices: ["session-start", "session-end"],
    },
  ],
  begins: true,
  examples: [
    { line: "hook session-start", summary: "Prints the context of a new session, less than 2 kB" },
  ],
};
/** The command `completion`. */
export const COMPLETION: Command = {
  name: "completion",
  group: "Set up",
  summary: "Print the completion script of a shell",
  args: [{ name: "shell", summary: "bash, zsh or fish", choices: ["bash", "zsh", "fish"] }],
  examples: [{ line: "completion bash", summary: "For eval in .bashrc" }],
};
/** The command `help`. */
export const HELP: Command = {
  name: "help",
  group: "Set up",
  summary: "Show help of a command",
  args: [{ name: "command", summary: "A command", required: false, completes: "command" }],
  examples: [{ line: "help recall", summary: "Shows the flags of recall" }],
};
