/**
 * Installs the dependencies when they are missing or do not match package-lock.json; otherwise
 * returns in a few milliseconds. Plain JavaScript without imports of ours: it runs on Node 20,
 * before anything is installed.
 *
 * No package may run a script on installing (.npmrc), for some would want a compiler; the one that
 * has to, `node`, is asked to by name.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** The Node that the `node` package ships: the one all our code runs on. */
export const nodeBinary = join(
  root,
  "node_modules",
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
}

/** Tests whether every locked package is installed; optional ones may be of another platform. */
function isInstalled() {
  if (!existsSync(join(root, "node_modules", ".package-lock.json"))) return false;
  const installed = packagesOf("node_modules/.package-lock.json");
  return Object.entries(packagesOf("package-lock.json")).every(([path, wanted]) => {
    const found = installed[path];
    if (path === "" || wanted.link === true) return true;
    return found === undefined ? wanted.optional === true : found.version === wanted.version;
  });
}

/** `npm ci` deletes node_modules, so npm itself must not run on the Node in there. */
function pathWithoutLocalBinaries() {
  const entries = (process.env.PATH ?? "").split(delimiter);
  return entries
    .filter((entry) => !/[\\/]node_modules[\\/]\.bin[\\/]?$/u.test(entry))
    .join(delimiter);
}

function npm(...args) {
  const result = spawnSync("npm", [...args, "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
    env: { ...process.env, PATH: pathWithoutLocalBinaries() },
  });
  if (result.error === undefined && result.status === 0) return;
  const reason = result.error ? `: ${result.error.message}` : "";
  process.stderr.write(`npm ${args.join(" ")} failed${reason}\n`);
  process.exit(result.status ?? 1);
}

/** Makes sure that the locked dependencies are there. Everything printed goes to stderr. */
export function setup() {
  if (!isInstalled()) {
    process.stderr.write("Installing dependencies (npm ci), once ...\n");
    npm("ci", "--ignore-scripts");
  }
  if (!existsSync(nodeBinary)) npm("rebuild", "node", "--ignore-scripts=false");
}

if (
  process.argv[1] !== undefined &&
  realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  setup();
}
