import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const app = join(root, "dist", "app");
/** Most bytes of the page over the network. */
const MOST_BYTES = 60_000;
/** Names of elements of SVG and MathML, which are never loaded. */
const NAMESPACE = /^http:\/\/www\.w3\.org\//u;

function read(...path: readonly string[]): string {
  return readFileSync(join(root, ...path), "utf8");
}

it("is one script and one style sheet of at most 60 kB, words of two languages, and an icon", () => {
  const files = readdirSync(app).toSorted();
  const words = ["en.json", "zh.json"];
  expect(files).toEqual(["icon.svg", "index.html", "studio.css", "studio.js", ...words].toSorted());
  const sizes = ["studio.css", "studio.js"].map(
    (name) => gzipSync(readFileSync(join(app, name)), { level: 9 }).length,
  );
  // If not: something came in that the page does without. A limit that grows is no limit.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
});

it("names no address but its own", () => {
  for (const name of readdirSync(app)) {
    const text = read("dist", "app", name);
    const addresses = [...text.matchAll(/(?:\b\w+:)?\/\/[\w[][^\s"'`)]*/gu)].map(([all]) => all);
    expect(addresses.filter((one) => !NAMESPACE.test(one))).toEqual([]);
  }
  const loaded = read("dist", "app", "index.html").matchAll(/(?:src|href)="(?<path>[^"]*)"/gu);
  const paths = new Set([...loaded].map(({ groups }) => groups?.["path"]));
  expect(paths).toEqual(new Set(["./icon.svg", "./studio.css", "./studio.js"]));
});

it("needs packages of ours alone, and names in NOTICE what the page is made of", () => {
  const manifest = JSON.parse(read("package.json")) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly files: readonly string[];
  };
  const names = Object.keys(manifest.dependencies);
  expect(names.filter((name) => !name.startsWith("@kioku/"))).toEqual([]);
  expect(manifest.files).toContain("NOTICE");
  const sources = globSync("src/app/**/*.{ts,tsx}", { cwd: root }).map((path) => read(path));
  const imported = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/from "((?:@[\w-]+\/)?[a-z][\w-]*)[^"]*"/gu)].map(([, name = ""]) => name),
    ),
  );
  const others = [...imported].filter((name) => !name.startsWith("@kioku/"));
  expect(others.toSorted()).toEqual(["preact"]);
  const notice = read("NOTICE");
  const { packages } = JSON.parse(read("..", "..", "package-lock.json")) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  for (const name of others) {
    expect(notice).toContain(`${name} ${packages[`node_modules/${name}`]?.version}`);
  }
});
