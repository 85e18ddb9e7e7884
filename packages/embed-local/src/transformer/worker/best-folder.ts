import { statSync } from "node:fs";
import { join } from "node:path";

import type { ThreadSettings } from "./protocol.js";

/** A folder, and the files of the model that it lacks. */
export interface BestFolder {
  readonly folder: string;
  readonly missing: readonly string[];
}

/** Finds the folder with the fewest files missing, the earlier of two alike. */
export function bestFolder({ folders, files }: ThreadSettings): BestFolder {
  const found = folders.map((folder) => {
    return { folder, missing: files.filter((file) => !isFile(join(folder, file))) };
  });
  const [best] = found.toSorted((a, b) => a.missing.length - b.missing.length);
  return best ?? { folder: "", missing: files };
}

/** Names the missing files, and where to get them. */
export function missingFilesMessage(
  { model, revision, folders }: ThreadSettings,
  { folder, missing }: BestFolder,
): string {
  const isNowhere = folders.length > 1 && missing.includes("config.json");
  const location = isNowhere ? folders.join(" or ") : folder;
  return (
    `files of the model ${model} are missing in ${location}: ${missing.join(", ")}. ` +
    `Fetch them from https://huggingface.co/${model}/tree/${revision} and pass their folder as \`modelDir\`, ` +
    "or leave `modelDir` out and set `allowDownload: true`."
  );
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
