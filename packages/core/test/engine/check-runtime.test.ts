import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { checkRuntime } from "../../src/engine/check-memory-options.js";
import { MemoryError } from "../../src/index.js";

interface Manifest {
  readonly engines: { readonly node: string };
}

const manifest = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as Manifest;
const lowest = manifest.engines.node.replace(">=", "");

test.each(["20.20.2", "22.17.9", "18.0.0"])("Node %s is refused by its name", (version) => {
  const refused = new MemoryError(
    "invalid-input",
    `createMemory needs Node ${lowest} or newer, and this is Node ${version}`,
  );
  expect(() => checkRuntime(version)).toThrow(refused);
});

test.each([`${lowest}.0`, "22.30.1", "24.0.0", "26.1.0", process.versions.node])(
  "Node %s will do",
  (version) => {
    expect(() => checkRuntime(version)).not.toThrow();
  },
);
