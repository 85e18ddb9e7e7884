import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Installs packages that are no part of the workspace with `npm ci` in the folder of their lock
 * file, if they are not what it says. Output of npm goes to standard error. What cannot be
 * installed is left out later.
 *
 * @param compiled A package that has no binary, so that it has to be compiled, with a compiler and
 *   the headers of Node.
 */
export async function installPackages(folder: URL, compiled?: string): Promise<void> {
  const lock = await readFile(new URL("package-lock.json", folder), "utf8");
  // A copy of the lock file that was installed.
  const installed = new URL("node_modules/.installed-lock.json", folder);
  if (existsSync(installed) && (await readFile(installed, "utf8")) === lock) return;
  const npm = npmIn(fileURLToPath(folder));
  process.stderr.write(`Installing the peers (npm ci in ${fileURLToPath(folder)}), once ...\n`);
  const code = await npm("ci", "--ignore-scripts", "--no-audit", "--no-fund");
  if (code !== 0) {
    process.stderr.write(`npm ci ended with ${code}: peers that are missing will be left out.\n`);
    return;
  }
  if (compiled !== undefined && (await npm("rebuild", compiled, "--ignore-scripts=false")) !== 0) {
    process.stderr.write(`${compiled} could not be compiled and will be left out.\n`);
  }
  await writeFile(installed, lock);
}

/** Makes a function that runs the npm of the system, as `scripts/setup.mjs` does. */
function npmIn(cwd: string): (...args: readonly string[]) => Promise<number | string> {
  const entries = (process.env["PATH"] ?? "").split(delimiter);
  const PATH = entries.filter((entry) => !entry.includes("node_modules")).join(delimiter);
  return (...args) => {
    const child = spawn("npm", [...args, "--loglevel=error"], {
      cwd,
      stdio: ["ignore", 2, 2],
      shell: process.platform === "win32",
      env: { ...process.env, PATH },
    });
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve(code ?? signal ?? "nothing"));
    });
  };
}
