import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import { npm } from "../npm.ts";
import type { Tarball } from "../pack/pack-packages.ts";
import { ROOT } from "../published-packages.ts";

/** Beside the packages: their peers, the database in the process, and the types of Node. */
const OTHERS = [
  "@electric-sql/pglite",
  "@electric-sql/pglite-pgvector",
  "@langchain/core",
  "@langchain/langgraph-checkpoint",
  "@types/json-schema",
  "@types/node",
  "ai",
  "langchain",
];

interface LockedPackage {
  readonly version?: string;
  readonly link?: boolean;
}

/**
 * Makes a project that has nothing but the packages and their peers, and installs it. What others
 * publish has the version and the integrity of our package-lock.json.
 */
export async function makeProject(folder: string, tarballs: readonly Tarball[]): Promise<void> {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const dependencies = Object.fromEntries([
    ...OTHERS.map((name) => [name, lock.packages[`node_modules/${name}`]?.version]),
    ...tarballs.map(({ name, file }) => [name, `file:${relative(folder, file)}`]),
  ]) as Record<string, string>;
  const project = { name: "project", version: "1.0.0", private: true, dependencies };
  const locked = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.startsWith("node_modules/") && link !== true,
  );
  // Nothing in it is only for development, and npm drops what nothing needs.
  const packages: Record<string, object> = {};
  for (const [path, entry] of locked) {
    packages[path] = { ...entry, dev: undefined, devOptional: undefined, peer: undefined };
  }
  mkdirSync(folder, { recursive: true });
  writeJson(join(folder, "package.json"), project);
  writeJson(join(folder, "package-lock.json"), {
    name: project.name,
    version: project.version,
    lockfileVersion: 3,
    requires: true,
    packages: { "": project, ...packages },
  });
  const { ok, output } = await npm(["install", "--prefer-offline"], folder);
  if (!ok) throw new Error(`npm install of the packed packages failed:\n${output}`);
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, JSON.stringify(value, null, 2));
}
