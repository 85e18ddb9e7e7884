/**
 * `npm run test:lowest-node -- [ARGUMENT...]`: runs vitest on the lowest Node that the packages support, by default on the tests of all
 * packages. That Node is fetched once from npm, in exactly this version, into node_modules/.cache.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { root } from "./setup.mjs";

const isWindows = process.platform === "win32";

/** Of `engines.node`, which all packages have alike. */
function lowestVersion() {
  const ranges = globSync("packages/*/package.json", { cwd: root }).map(
    (file) => JSON.parse(readFileSync(join(root, file), "utf8")).engines.node,
  );
  const [range, ...others] = new Set(ranges);
  const version = /^>=(\d+\.\d+)$/u.exec(range ?? "")?.[1];
  if (version === undefined || others.length > 0) {
    throw new Error(`packages need one engines.node such as >=22.18, not ${ranges.join(", ")}`);
  }
  return `${version}.0`;
}

/** The program of that Node, fetched if it is not there. It has no install script. */
function nodeOf(version) {
  const name = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  const folder = join(root, "node_modules", ".cache", "kioku", `node-${version}`);
  const program = join(folder, "node_modules", name, "bin", isWindows ? "node.exe" : "node");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", ["install", ...options, `${name}@${version}`], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    shell: isWindows,
  });
  if (status !== 0) throw new Error(`${name}@${version} could not be fetched`);
  return program;
}

const version = lowestVersion();
const program = nodeOf(version);
process.stderr.write(`Tests on Node ${version}\n`);
const given = process.argv.slice(2);
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(
  program,
  [vitest, "run", ...(given.length > 0 ? given : ["packages/"])],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ""}` },
  },
);
process.exitCode = status ?? 1;
