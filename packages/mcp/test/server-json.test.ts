import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly mcpName?: string;
}

interface Entry {
  readonly $schema: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly repository: { readonly url: string; readonly source: string };
  readonly packages: readonly Readonly<Record<string, unknown>>[];
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}

const entry = read("../server.json") as Entry;
const cli = read("../../cli/package.json") as Manifest;

test("the entry of the registry names the package that starts the server, in its version", () => {
  // The registry compares the two names when it is published to.
  expect(entry.name).toBe(cli.mcpName);
  expect(entry.version).toBe(cli.version);
  expect(entry.packages).toEqual([
    expect.objectContaining({
      registryType: "npm",
      registryBaseUrl: "https://registry.npmjs.org",
      identifier: cli.name,
      version: cli.version,
      runtimeHint: "npx",
      transport: { type: "stdio" },
      packageArguments: ["serve", "mcp"].map((value) => ({ type: "positional", value })),
    }),
  ]);
});

test("the entry of the registry keeps to its schema", () => {
  expect(Object.keys(entry).toSorted()).toEqual([
    "$schema",
    "description",
    "name",
    "packages",
    "repository",
    "title",
    "version",
  ]);
  expect(entry.$schema).toMatch(/\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/u);
  expect(entry.name).toMatch(/^[\w.-]+\/[\w.-]+$/u);
  expect(entry.title.length).toBeLessThanOrEqual(100);
  expect(entry.description.length).toBeLessThanOrEqual(100);
  expect(entry.version).toMatch(/^\d+\.\d+\.\d+/u);
});
