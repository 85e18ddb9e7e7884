import { isDeepStrictEqual } from "node:util";

import type { Memory, MemoryRecord, Receipt, RememberInput } from "@kioku/core";

import { allPages } from "./all-pages.ts";
import type { Document } from "./documents/document.ts";
import type { RememberedReport } from "./report.ts";
import type { Progress } from "./view.ts";

/** Documents to remember, and their scope. */
export interface RememberDocuments {
  readonly memory: Memory;
  readonly documents: readonly Document[];
  /**
   * Returns true if a source that is not among the documents is gone: its memories are forgotten.
   */
  readonly isGone: (source: string) => boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Written at once, all or nothing: enough to be fast, few enough to see it move and to stop in
 * between.
 */
const BATCH = 256;

/**
 * Makes the memory hold what the documents say and nothing that they no longer say. What is
 * unchanged is neither embedded nor written, so a run that was stopped goes on where it was.
 */
export async function rememberDocuments(given: RememberDocuments): Promise<RememberedReport> {
  const { memory, documents, isGone, signal } = given;
  const records = await allPages((page) => memory.list(page, { signal }));
  const stored = Map.groupBy(records.filter(isOfDocument), sourceOf);
  const work = documents.map((document) => compare(document, stored.get(document.source) ?? []));
  const receipts = await write(work, given);
  const gone = [...stored.keys()].filter(
    (source) => isGone(source) && documents.every((document) => document.source !== source),
  );
  const stale = [
    ...work.flatMap((one) => one.stale),
    ...gone.flatMap((source) => stored.get(source) ?? []),
  ];
  const forgotten = await forgetAll(memory, stale, signal);
  const inputs = documents.reduce((sum, document) => sum + document.inputs.length, 0);
  const written = receipts.flatMap((receipt) => ("record" in receipt ? [receipt.record] : []));
  return {
    scope: memory.scopePath,
    documents: documents.length,
    created: written.filter((record) => record.version === 1).length,
    changed: written.filter((record) => record.version > 1).length,
    unchanged: inputs - receipts.length,
    forgotten,
    queued: receipts.filter((receipt) => receipt.status === "queued").length,
  };
}

/** Changes for one document. */
interface Work {
  readonly source: string;
  /** Parts that are new or changed. */
  readonly fresh: readonly RememberInput[];
  /** Memories that are no longer in the document. */
  readonly stale: readonly MemoryRecord[];
}

function compare({ source, inputs }: Document, records: readonly MemoryRecord[]): Work {
  // Core keeps keys in NFC.
  const keyed = inputs.map((input) => ({ ...input, key: input.key.normalize("NFC") }));
  const byKey = new Map(records.map((record) => [record.key, record]));
  const keys = new Set<string | undefined>(keyed.map((input) => input.key));
  return {
    source,
    fresh: keyed.filter((input) => !says(byKey.get(input.key), input)),
    stale: records.filter((record) => !keys.has(record.key)),
  };
}

function says(record: MemoryRecord | undefined, input: RememberInput): boolean {
  return (
    record?.content === input.content &&
    record.origin === input.origin &&
    record.occurredAt?.getTime() === input.occurredAt?.getTime() &&
    isDeepStrictEqual({ ...record.metadata }, { ...input.metadata })
  );
}

/** Tests if a document wrote a memory, and not the mind that makes the portrait. */
function isOfDocument(record: MemoryRecord): boolean {
  return sourceOf(record) !== "";
}

function sourceOf({ metadata: { source } }: MemoryRecord): string {
  return typeof source === "string" ? source : "";
}

async function write(
  work: readonly Work[],
  { memory, signal, onProgress }: RememberDocuments,
): Promise<readonly Receipt[]> {
  const total = work.reduce((sum, { fresh }) => sum + fresh.length, 0);
  const scope = memory.scopePath.join("/");
  const receipts: Receipt[] = [];
  if (total > 0) onProgress({ scope, done: 0, total, source: "" });
  for (const { source, fresh } of work) {
    for (let start = 0; start < fresh.length; start += BATCH) {
      const before = receipts.length;
      const tell = (done: number): void => {
        if (done > 0) onProgress({ scope, done: before + done, total, source });
      };
      const batch = fresh.slice(start, start + BATCH);
      receipts.push(...(await memory.rememberAll(batch, { signal, onProgress: tell })));
    }
  }
  return receipts;
}

/** A filter takes at most 1,000 ids at once. */
async function forgetAll(
  memory: Memory,
  records: readonly MemoryRecord[],
  signal: AbortSignal,
): Promise<number> {
  let forgotten = 0;
  for (let start = 0; start < records.length; start += 1_000) {
    const ids = records.slice(start, start + 1_000).map((record) => record.id);
    forgotten += await memory.forget({ filter: { "@id": { $in: ids } } }, { signal });
  }
  return forgotten;
}
