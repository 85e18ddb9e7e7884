import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { rolldown } from "rolldown";
import type { Plugin } from "rolldown";
import { expect, test } from "vitest";

import { ROOT } from "../published-packages.ts";

interface Script {
  readonly markPureInitialisers: Plugin;
  readonly pureInitialisers: (
    code: string,
  ) => readonly { readonly id: { readonly name: string } }[];
}

const script = pathToFileURL(join(ROOT, "scripts", "pure-initialisers.mjs")).href;
const { markPureInitialisers, pureInitialisers } = (await import(script)) as Script;

/** Returns true if `subject`, which a function of the same code reads, is marked. */
function isMarked(code: string): boolean {
  const marked = pureInitialisers(`${code}\nexport const read = () => subject;`);
  return marked.some(({ id }) => id.name === "subject");
}

test.each([
  "const subject = new Set([1]);",
  "const subject = [1, 2].map((n) => n + 1);",
  "const subject = new RegExp(`^${String.raw`\\d`}$`, 'u');",
  "function rule(name) { const made = []; made.push(name); return made; } const subject = rule('a');",
  "class Node { #map = new Map(); constructor(a) { this.a = a; } } const subject = new Node(1);",
  "const subject = class { static count = 1; method() { globalThis.kioku = 1; } };",
  "const subject = { later() { process.exit(1); } };",
])("what only makes its value is marked: %s", (code) => {
  expect(isMarked(code)).toBe(true);
});

test.each([
  "const all = []; function register(one) { all.push(one); return one; } const subject = register(1);",
  "const all = []; function keep(one) { all.push(one); } const subject = [1].map((one) => keep(one));",
  "const all = new Map(); const subject = all.set('a', 1);",
  "const target = {}; const subject = Object.assign(target, { a: 1 });",
  "let count = 0; function next() { count += 1; return count; } const subject = next();",
  "let count = 0; const next = () => count++; const subject = next();",
  "let count = 0; class Counted { constructor() { count += 1; } } const subject = new Counted();",
  "let count = 0; class Base { constructor() { count += 1; } } class Node extends Base {} const subject = new Node();",
  "const registry = { all: [], add(one) { this.all = [one]; return one; } }; const subject = registry.add(1);",
  "const subject = class { static { globalThis.kioku = 1; } };",
  "const subject = class { static made = start(); }; function start() { return setInterval(() => {}, 1); }",
  "const subject = (globalThis.kioku = 1);",
  "const subject = setTimeout(() => {}, 1);",
  "const subject = process.on('exit', () => {});",
  "import { register } from './other.js'; const subject = register(1);",
  "import registry from 'other'; const subject = registry.enter(1);",
  "const subject = await fetch('https://example.org');",
  "const subject = (() => { console.log('loaded'); return 1; })();",
])("what does something else, or may, is not marked: %s", (code) => {
  expect(isMarked(code)).toBe(false);
});

test("what nobody reads is there for an effect, and is not marked", () => {
  expect(pureInitialisers("const unread = new Set();")).toEqual([]);
  expect(pureInitialisers("const one = new Set();\nexport { one };")).toHaveLength(1);
});

/** A chunk as scripts/bundle.mjs makes it. */
async function bundled(code: string) {
  const build = await rolldown({
    input: "program",
    plugins: [{ name: "program", resolveId: (id) => id, load: () => code }, markPureInitialisers],
  });
  const { output } = await build.generate({ format: "esm", sourcemap: true });
  await build.close();
  return output[0];
}

test("a marked class keeps its name, constants keep their order, and maps lead to the same place", async () => {
  const { code, map } = await bundled(
    `const first = [1].concat(2);
const second = [...first, 3].map((one) => one);
class Wrong extends Error {}
export const made = { name: Wrong.name, second, thrown: new Wrong("x") };`,
  );
  expect(code).toMatch(/second = \/\* @__PURE__ \*\//u);
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const { made } = (await import(/* @vite-ignore */ url)) as { made: Record<string, unknown> };
  expect(made["name"]).toBe("Wrong");
  expect(made["second"]).toEqual([1, 2, 3]);
  expect(map?.sourcesContent?.[0]).toMatch(/^const first/u);
  expect(map?.mappings.length).toBeGreaterThan(40);
});
