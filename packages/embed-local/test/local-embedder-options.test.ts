import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { MemoryError } from "@kioku/core";
import { expect, test } from "vitest";

import { localEmbedder } from "../src/index.js";
import { packageAssets } from "./support/asset-folder.js";
import { embedOne } from "./support/vectors.js";

test.each([
  ["a path", packageAssets],
  ["a path with a slash at the end", join(packageAssets, "/")],
  ["a file URL", pathToFileURL(packageAssets)],
  ["a file URL with a slash at the end", pathToFileURL(join(packageAssets, "/"))],
])("assetsDir may be %s", async (_name, assetsDir) => {
  expect(await embedOne(localEmbedder({ assetsDir }), "hello")).toHaveLength(256);
});

test.each([
  ["an unknown option", { modle: "x" }, "`modle`"],
  ["an empty assetsDir", { assetsDir: "" }, "`assetsDir`"],
  ["a number as assetsDir", { assetsDir: 1 }, "`assetsDir`"],
  ["a web address as assetsDir", { assetsDir: new URL("https://example.org/") }, "`assetsDir`"],
])("%s is refused by name", (_name, options: object, named) => {
  const create = (): unknown => localEmbedder(options);
  expect(create).toThrow(MemoryError);
  expect(create).toThrow(named);
});
