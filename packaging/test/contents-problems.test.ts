import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { contentsProblems } from "../pack/contents-problems.ts";
import { publishedPackages } from "../published-packages.ts";
import type { Manifest } from "../published-packages.ts";
import { WITHOUT_PEER } from "../smoke/missing-peers.ts";

const folder = mkdtempSync(join(tmpdir(), "kioku-contents-"));
afterAll(() => rmSync(folder, { recursive: true }));

const MANIFEST: Manifest = {
  name: "@kioku/example",
  version: "1.0.0",
  files: ["dist", "src", "README.md", "LICENSE"],
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  sideEffects: false,
};
const FILES: Readonly<Record<string, string>> = {
  LICENSE: "MIT",
  "README.md": "# Example",
  "package.json": "{}",
  "dist/index.d.ts": "export declare const one = 1;",
  "dist/index.js": "export const one = 1;\n//# sourceMappingURL=index.js.map",
  "dist/index.js.map": JSON.stringify({ sources: ["../src/index.ts"] }),
  "src/index.ts": "export const one = 1;",
};

/** Problems of a sound package after a change; `undefined` takes a file away. */
function problemsWith(
  changed: Readonly<Record<string, string | undefined>>,
  manifest: Partial<Manifest> = {},
): readonly string[] {
  const place = mkdtempSync(join(folder, "package-"));
  const texts = Object.entries({ ...FILES, ...changed });
  const files = texts.flatMap(([path, text]) => {
    if (text === undefined) return [];
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
    return [{ path, size: text.length }];
  });
  return contentsProblems({ folder: place, manifest: { ...MANIFEST, ...manifest }, files });
}

test("a package with what it should have has no problem", () => {
  expect(problemsWith({})).toEqual([]);
});

test("what an entry point or every package needs must be packed", () => {
  expect(problemsWith({ LICENSE: undefined })).toEqual([
    'LICENSE is not packed: add it to "files", or build it',
  ]);
  expect(problemsWith({ "dist/index.d.ts": undefined })[0]).toMatch(/^dist\/index\.d\.ts is not/u);
  expect(problemsWith({}, { files: ["dist", "NOTICE"] })[0]).toMatch(/^NOTICE is not packed/u);
});

test("tests and files of the repository must not be packed", () => {
  expect(problemsWith({ "src/index.test.ts": "" })[0]).toMatch(/is a test and packed/u);
  expect(problemsWith({ "tsconfig.json": "{}" })).toEqual([
    'tsconfig.json is packed: take it out of "files"',
  ]);
});

test("maps must be there and lead to sources that are there", () => {
  expect(problemsWith({ "dist/index.js.map": undefined })[0]).toMatch(
    /names the map index\.js\.map/u,
  );
  expect(problemsWith({ "src/index.ts": undefined })[0]).toMatch(
    /names the source \.\.\/src\/index/u,
  );
});

test("a path of the machine that built it must not be in what is built", () => {
  const path = "/home/ann/kioku/src/index.ts";
  expect(problemsWith({ "dist/index.js": `export const one = "${path}";` })[0]).toMatch(
    /absolute path/u,
  );
});

test("scripts that run at users' and a package with side effects are problems", () => {
  expect(problemsWith({}, { scripts: { postinstall: "node x.js" } })[0]).toMatch(
    /has a script "postinstall".+remove it/u,
  );
  expect(problemsWith({}, { sideEffects: true })[0]).toMatch(/sideEffects/u);
});

test.each(publishedPackages())("$name has no script that runs on installing", ({ manifest }) => {
  const names = Object.keys(manifest.scripts ?? {});
  expect(names).toContain("build");
  expect(names.filter((name) => /^(?:pre|post)?(?:install|prepare|publish)$/u.test(name))).toEqual(
    [],
  );
});

test("the smoke test takes out every peer", () => {
  const peers = publishedPackages().flatMap(({ manifest }) =>
    Object.keys(manifest.peerDependencies ?? {}),
  );
  expect(Object.keys(WITHOUT_PEER).toSorted()).toEqual([...new Set(peers)].toSorted());
});

test.each(publishedPackages().flatMap(({ entryPoints }) => entryPoints))(
  "the smoke test has a program that uses $specifier",
  ({ specifier, fileName }) => {
    const program = join(import.meta.dirname, "..", "smoke", "programs", `${fileName}.ts`);
    expect(readFileSync(program, "utf8")).toContain(`from "${specifier}";`);
  },
);

test.each(["embed-local", "store-postgres", "store-sqlite", "studio"])(
  "%s, which holds work of others, ships its NOTICE",
  (name) => {
    const one = publishedPackages().find((published) => published.name === `@kioku/${name}`);
    expect(one?.manifest.files).toContain("NOTICE");
    const notice = readFileSync(join(one?.folder ?? "", "NOTICE"), "utf8");
    expect(notice.length).toBeGreaterThan(100);
  },
);
