import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";

import { MemoryError } from "@kioku/core";

import { SCALES, SIMPLIFIED, TABLE, VOCABULARY, VOCABULARY_ROWS } from "./asset-files.js";
import type { AssetFile } from "./asset-files.js";
import { Simplified } from "./fold-character.js";
import { Vocabulary } from "./vocabulary.js";

/** The model in memory, as its files hold it (see `asset-files.ts`): about 10 MB. */
export interface StaticTable {
  /** `rows × dimensions / 2` bytes. */
  readonly values: Uint8Array;
  /** One little-endian float32 a row. */
  readonly scales: DataView;
  /** Rows by word, Chinese character or bigram. */
  readonly vocabulary: Vocabulary;
  /** Characters of the vocabulary by their traditional and variant forms. */
  readonly simplified: Simplified;
}

/** A user's handle on the table: loads it on first use, releases it on `close`. */
export class TableHandle {
  /**
   * Tables in use by folder, for an embedder and a reranker to share. All have the same content.
   */
  static readonly #loaded = new Map<string, WeakRef<Promise<StaticTable>>>();
  readonly #folder: URL;
  readonly #owner: string;
  #table: Promise<StaticTable> | undefined;
  #isClosed = false;

  /** Takes the folder of the files, and the name of the owner for `closed` errors. */
  constructor(folder: URL, owner: string) {
    this.#folder = folder;
    this.#owner = owner;
  }

  /** Loads once for all callers. The next call repeats a failed load. */
  async load(): Promise<StaticTable> {
    this.#checkOpen();
    const loading = (this.#table ??= TableHandle.#share(this.#folder));
    const table = await loading.catch((error: unknown) => {
      if (this.#table === loading) this.#table = undefined;
      throw error;
    });
    this.#checkOpen();
    return table;
  }

  /** Reads an asset file of the same folder. */
  read(asset: AssetFile): Promise<Buffer> {
    return readAsset(this.#folder, asset);
  }

  close(): void {
    this.#isClosed = true;
    this.#table = undefined;
  }

  static #share({ href }: URL): Promise<StaticTable> {
    const shared = TableHandle.#loaded.get(href)?.deref();
    if (shared) return shared;
    const loading = loadStaticTable(new URL(href));
    TableHandle.#loaded.set(href, new WeakRef(loading));
    loading.catch(() => TableHandle.#loaded.delete(href));
    return loading;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new MemoryError("closed", `${this.#owner} was closed.`);
  }
}

/**
 * Reads the four asset files of vectors, in the background but for 10 to 20 ms of parsing.
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

/** Reads an asset file. @throws `embedder-failed` if it is missing, cut short or changed. */
async function readAsset(folder: URL, asset: AssetFile): Promise<Buffer> {
  const url = new URL(asset.name, folder);
  const path = fileURLToPath(url);
  const content = await readFile(url).catch((cause: unknown) => {
    throw new MemoryError("embedder-failed", `Cannot read the model file ${path}.`, { cause });
  });
  if (content.length === asset.bytes && crc32(content) === asset.crc32) return content;
  const message = `The model file ${path} is damaged or of another version. Install @kioku/embed-local again.`;
  throw new MemoryError("embedder-failed", message);
}

async function readScales(folder: URL): Promise<DataView> {
  const content = await readAsset(folder, SCALES);
  return new DataView(content.buffer, content.byteOffset, content.length);
}

async function readVocabulary(folder: URL): Promise<Vocabulary> {
  const content = await readAsset(folder, VOCABULARY);
  return new Vocabulary(content.toString("utf8"), VOCABULARY_ROWS);
}

async function readSimplified(folder: URL): Promise<Simplified> {
  const content = await readAsset(folder, SIMPLIFIED);
  const simplified = new Map<string, string>();
  for (const line of content.toString("utf8").split("\n")) {
    const [from, to] = line;
    if (from !== undefined && to !== undefined) simplified.set(from, to);
  }
  return new Simplified(simplified);
}
