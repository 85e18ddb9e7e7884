import type { ClaudeMemory } from "../../src/index.js";

/** A file that most tests are about. */
export const PATH = "/memories/notes.txt";

/** Makes a file. */
export async function createFile(tool: ClaudeMemory, text: string, path = PATH): Promise<string> {
  return tool({ command: "create", path, file_text: text });
}

/** The text of a file, read as a model reads it. */
export async function textOfFile(tool: ClaudeMemory, path = PATH): Promise<string> {
  const [, ...lines] = (await tool({ command: "view", path })).split("\n");
  return lines.map((line) => line.slice(7)).join("\n");
}
