/**
 * Bundles the entry points of the package in the current folder into one file each (and chunks they
 * share), with source maps. What package.json names as a dependency or peer stays outside; anything
 * else that is imported is taken in. Opening a hundred small modules takes Node longer than all
 * that they do (docs/decisions/0010).
 */
import { chmodSync, globSync, readFileSync, writeFileSync } from "node:fs";

import { rolldown } from "rolldown";

import { markPureInitialisers } from "./pure-initialisers.mjs";

const {
  exports,
  bin = {},
  dependencies = {},
  peerDependencies = {},
} = JSON.parse(readFileSync("package.json", "utf8"));
const outside = Object.keys({ ...dependencies, ...peerDependencies });

const isProgram = Object.keys(bin).length > 0;

/**
 * Files of what entry points share: one in a library, since opening five takes longer than reading
 * more than is needed. A command of a program needs little of all: there it is one file of what the
 * start needs, and one for each other folder.
 */
const SHARED = isProgram
  ? [
      { name: "shared", test: /\/src\/(?:command|output|table)\//u, priority: 1 },
      { name: (id) => /\/src\/(?:commands\/)?(?<folder>[^/]+)\//u.exec(id)?.groups.folder },
    ]
  : [{ name: "shared" }];

/** `./dist/testing/index.js` is made from `src/testing/index.ts`. */
const files = [...Object.values(exports).map((target) => target.default), ...Object.values(bin)];
const entries = files.flatMap((file) => {
  const name = /^(?:\.\/)?dist\/(?<name>.+)\.js$/u.exec(file ?? "")?.groups.name;
  return name === undefined ? [] : [[name, `src/${name}.ts`]];
});

const build = await rolldown({
  input: Object.fromEntries(entries),
  platform: "node",
  plugins: [markPureInitialisers],
  checks: { pluginTimings: false },
  external: (id) =>
    id.startsWith("node:") || outside.some((name) => id === name || id.startsWith(`${name}/`)),
  onLog: (level, log) => {
    // A program loads by need what other commands always need.
    const isFine = isProgram && log.code === "INEFFECTIVE_DYNAMIC_IMPORT";
    if (level === "warn" && !isFine) throw new Error(log.message);
  },
});
await build.write({
  dir: "dist",
  format: "esm",
  sourcemap: true,
  chunkFileNames: "chunks/[name].js",
  codeSplitting: { groups: SHARED.map((group) => ({ ...group, minShareCount: 2 })) },
  // Types carry the documentation. What bundlers and lawyers read stays.
  comments: { annotation: true, legal: true, jsdoc: false },
});
await build.close();

// The package ships its own sources; only those of others stay in the maps.
for (const file of globSync("dist/**/*.js.map")) {
  const map = JSON.parse(readFileSync(file, "utf8"));
  map.sourcesContent = map.sources.map((source, index) =>
    source.includes("node_modules") ? map.sourcesContent[index] : null,
  );
  writeFileSync(file, JSON.stringify(map));
}

// npm does this on installing, but not for the links of a workspace that is not built yet.
for (const file of Object.values(bin)) chmodSync(file, 0o755);
