import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = new URL("../peers/", import.meta.url);
const LOCK = new URL("package-lock.json", FOLDER);
/** A copy of the lock file that was installed. */
const INSTALLED = new URL("node_modules/.installed-lock.json", FOLDER);
/**
 * Has no binary in its package, so that it has to be compiled, with a compiler and the headers of
 * Node.
 */
const COMPILED = "hnswlib-node";

/**
 * Installs the peers with `npm ci` in their own folder, if they are not what the lock file says.
 * Output of npm goes to standard error. A peer that cannot be installed is left out later.
 */
export async function installPeers(): Promise<void> {
  const lock = await readFile(LOCK, "utf8");
  if (existsSync(INSTALLED) && (await readFile(INSTALLED, "utf8")) === lock) return;
  process.stderr.write("Installing the peers (npm ci in bench/store/peers), once ...\n");
  const code = await npm("ci", "--ignore-scripts", "--no-audit", "--no-fund");
  if (code !== 0) {
    process.stderr.write(`npm ci ended with ${code}: peers that are missing will be left out.\n`);
    return;
  }
  if ((await npm("rebuild", COMPILED, "--ignore-scripts=false")) !== 0) {
    process.stderr.write(`${COMPILED} could not be compiled and will be left out.\n`);
  }
  await writeFile(INSTALLED, lock);
}

/** Runs the npm of the system, as `scripts/setup.mjs` does. */
async function npm(...args: readonly string[]): Promise<number | string> {
  const entries = (process.env["PATH"] ?? "").split(delimiter);
  const PATH = entries.filter((entry) => !entry.includes("node_modules")).join(delimiter);
  const child = spawn("npm", [...args, "--loglevel=error"], {
    cwd: fileURLToPath(FOLDER),
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
    env: { ...process.env, PATH },
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? signal ?? "nothing"));
  });
}
