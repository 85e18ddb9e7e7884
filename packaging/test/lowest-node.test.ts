import { join } from "node:path";

import { expect, test } from "vitest";

import { publishedPackages, readManifest } from "../published-packages.ts";

const tools = readManifest(join(import.meta.dirname, "..", "smoke", "tools"));

test.each(publishedPackages())(
  "$name supports the Node that packages are tried with, and none below",
  (one) => {
    const tried = new Set(Object.values(tools.optionalDependencies ?? {}));
    expect([...tried].map((version) => `>=${version.replace(/\.0$/u, "")}`)).toEqual([
      one.manifest.engines?.["node"],
    ]);
  },
);
