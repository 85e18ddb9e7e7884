/**
 * Wrote the files beside it, by `node write-file.ts FOLDER FILE`. The folder had the packages of a
 * commit, from `git archive COMMIT packages`, and a link to the node_modules of this checkout.
 */
import { existsSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import type {
  createMemory,
  Embedder,
  MemoryRecord,
  RecalledMemory,
  Receipt,
  Revision,
} from "@kioku/core";

import type { sqliteStore } from "../../src/index.js";

/** The functions of a version, or of this one. */
interface Version {
  readonly createMemory: typeof createMemory;
  readonly sqliteStore: typeof sqliteStore;
}

/** Contents of a memory as the version that wrote it reads them. */
export interface Told {
  /** By path. */
  readonly scopes: Readonly<Record<string, ToldScope>>;
  /** Ids of what answers the question in the first one. */
  readonly found: readonly string[];
}

/** Contents of one scope; instants are texts in a file. */
interface ToldScope {
  readonly records: readonly MemoryRecord[];
  readonly histories: Readonly<Record<string, readonly Revision[]>>;
}

/** The question that is asked of each file. */
export const QUESTION = { query: "What is my daughter allergic to?", limit: 1 } as const;

/** Counts letters: the same vectors in every version. */
export const letters: Embedder = {
  id: "letters-8",
  dimensions: 8,
  embed: async (texts) => ({ vectors: texts.map((text) => vectorOf(text)) }),
};

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(8);
  for (const character of text) {
    const index = (character.codePointAt(0) ?? 0) % 8;
    vector[index] = (vector[index] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Writes a memory to a file, and returns what the same version reads of it. */
export async function writeFile(file: string, version: Version): Promise<Told> {
  let now = Date.UTC(2026, 0, 1);
  let last = 0;
  const memory = version.createMemory({
    store: version.sqliteStore({ path: file }),
    embedder: letters,
    clock: () => new Date((now += 60_000)),
    generateId: () => `01900000-0000-7000-8000-${String((last += 1)).padStart(12, "0")}`,
  });
  const ann = memory.scope("users", "ann");
  const bo = memory.scope("users", "ann-2");
  await ann.rememberAll(
    [
      {
        content: "My daughter is allergic to peanuts",
        importance: 0.9,
        thread: "talk-1",
        metadata: { tag: "health" },
      },
      {
        content: "我每天早上六点去公园跑步",
        occurredAt: new Date("2025-12-30T06:00:00Z"),
        idempotencyKey: "run",
      },
      {
        content: "The invoice is due on Friday",
        origin: "web",
        trust: 0.3,
        emotion: { valence: -0.5, arousal: 0.25 },
        pinned: true,
      },
    ],
    { actor: "importer" },
  );
  const moved = await ann.remember("I live in Ghent");
  await ann.set("theme", "light");
  await ann.set("theme", { name: "dark", contrast: 3 }, { actor: "ann", cause: "asked" });
  await ann.update(idOf(moved), { content: "I live in Bruges" });
  const gone = await ann.remember("A thing that was deleted");
  await ann.forget(idOf(gone), { cause: "wrong" });
  await ann.remember(`${"x".repeat(5_000)} a long text about otters`);
  await bo.remember("Bo keeps bees");
  const scopes: Record<string, ToldScope> = {};
  for (const [path, scope, deleted] of [
    ["users/ann", ann, [idOf(gone)]],
    ["users/ann-2", bo, []],
  ] as const) {
    const { items } = await scope.list({ limit: 100 });
    const histories: Record<string, readonly Revision[]> = {};
    for (const id of [...items.map((record) => record.id), ...deleted]) {
      histories[id] = await scope.history(id);
    }
    scopes[path] = { records: items, histories };
  }
  const found = idsOf(await ann.recall(QUESTION));
  await memory.close();
  return { scopes, found };
}

function idOf(receipt: Receipt): string {
  return "record" in receipt ? receipt.record.id : "";
}

/** Ids of hits. */
export function idsOf(hits: readonly RecalledMemory[]): readonly string[] {
  return hits.map(({ id }) => id);
}

/** Resolves the packages of a folder, and sources by the names of what is built from them. */
function useSources(folder: string): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const name = /^@kioku\/(?<name>[\w-]+)(?:\/(?<entry>\w+))?$/u.exec(specifier)?.groups;
      if (name) {
        const source = `packages/${name["name"]}/src/${name["entry"] ? `${name["entry"]}/` : ""}index.ts`;
        return nextResolve(pathToFileURL(resolve(folder, source)).href, context);
      }
      if (/^\.{1,2}\/.*\.js$/u.test(specifier) && context.parentURL !== undefined) {
        const source = new URL(specifier.replace(/\.js$/u, ".ts"), context.parentURL);
        if (existsSync(fileURLToPath(source))) return nextResolve(source.href, context);
      }
      return nextResolve(specifier, context);
    },
  });
}

const [main, folder, file] = process.argv.slice(1);
if (main === fileURLToPath(import.meta.url) && folder !== undefined && file !== undefined) {
  useSources(folder);
  const core = (await import("@kioku/core")) as Pick<Version, "createMemory">;
  const store = "@kioku/store-sqlite";
  const { sqliteStore: open } = (await import(store)) as Pick<Version, "sqliteStore">;
  const told = await writeFile(file, { createMemory: core.createMemory, sqliteStore: open });
  writeFileSync(`${file}.told.gz`, gzipSync(JSON.stringify(told), { level: 9 }));
}
