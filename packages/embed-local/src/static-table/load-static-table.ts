import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";

import { MemoryError } from "@kioku/core";

import { SCALES, SIMPLIFIED, TABLE, VOCABULARY, VOCABULARY_ROWS } from "./asset-files.js";
import type { AssetFile } from "./asset-files.js";
import type { StaticTable } from "./static-table.js";
import { Vocabulary } from "./vocabulary.js";

async function readAsset(folder: URL, asset: AssetFile): Promise<Buffer> {
  const url = new URL(asset.name, folder);
  const path = fileURLToPath(url);
  const content = await readFile(url).catch((cause: unknown) => {
    throw new MemoryError("embedder-failed", `Cannot read the model file ${path}.`, { cause });
  });
  if (content.length !== asset.bytes || crc32(content) !== asset.crc32) {
    const message = `The model file ${path} is damaged or of another version. Install @kioku/embed-local again.`;
    throw new MemoryError("embedder-failed", message);
  }
  return content;
}

async function readScales(folder: URL): Promise<DataView> {
  const content = await readAsset(folder, SCALES);
  return new DataView(content.buffer, content.byteOffset, content.length);
}

async function readVocabulary(folder: URL): Promise<Vocabulary> {
  const content = await readAsset(folder, VOCABULARY);
  return new Vocabulary(content.toString("utf8"), VOCABULARY_ROWS);
}

async function readSimplified(folder: URL): Promise<ReadonlyMap<string, string>> {
  const content = await readAsset(folder, SIMPLIFIED);
  const simplified = new Map<string, string>();
  for (const line of content.toString("utf8").split("\n")) {
    const [from, to] = line;
    if (from !== undefined && to !== undefined) simplified.set(from, to);
  }
  return simplified;
}

/**
 * Reads the four asset files, in the background but for 10 to 20 ms of parsing.
 *
 * @throws `embedder-failed` naming the file that is missing, cut short or changed.
 */
export async function loadStaticTable(folder: URL): Promise<StaticTable> {
  const [values, scales, vocabulary, simplified] = await Promise.all([
    readAsset(folder, TABLE),
    readScales(folder),
    readVocabulary(folder),
    readSimplified(folder),
  ]);
  return { values, scales, vocabulary, simplified };
}
