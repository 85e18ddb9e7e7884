import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The programs of `npm run measure -- NAME`, each with options of its own. */
export const PROGRAMS = {
  recall: "how well recall finds what answers a question, on a recall set",
  sets: "makes the recall sets of their public downloads, in two halves",
  relevance: "weights of the relevance that minScore is compared with, fitted",
  silence: "whether recall is silent where memory has no answer",
  context: "whether what answers a question is in the text for a prompt",
  chat: "what a model is shown over a chat of several sessions",
  ablation: "what each ingredient of recall gives, on recall sets",
  agreement: "whether SQLite and PostgreSQL answer a recall set alike",
  speed: "what a user waits for: import, first memory, writes, recall",
  store: "a store with 10,000 to 1,000,000 records, beside other stores",
  peers: "Kioku beside other memories: finding, speed, safety",
  tenants: "recall where a great many tenants have a few records each",
  "large-tenants": "whether large scopes make small ones slow on PostgreSQL",
  shards: "100,000,000 memories on shards and nodes, simulated from what is measured here",
  transfer: "export and import: time, memory, and whether all came over",
  backup: "backup to a server of S3 and restore: time, memory, and whether all came over",
  embed: "the embedders: load time, memory and texts a second",
  skills: "which skills a text wakes, and how fast",
  langchain: "what a retriever of LangChain adds to recall",
  "ai-sdk": "what a memory adds to a turn of the AI SDK",
  past: "recall of what was known a day ago, and erasing",
  mind: "what a mind keeps of talks, sums up, refuses and forgets",
  images: "which changes of a screen the filters of images keep",
  studio: "what a person waits for in the studio: first view, frames, clicks",
  mcp: "what MCP adds to a call, and how long a server takes to start",
  cli: "what a call of the command line takes, from start to end",
  loop: "how long work holds the event loop at once",
  visits: "source files that run code in one warm remember and recall",
} as const;

/** The name of one of them. */
export type ProgramName = keyof typeof PROGRAMS;

/** Returns true if there is a program of this name. */
export function isProgramName(name: string): name is ProgramName {
  return Object.hasOwn(PROGRAMS, name);
}

/**
 * Runs a program in a process of its own, on the same streams. Resolves to its exit code, 1 for one
 * that was killed.
 */
export function runProgram(name: ProgramName, args: readonly string[]): Promise<number> {
  const main = fileURLToPath(new URL(`${name}/main.ts`, import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], { stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
