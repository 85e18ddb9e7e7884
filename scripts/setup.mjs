/**
 * Installs the dependencies when they are missing or do not match package-lock.json; otherwise returns in
 * a few milliseconds. Plain JavaScript without imports of ours: it runs on Node 20, before anything is installed.
 *
 * `--stamp` only notes that the current lock file is installed; npm runs it after every install.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const stampFile = join(root, "node_modules", ".kioku-setup");

/** The Node that the `node` package ships: the one all our code runs on. */
export const nodeBinary = join(
  root,
  "node_modules",
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

function expectedStamp() {
  const lock = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  return `${lock.digest("hex")} ${process.platform}-${process.arch}\n`;
}

function isInstalled() {
  if (!existsSync(stampFile) || !existsSync(nodeBinary)) return false;
  return readFileSync(stampFile, "utf8") === expectedStamp();
}

function writeStamp() {
  if (existsSync(join(root, "node_modules"))) writeFileSync(stampFile, expectedStamp());
}

/** `npm ci` deletes node_modules, so npm itself must not run on the Node in there. */
function pathWithoutLocalBinaries() {
  const entries = (process.env.PATH ?? "").split(delimiter);
  return entries
    .filter((entry) => !/[\\/]node_modules[\\/]\.bin[\\/]?$/u.test(entry))
    .join(delimiter);
}

/** Makes sure that the locked dependencies are there. Everything printed goes to stderr. */
export function setup() {
  if (isInstalled()) return;
  process.stderr.write("Installing dependencies (npm ci), once ...\n");
  const result = spawnSync("npm", ["ci", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
    env: { ...process.env, PATH: pathWithoutLocalBinaries() },
  });
  if (result.error !== undefined || result.status !== 0) {
    process.stderr.write(`npm ci failed${result.error ? `: ${result.error.message}` : ""}\n`);
    process.exit(result.status ?? 1);
  }
  writeStamp();
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  if (process.argv.includes("--stamp")) writeStamp();
  else setup();
}
