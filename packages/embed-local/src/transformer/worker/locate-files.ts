import { join } from "node:path";

import { bestFolder, missingFilesMessage } from "./best-folder.js";
import { checkSha256, downloadFile } from "./download-file.js";
import { ModelFailure } from "./failure.js";
import type { DownloadProgress, ThreadSettings } from "./protocol.js";

/**
 * Returns the folder with all files of a model, checked where a checksum is known. Fetches missing
 * files if that is allowed.
 * @throws `ModelFailure` naming the files.
 */
export async function locateFiles(
  settings: ThreadSettings,
  onProgress: (progress: DownloadProgress) => void,
): Promise<string> {
  const { files, checksums, download } = settings;
  const best = bestFolder(settings);
  const { folder, missing } = best;
  if (missing.length > 0) {
    if (!download) throw new ModelFailure(missingFilesMessage(settings, best));
    const base = `${download.hubUrl}/${settings.model}/resolve/${encodeURIComponent(settings.revision)}`;
    for (const file of missing) {
      const path = join(download.folder, file);
      const [url, sha256] = [`${base}/${file}`, checksums[file]];
      await downloadFile({ url, file, path, sha256, onProgress });
    }
  }
  for (const file of files) {
    const expected = checksums[file];
    // A download is checked when it arrives.
    if (expected === undefined || missing.includes(file)) continue;
    await checkSha256(join(folder, file), expected);
  }
  return folder;
}
