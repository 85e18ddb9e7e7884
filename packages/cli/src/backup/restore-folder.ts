import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { codeOf } from "../files.js";
import { isDead, ownerMark } from "./owner.js";

const PREFIX = ".kioku-restore-";

/** Runs `work` with a new folder in `parent`, removes it afterwards and what killed ones left. */
export async function withRestoreFolder<T>(
  parent: string,
  id: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await removeLeft(parent);
  const folder = join(parent, `${PREFIX}${id}.${ownerMark()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what killed restores left in a folder. */
export async function removeLeft(parent: string): Promise<void> {
  const names = await readdir(parent).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
    return [];
  });
  for (const name of names) {
    const left = join(parent, name);
    if (!name.startsWith(PREFIX) || !(await isDead(left))) continue;
    await rm(left, { recursive: true, force: true });
  }
}
