import { renameSync } from "node:fs";
import { join } from "node:path";

import { mapAtOnce, runCommand } from "../run-command.ts";

/**
 * By peer: what is done without it. Every peer of our packages is here, or the test for it fails.
 */
export const WITHOUT_PEER: Readonly<Record<string, string>> = {
  "@huggingface/transformers": `
    const { localEmbedder } = await import("@kioku/embed-local");
    await localEmbedder({ model: "multilingual-e5-small", allowDownload: true }).embed(["text"]);`,
  "@langchain/core": 'await import("@kioku/adapter-langchain");',
  "@langchain/langgraph-checkpoint": 'await import("@kioku/adapter-langchain/langgraph");',
  ai: 'await import("@kioku/adapter-vercel-ai");',
  langchain: 'await import("@kioku/adapter-langchain/agent");',
};

/**
 * Takes each peer out of a project, uses what needs it, and puts it back; these errors do not name
 * it.
 */
export async function unclearErrors(project: string): Promise<readonly string[]> {
  const results = await mapAtOnce(Object.entries(WITHOUT_PEER), 1, async ([peer, program]) => {
    const folder = join(project, "node_modules", peer);
    const away = join(project, "without");
    const isThere = moved(folder, away);
    const args = ["--input-type=module", "--eval", program];
    const { ok, output } = await runCommand(process.execPath, args, { cwd: project });
    if (isThere) renameSync(away, folder);
    if (ok) return [`Without ${peer} nothing failed: is it still needed?`];
    const isNamed = output.includes(`'${peer}'`) || output.includes(`npm install ${peer}`);
    return isNamed ? [] : [`Without ${peer} the error does not name it:\n${output}`];
  });
  return results.flat();
}

/** Moves a folder if it is there, and returns true if it was. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
