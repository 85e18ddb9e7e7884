import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { MemoryError, type MemoryRoot } from "@kioku/core";

import { readSqliteHeader } from "../sqlite-header.js";
import { storeFailed } from "./errors.js";
import type { Manifest } from "./manifest.js";
import type { BackupCall, BackupSource } from "./options.js";

/** A copy of a database in a local file. */
export type Snapshot = Pick<Manifest, "kind" | "schema" | "records" | "spaces" | "bytes">;

type SnapshotCall = BackupSource & Pick<BackupCall, "signal" | "onProgress">;

/** Copies a database to a new file: the file of SQLite, checked, or the lines of an export. */
export async function takeSnapshot(file: string, call: SnapshotCall): Promise<Snapshot> {
  const { sqlite, memory, signal, onProgress } = call;
  if (!sqlite) return exportTo(file, { ...call, memory });
  await sqlite.open({ signal });
  const { bytes, records } = await sqlite.backup(file, {
    signal,
    onProgress: ({ bytes: done, totalBytes }) =>
      onProgress?.({ step: "copy", done, total: totalBytes }),
  });
  const { spaces } = await sqlite.stats({ signal });
  const header = await readSqliteHeader(file);
  if (header === undefined) {
    throw new MemoryError(
      "unsupported",
      "a copy of an encrypted database cannot be restored by path: leave out sqlite, and set a key",
    );
  }
  return {
    kind: "sqlite",
    schema: header.schemaVersion,
    records,
    spaces: spaces.map(({ id, dimensions }) => ({ id, dimensions })),
    bytes,
  };
}

async function exportTo(
  file: string,
  { memory, signal, onProgress }: SnapshotCall,
): Promise<Snapshot> {
  const hash = createHash("sha256");
  const found: { records: number; spaces: Snapshot["spaces"] } = { records: 0, spaces: [] };
  let footer: string | undefined;
  const text = async function* (): AsyncGenerator<string> {
    let done = 0;
    for await (const line of exportAll(memory, signal)) {
      const { type } = line;
      const json = `${JSON.stringify(line)}\n`;
      if (type === "space") {
        found.spaces = [...found.spaces, { id: line.id, dimensions: line.dimensions }];
      }
      if (type === "record" && line.revisions.at(-1)?.record) found.records += 1;
      if (type === "footer") footer = line.sha256;
      else hash.update(json);
      done += json.length;
      onProgress?.({ step: "copy", done });
      yield json;
    }
  };
  const target = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(Readable.from(text()), target, { ...(signal && { signal }) }).catch(
    (error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    },
  );
  if (footer !== hash.digest("hex")) throw storeFailed("export does not match its footer");
  return { kind: "lines", schema: 1, ...found, bytes: (await stat(file)).size };
}

/** Yields all of a memory, as backups hold it. */
export function exportAll(
  memory: MemoryRoot,
  signal: AbortSignal | undefined,
): ReturnType<MemoryRoot["export"]> {
  return memory.export({ history: true, vectors: true, signal });
}
