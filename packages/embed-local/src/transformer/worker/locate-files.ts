import { join } from "node:path";

import { absentFiles } from "../absent-files.js";
import { downloadFile } from "./download-file.js";
import { checkSha256, isFile } from "./file-checks.js";
import { ModelFailure } from "./model-failure.js";
import type { DownloadProgress, DownloadSource, ThreadSettings } from "./protocol.js";

async function missingFiles(folder: string, files: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const file of files) if (!(await isFile(join(folder, file)))) missing.push(file);
  return missing;
}

/** The folder that has the most of what is needed, the earlier of two alike. */
async function bestFolder({ folders, files }: ThreadSettings): Promise<[string, string[]]> {
  let best: [string, string[]] = ["", [...files]];
  for (const folder of folders) {
    const missing = await missingFiles(folder, files);
    if (best[0] === "" || missing.length < best[1].length) best = [folder, missing];
  }
  return best;
}

async function fetchFiles(
  { hubUrl, folder }: DownloadSource,
  missing: readonly string[],
  context: { settings: ThreadSettings; onProgress: (progress: DownloadProgress) => void },
): Promise<void> {
  const { model, revision, checksums } = context.settings;
  for (const file of missing) {
    const url = `${hubUrl}/${model}/resolve/${encodeURIComponent(revision)}/${file}`;
    const path = join(folder, file);
    await downloadFile({
      url,
      file,
      path,
      sha256: checksums[file],
      onProgress: context.onProgress,
    });
  }
}

/**
 * The folder with all files of a model, each of the right content where a checksum is known. What
 * is missing is fetched if that is allowed.
 *
 * @throws `ModelFailure` naming the files.
 */
export async function locateFiles(
  settings: ThreadSettings,
  onProgress: (progress: DownloadProgress) => void,
): Promise<string> {
  const { files, checksums, download } = settings;
  const [folder, missing] = await bestFolder(settings);
  if (missing.length > 0) {
    if (!download) throw new ModelFailure(absentFiles(settings, folder, missing));
    await fetchFiles(download, missing, { settings, onProgress });
  }
  for (const file of files) {
    const expected = checksums[file];
    // What has just been fetched has been compared.
    if (expected === undefined || missing.includes(file)) continue;
    await checkSha256(join(folder, file), expected);
  }
  return folder;
}
