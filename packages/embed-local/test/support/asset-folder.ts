import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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

/** Changes one byte of a file in a folder. */
export async function spoilFile(folder: string, name: string): Promise<void> {
  const content = await readFile(join(folder, name));
  content[1000] = (content[1000] ?? 0) ^ 1;
  await writeFile(join(folder, name), content);
}
