/**
 * Checks the imports inside each package. At run time neither files nor folders of `src` import
 * each other in a circle. Types may close a circle only by the imports that `type-circles.json`
 * lists, each with a reason. Nothing imports an entry point, and nothing has `export *`.
 */
import { readFileSync } from "node:fs";
import { posix } from "node:path";

import { report, sourceFiles } from "./source-files.mjs";

const STATIC =
  /^(?:import|export)\s+(?<type>type\s+)?(?:[^;"'`]*?\bfrom\s+)?"(?<target>\.{1,2}\/[^"]+)"/gmu;
const DYNAMIC = /(?<type>\btypeof\s+)?\bimport\(\s*"(?<target>\.{1,2}\/[^"]+)"/gu;

/** Returns the relative imports of a file, each with whether it is gone at run time. */
function importsOf({ path, text }) {
  return [...text.matchAll(STATIC), ...text.matchAll(DYNAMIC)].map(({ groups }) => ({
    from: path,
    to: posix.join(posix.dirname(path), groups.target).replace(/\.js$/u, ".ts"),
    isType: groups.type !== undefined,
  }));
}

/** Returns the folder below `src` that a file is in, or the file if it is in none. */
function folderOf(path) {
  return path.split("/").slice(0, 4).join("/");
}

function betweenFolders({ from, to }) {
  return { from: folderOf(from), to: folderOf(to), because: `${from} imports ${to}` };
}

/** Returns the shortest way from one node back to itself, as edges; nothing if there is none. */
function circleThrough(start, edgesFrom) {
  const reachedBy = new Map();
  const queue = [start];
  for (const node of queue) {
    for (const edge of edgesFrom.get(node) ?? []) {
      if (reachedBy.has(edge.to)) continue;
      reachedBy.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  const way = [];
  for (let edge = reachedBy.get(start); edge !== undefined; edge = reachedBy.get(edge.from)) {
    way.unshift(edge);
    if (edge.from === start) return way;
  }
  return way;
}

/** Returns the circles among edges: the shortest through each node that no other circle has. */
function circlesOf(edges) {
  const edgesFrom = Map.groupBy(
    edges.filter(({ from, to }) => from !== to),
    ({ from }) => from,
  );
  const seen = new Set();
  return [...edgesFrom.keys()].flatMap((start) => {
    if (seen.has(start)) return [];
    const circle = circleThrough(start, edgesFrom);
    for (const { from } of circle) seen.add(from);
    return circle.length === 0 ? [] : [circle];
  });
}

function describe(kind, circle) {
  const names = [...circle.map(({ from }) => from), circle[0].from].join(" -> ");
  const reasons = circle.flatMap(({ because }) => (because === undefined ? [] : [because]));
  return [`${kind}: ${names}`, ...reasons.map((reason) => `  ${reason}`)].join("\n");
}

const files = sourceFiles();
const imports = files.flatMap(importsOf);
const atRunTime = imports.filter(({ isType }) => !isType);

/** Imports of types that close a circle and may do so, each with its reason. */
const closing = JSON.parse(readFileSync(new URL("type-circles.json", import.meta.url), "utf8"));

/** Returns circles of types that are not allowed, and allowed imports that close none. */
function typeProblems() {
  const others = imports.filter(
    ({ from, to, isType }) =>
      !isType || !closing.some((allowed) => allowed.from === from && allowed.to === to),
  );
  const edgesFrom = Map.groupBy(imports, ({ from }) => from);
  const idle = closing.filter(({ from, to }) => {
    const edges = (edgesFrom.get(from) ?? []).filter((edge) => edge.to === to);
    return circleThrough(from, new Map(edgesFrom).set(from, edges)).length === 0;
  });
  return [
    ...circlesOf(others).map((circle) => describe("circle of types", circle)),
    ...idle.map(({ from, to }) => `scripts/type-circles.json: closes no circle: ${from} -> ${to}`),
  ];
}

function styleProblems({ path, text }) {
  const entries = importsOf({ path, text }).filter(({ to }) => posix.basename(to) === "index.ts");
  return [
    ...(/^export \*/mu.test(text) ? [`${path}: no \`export *\`, name each export`] : []),
    ...entries.map(({ to }) => `${path}: imports the entry point ${to}, not the declaring file`),
  ];
}

report([
  ...files.flatMap(styleProblems),
  ...circlesOf(atRunTime).map((circle) => describe("circle of files", circle)),
  ...circlesOf(atRunTime.map(betweenFolders)).map((circle) =>
    describe("circle of folders", circle),
  ),
  ...typeProblems(),
]);
