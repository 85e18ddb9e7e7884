import { createHash } from "node:crypto";
import { readFile, rm, truncate } from "node:fs/promises";
import { join } from "node:path";

import { MemoryError } from "@kioku/core";
import { expect, test } from "vitest";

import { localEmbedder, localReranker } from "../src/index.js";
import { emptyFolder, fillFolder, packageAssets, spoilFile } from "./support/asset-folder.js";
import { failureOf } from "./support/failure-of.js";

/** Files that vectors are made of. */
const VECTOR_FILES = ["table.int4.bin", "scale4.f32.bin", "vocab.txt", "simplified.txt"];
const EXPANDER_FILES = ["general-weights.txt", "near-words.bin"];
const FILES = [...VECTOR_FILES, ...EXPANDER_FILES];

test("revision 2 of the vector space stands for these very files", async () => {
  const hash = createHash("sha256");
  for (const file of VECTOR_FILES) hash.update(await readFile(join(packageAssets, file)));
  const checksum = "68047acaf7936909309048d007b9d92ef32437d7018a3958ae5ca79bead3a8d9";
  expect([localEmbedder().id, hash.digest("hex")]).toEqual([
    "kioku/static-zh-en-256@2#256",
    checksum,
  ]);
});

/** The error that making an embedder, and a reranker, over a folder throws. */
function refusalOf(assetsDir: string): MemoryError {
  const [embedder, reranker] = [localEmbedder, localReranker].map((make) => {
    try {
      make({ assetsDir });
    } catch (error) {
      if (MemoryError.is(error, "invalid-input")) return error;
    }
    throw new Error("not refused");
  });
  if (embedder === undefined || reranker === undefined) throw new Error("not refused");
  expect(reranker.message).toBe(embedder.message.replace("localEmbedder", "localReranker"));
  return embedder;
}

test("a missing folder is refused with the path of a file, the remedy and the cause", async () => {
  const folder = join(await emptyFolder(), "missing");
  const refusal = refusalOf(folder);
  expect(refusal.message).toBe(
    `localEmbedder: model file ${join(folder, "table.int4.bin")} is missing. In a bundle leave @kioku/embed-local external, or copy its folder assets and name the copy in assetsDir.`,
  );
  expect(refusal.cause).toMatchObject({ code: "ENOENT" });
});

test.each(FILES)("a missing %s is named", async (file) => {
  const folder = await emptyFolder();
  await fillFolder(folder);
  await rm(join(folder, file));
  expect(refusalOf(folder).message).toContain(`model file ${join(folder, file)} is missing`);
});

test.each(FILES)("a %s that is cut short is named", async (file) => {
  const folder = await emptyFolder();
  await fillFolder(folder);
  await truncate(join(folder, file), 1000);
  expect(refusalOf(folder).message).toContain(`model file ${join(folder, file)} is damaged`);
});

test.each(VECTOR_FILES)("a %s with one changed byte is named", async (file) => {
  const folder = await emptyFolder();
  await fillFolder(folder);
  await spoilFile(folder, file);
  const failure = await failureOf(localEmbedder({ assetsDir: folder }).embed(["a"]));
  expect(failure.code).toBe("embedder-failed");
  expect(failure.message).toContain(file);
});

test.each(EXPANDER_FILES)("a %s with one changed byte is named by the expander", async (file) => {
  const folder = await emptyFolder();
  await fillFolder(folder);
  await spoilFile(folder, file);
  const { expander } = localEmbedder({ assetsDir: folder });
  const asking = Promise.resolve(expander?.expand({ text: "cat", terms: ["cat"] }));
  const failure = await failureOf(asking);
  expect(failure.code).toBe("embedder-failed");
  expect(failure.message).toContain(file);
});
