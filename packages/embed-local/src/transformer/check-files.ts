import { existsSync } from "node:fs";
import { join } from "node:path";

import { MemoryError } from "@kioku/core";

import { absentFiles } from "./absent-files.js";
import type { ThreadSettings } from "./worker/protocol.js";

/**
 * Looks for the files of a model that may not be downloaded. Without them its embedder would look
 * like one that is down for a while.
 *
 * @throws `invalid-input` naming the factory, the files and the remedy.
 */
export function checkFiles(settings: ThreadSettings, factory: string): void {
  const { folders, files, download } = settings;
  if (download) return;
  const found = folders.map((folder) => {
    return { folder, missing: files.filter((file) => !existsSync(join(folder, file))) };
  });
  const [best] = found.toSorted((a, b) => a.missing.length - b.missing.length);
  if (best === undefined || best.missing.length === 0) return;
  const message = absentFiles(settings, best.folder, best.missing);
  throw new MemoryError("invalid-input", `${factory}: ${message}`);
}
