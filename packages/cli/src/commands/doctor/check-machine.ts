import { statfs, readdir, readFile, readlink, realpath } from "node:fs/promises";
import { dirname } from "node:path";

import { exists } from "../../files.js";
import { bytes } from "../../output/numbers.js";
import { findingsOf } from "./finding.js";
import type { Finding } from "./finding.js";

const LOWEST = [22, 18] as const;
const LOW_BYTES = 200_000_000;

/** Checks the version of Node. */
export function checkNode(version: string = process.versions.node): Finding {
  const { ok, problem } = findingsOf("node");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > LOWEST[0] || (major === LOWEST[0] && minor >= LOWEST[1]);
  if (isEnough) return ok(`Node ${version}`);
  return problem(`Node ${version} is too old`, `install Node ${LOWEST.join(".")} or newer`);
}

/** Checks that the disk of a database has room for it to grow; nothing if it cannot be told. */
export async function checkDisk(database: string, size: number): Promise<readonly Finding[]> {
  const { ok, warning } = findingsOf("disk");
  const system = await statfs(await nearestFolder(database)).catch(() => undefined);
  if (system === undefined) return [];
  const free = system.bavail * system.bsize;
  const text = `${bytes(free)} free`;
  // A backup and a rewrite of the file need its size again.
  return free < Math.max(LOW_BYTES, size)
    ? [warning(text, "make room: writes fail on a full disk, and a backup needs room for a copy")]
    : [ok(text)];
}

async function nearestFolder(path: string): Promise<string> {
  const folder = dirname(path);
  return (await exists(folder)) || folder === path ? folder : nearestFolder(folder);
}

/**
 * Returns the other processes that have a file open, such as `1234 (node)`, as far as Linux lets
 * this user see; none elsewhere.
 */
export async function findHolders(path: string): Promise<readonly string[]> {
  const file = await realpath(path).catch(() => path);
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/u.test(name));
  const holders = await Promise.all(
    ids.map(async (id) => {
      if (Number(id) === process.pid || !(await hasOpen(id, file))) return [];
      const name = await readFile(`/proc/${id}/comm`, "utf8").catch(() => "");
      return [`${id} (${name.trim()})`];
    }),
  );
  return holders.flat();
}

async function hasOpen(id: string, file: string): Promise<boolean> {
  const folder = `/proc/${id}/fd`;
  const descriptors = await readdir(folder).catch(() => []);
  const targets = descriptors.map(async (name) => readlink(`${folder}/${name}`).catch(() => ""));
  return (await Promise.all(targets)).includes(file);
}
