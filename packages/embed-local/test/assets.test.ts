import { createHash } from "node:crypto";
import { readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { localEmbedder } from "../src/index.js";
import { emptyFolder, fillFolder, packageAssets } from "./support/asset-folder.js";
import { failureOf } from "./support/failure-of.js";

const FILES = ["table.int4.bin", "scale4.f32.bin", "vocab.txt", "simplified.txt"];

test("revision 1 of the vector space stands for these very files", async () => {
  const hash = createHash("sha256");
  for (const file of FILES) hash.update(await readFile(join(packageAssets, file)));
  const checksum = "02c2ddbe03dd3504a8b6505057a2c08c2f629cfd94f5c28a1867bf58dfc18efc";
  expect([localEmbedder().id, hash.digest("hex")]).toEqual([
    "kioku/static-zh-en-256@1#256",
    checksum,
  ]);
});

test("a missing folder fails with the path of a file and the cause", async () => {
  const folder = join(await emptyFolder(), "missing");
  const failure = await failureOf(localEmbedder({ assetsDir: folder }).embed(["a"]));
  expect(failure.code).toBe("embedder-failed");
  expect(failure.message).toContain(folder);
  expect(failure.cause).toMatchObject({ code: "ENOENT" });
});

test.each(FILES)("a missing %s is named", async (file) => {
  const folder = await emptyFolder();
  await fillFolder(folder);
  await rm(join(folder, file));
  const failure = await failureOf(localEmbedder({ assetsDir: folder }).embed(["a"]));
  expect(failure.code).toBe("embedder-failed");
  expect(failure.message).toContain(file);
});

test.each(FILES)("a %s that is cut short is named", async (file) => {
  const folder = await emptyFolder();
  await fillFolder(folder);
  await truncate(join(folder, file), 1000);
  const failure = await failureOf(localEmbedder({ assetsDir: folder }).embed(["a"]));
  expect(failure.code).toBe("embedder-failed");
  expect(failure.message).toContain(file);
});

test.each(FILES)("a %s with one changed byte is named", async (file) => {
  const folder = await emptyFolder();
  await fillFolder(folder);
  const content = await readFile(join(folder, file));
  content[1000] = (content[1000] ?? 0) ^ 1;
  await writeFile(join(folder, file), content);
  const failure = await failureOf(localEmbedder({ assetsDir: folder }).embed(["a"]));
  expect(failure.code).toBe("embedder-failed");
  expect(failure.message).toContain(file);
});
