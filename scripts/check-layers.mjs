/**
 * Checks which way imports point inside the packages: in core a folder imports only folders of
 * lower layers or its own layer, nothing imports `testing`, nothing imports an entry point, and
 * nothing has `export *`.
 */
import { readFileSync } from "node:fs";
import { posix } from "node:path";

import { report, sourceFiles } from "./source-files.mjs";

/** The folders of core, lowest layer first. */
const coreLayers = JSON.parse(readFileSync(new URL("core-layers.json", import.meta.url), "utf8"));
const layerOf = new Map(coreLayers.flatMap((names, layer) => names.map((name) => [name, layer])));

const relativeImport = /(?:from|import)\s*\(?\s*"(?<target>\.{1,2}\/[^"]+)"/gu;

function importsOf({ path, text }) {
  return [...text.matchAll(relativeImport)].map(({ groups }) =>
    posix.join(posix.dirname(path), groups.target).replace(/\.js$/u, ".ts"),
  );
}

/**
 * The folder of `packages/core/src` that a file is in; undefined for the entry point and other
 * packages.
 */
function coreFolder(path) {
  return /^packages\/core\/src\/(?<folder>[^/]+)\//u.exec(path)?.groups.folder;
}

function problemsOf(file) {
  const { path, text } = file;
  const problems = [];
  if (/^export \*/mu.test(text)) problems.push(`${path}: no \`export *\`, name what is exported`);
  const folder = coreFolder(path);
  if (folder !== undefined && !layerOf.has(folder)) {
    problems.push(
      `${path}: folder "${folder}" has no layer yet, give it one in scripts/core-layers.json`,
    );
  }
  for (const target of importsOf(file)) {
    if (posix.basename(target) === "index.ts") {
      problems.push(`${path}: imports the entry point ${target}, import the file that declares it`);
    }
    const targetFolder = coreFolder(target);
    if (folder === undefined || targetFolder === undefined || targetFolder === folder) continue;
    if (targetFolder === "testing" || layerOf.get(targetFolder) > layerOf.get(folder)) {
      problems.push(`${path}: ${folder} must not import ${targetFolder} (${target})`);
    }
  }
  return problems;
}

report(sourceFiles().flatMap(problemsOf));
