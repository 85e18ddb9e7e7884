/**
 * Bundles the entry points of the package in the current folder into one file each (and chunks they
 * share), with source maps. What package.json names as a dependency or peer stays outside; anything
 * else that is imported is taken in. Opening a hundred small modules takes Node longer than all
 * that they do (docs/decisions/0010).
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";

import { rolldown } from "rolldown";

import { markPureInitialisers } from "./pure-initialisers.mjs";

const {
  exports,
  dependencies = {},
  peerDependencies = {},
} = JSON.parse(readFileSync("package.json", "utf8"));
const outside = Object.keys({ ...dependencies, ...peerDependencies });

/** `./dist/testing/index.js` is made from `src/testing/index.ts`. */
const entries = Object.values(exports).flatMap((target) => {
  const name = /^\.\/dist\/(?<name>.+)\.js$/u.exec(target.default ?? "")?.groups.name;
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
    if (level === "warn") throw new Error(log.message);
  },
});
await build.write({
  dir: "dist",
  format: "esm",
  sourcemap: true,
  chunkFileNames: "chunks/[name].js",
  // One file of all that entry points share: opening five takes longer than reading more than is
  // needed.
  codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
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
