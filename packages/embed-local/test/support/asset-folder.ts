import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { onTestFinished } from "vitest";

/** The files that the package ships. */
export const packageAssets: string = fileURLToPath(new URL("../../assets", import.meta.url));

/** An empty folder that disappears when the test ends. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-embed-local-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies the shipped files into a folder. */
export async function fillFolder(folder: string): Promise<void> {
  await cp(packageAssets, folder, { recursive: true });
}
