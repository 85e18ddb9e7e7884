import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { codeOf } from "../files.js";
import { isEncryption } from "./keys.js";
import { backupId, isBackupId, timeOfId, type Manifest } from "./manifest.js";
import type { BackupCall, BackupSource } from "./options.js";
import { isDead, ownerMark } from "./owner.js";
import type { ClaimedPlace } from "./place.js";
import { removeLeft } from "./restore-folder.js";
import { takeSnapshot, type Snapshot } from "./snapshot.js";

/** A snapshot that waits in a local folder until all of it was sent. */
interface Staged extends Snapshot, Pick<Manifest, "id" | "takenAt" | "encryption"> {
  /** Version of Node: another one may pack the same bytes in another way. */
  readonly node: string;
}

/** A staged snapshot that this process owns. */
export interface Staging {
  /** Description of the snapshot. */
  readonly staged: Staged;
  /** Its file. */
  readonly file: string;
  /** True if another process had begun to send it. */
  readonly isResumed: boolean;
  /** Removes it. */
  remove(): Promise<void>;
  /** Leaves it for the next attempt. */
  release(): Promise<void>;
}

type StagingCall = BackupCall & BackupSource & { readonly clock: () => Date };

const WHOLE = "whole";
const DESCRIPTION = "snapshot.json";
const FREE = ".free";
/** Age up to which a snapshot is worth going on with. */
const RESUMABLE_MS = 3_600_000;

/** Finds a snapshot that was not sent to its end, or takes a new one. */
export async function stage(place: ClaimedPlace, call: StagingCall): Promise<Staging> {
  await removeCopies(call.stagingFolder, (id) => !isYoung(id, call));
  const parent = await stagingOf(place, call);
  const found = await claimLeft(parent, place);
  if (found) return found;
  const takenAt = call.clock();
  const id = backupId(takenAt, randomBytes(4));
  const folder = join(parent, `${id}.${ownerMark()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    const snapshot = await takeSnapshot(join(folder, WHOLE), call);
    const staged: Staged = {
      ...snapshot,
      id,
      takenAt: takenAt.toISOString(),
      encryption: place.encryption(),
      node: process.version,
    };
    await writeFile(join(folder, `${DESCRIPTION}.new`), JSON.stringify(staged), { mode: 0o600 });
    await rename(join(folder, `${DESCRIPTION}.new`), join(folder, DESCRIPTION));
    return stagingIn(folder, staged, false);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function stagingOf(
  { objects, database }: ClaimedPlace,
  { stagingFolder }: Pick<BackupCall, "stagingFolder">,
): Promise<string> {
  const name = createHash("sha256").update(`${database}\n${objects.name}`).digest("hex");
  const parent = join(stagingFolder, name.slice(0, 16));
  await mkdir(parent, { recursive: true, mode: 0o700 });
  return parent;
}

/** Takes over the newest snapshot that was left, and removes the others. */
async function claimLeft(parent: string, place: ClaimedPlace): Promise<Staging | undefined> {
  let claimed: Staging | undefined;
  for (const name of (await readdir(parent)).toSorted().toReversed()) {
    const left = join(parent, name);
    if (!(await isLeft(left))) continue;
    const [id = ""] = name.split(".");
    const folder = join(parent, `${id}.${ownerMark()}`);
    if (!(await moved(left, folder))) continue;
    if (claimed) {
      await discard(folder);
      continue;
    }
    const staged = await readStaged(folder, place);
    if (staged?.id === id) claimed = stagingIn(folder, staged, true);
    else await discard(folder);
  }
  return claimed;
}

/**
 * Removes local copies that killed or failed backups left, of any place, and those of restores:
 * erasures do not reach what is in them.
 */
export async function removeCopies(
  stagingFolder: string,
  isOld: (id: string) => boolean = () => true,
): Promise<void> {
  await removeLeft(stagingFolder);
  for (const folder of await readFolder(stagingFolder)) {
    for (const name of await readFolder(join(stagingFolder, folder))) {
      const [id = ""] = name.split(".");
      const left = join(stagingFolder, folder, name);
      if (!isOld(id) || !(await isLeft(left))) continue;
      const own = join(stagingFolder, folder, `${id}.${ownerMark()}`);
      if (await moved(left, own)) await discard(own);
    }
  }
}

async function readFolder(path: string): Promise<readonly string[]> {
  return readdir(path).catch((error: unknown) => {
    if (!["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) throw error;
    return [];
  });
}

async function isLeft(path: string): Promise<boolean> {
  return path.endsWith(FREE) || isDead(path);
}

function isYoung(id: string, { clock }: StagingCall): boolean {
  const ageMs = isBackupId(id) ? clock().getTime() - timeOfId(id).getTime() : Infinity;
  return ageMs >= 0 && ageMs < RESUMABLE_MS;
}

/** Moves a folder; of several processes one succeeds. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

async function readStaged(folder: string, place: ClaimedPlace): Promise<Staged | undefined> {
  try {
    const staged = JSON.parse(await readFile(join(folder, DESCRIPTION), "utf8")) as Staged;
    const { encryption } = staged;
    const now = place.encryption();
    const isSame = JSON.stringify(encryption?.kdf) === JSON.stringify(now?.kdf);
    const isSafe = encryption === undefined || isEncryption(encryption);
    return isSame && isSafe && staged.node === process.version ? staged : undefined;
  } catch {
    return undefined;
  }
}

function stagingIn(folder: string, staged: Staged, isResumed: boolean): Staging {
  return {
    staged,
    file: join(folder, WHOLE),
    isResumed,
    remove: async () => discard(folder),
    release: async () => rename(folder, folder.replace(/\.[^.]*$/u, FREE)),
  };
}

async function discard(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
