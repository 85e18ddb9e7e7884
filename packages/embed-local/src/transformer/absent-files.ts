import type { ThreadSettings } from "./worker/protocol.js";

/** Names the files of a model that a folder lacks, and where to get them. */
export function absentFiles(
  { model, revision, folders }: Pick<ThreadSettings, "model" | "revision" | "folders">,
  folder: string,
  missing: readonly string[],
): string {
  const where =
    folders.length > 1 && missing.includes("config.json") ? folders.join(" or ") : folder;
  return (
    `files of the model ${model} are missing in ${where}: ${missing.join(", ")}. ` +
    `Fetch them from https://huggingface.co/${model}/tree/${revision} and pass their folder as \`modelDir\`, ` +
    "or leave `modelDir` out and set `allowDownload: true`."
  );
}
