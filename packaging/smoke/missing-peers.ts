import { renameSync } from "node:fs";
import { join } from "node:path";

import { mapAtOnce, runCommand } from "../run-command.ts";

const ONE_PIXEL = {
  jpeg: "/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKpAB//Z",
  png: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC",
  webp: "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/vz0AAA=",
};

/**
 * By peer: what is done without it. Every peer of our packages is here, or the test for it fails.
 */
export const WITHOUT_PEER: Readonly<Record<string, string>> = {
  "@jsquash/jpeg": decode("jpeg"),
  "@jsquash/png": decode("png"),
  "@jsquash/webp": decode("webp"),
  "@huggingface/transformers": `
    const { localEmbedder } = await import("@kioku/embed-local");
    await localEmbedder({ model: "multilingual-e5-small", allowDownload: true }).embed(["text"]);`,
  "@langchain/core": 'await import("@kioku/adapter-langchain");',
  "@langchain/langgraph-checkpoint": 'await import("@kioku/adapter-langchain/langgraph");',
  ai: 'await import("@kioku/adapter-vercel-ai");',
  langchain: 'await import("@kioku/adapter-langchain/agent");',
  sharp: decode("png"),
};

/** Returns a program that decodes an image of one pixel: no decoder is installed. */
function decode(type: "png" | "jpeg" | "webp"): string {
  return `
    const { decodeImage } = await import("@kioku/mind/images");
    await decodeImage(Buffer.from("${ONE_PIXEL[type]}", "base64"));`;
}

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
