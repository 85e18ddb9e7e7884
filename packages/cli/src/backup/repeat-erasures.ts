import type { ExportLine, MemoryRoot } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

import { storeFailed } from "./errors.js";
import type { KeyRing } from "./keys.js";
import type { DamagedObject, RestoreBackupOptions } from "./options.js";
import { asExport, readTombstoneLists } from "./tombstone-lists.js";

type Call = Pick<RestoreBackupOptions, "objects" | "erasedFrom" | "signal" | "clock"> & {
  readonly keys: KeyRing;
};

/** Result of repeating erasures. */
export interface RepeatedErasures {
  /** Number of records. */
  readonly erasedAgain: number;
  /** The moment up to which erasures are known; absent if there is no list. */
  readonly knownUntil: Date | undefined;
  /** Lists that cannot be read. */
  readonly damaged: readonly DamagedObject[];
}

/**
 * Erases what lists in the place, and other memories, say was erased.
 * @throws `store-failed` if what a damaged list says is in none that can be read.
 */
export async function repeatErasures(memory: MemoryRoot, call: Call): Promise<RepeatedErasures> {
  const { objects, erasedFrom = [], signal, clock = () => new Date() } = call;
  const damaged: DamagedObject[] = [];
  let erasedAgain = 0;
  const repeat = async (lines: AsyncIterable<ExportLine> | Iterable<ExportLine>): Promise<void> => {
    const report = await memory.import(lines, { embed: false, cause: "restore", signal });
    erasedAgain += report.erased;
  };
  const sendings = new Map<string, Sending>();
  for await (const list of readTombstoneLists(objects, call)) {
    if ("problem" in list) {
      damaged.push(list);
      continue;
    }
    if (list.tombstones.length > 0) await repeat(asExport(list));
    const { folder, number } = placeOf(list);
    const { read = 0, ...known } = sendings.get(folder) ?? {};
    const end = list.completeUntil && { lists: number, until: list.completeUntil };
    sendings.set(folder, { ...known, ...end, read: read + 1 });
  }
  const [newest, { until: knownUntil } = {}] =
    [...sendings]
      .filter(([, { lists, read }]) => lists === read)
      .toSorted(([a], [b]) => compareText(b, a))[0] ?? [];
  const lost = damaged.find((one) => newest === undefined || placeOf(one).folder >= newest);
  if (erasedFrom.length === 0 && (lost || sendings.size === 0)) {
    const problem = lost?.problem ?? `${objects.name} has no list of erasures`;
    throw storeFailed(
      `${problem}, and what was erased would come back: name a database that knows (--erased-from)${lost ? ", or remove that list" : ""}`,
    );
  }
  const readAt = clock();
  for (const other of erasedFrom) await repeat(other.export({ records: false, signal }));
  return { erasedAgain, knownUntil: erasedFrom.length > 0 ? readAt : knownUntil, damaged };
}

interface Sending {
  readonly read: number;
  /** Number of all, if the last one was read. */
  readonly lists?: number;
  /** The moment up to which erasures are in them. */
  readonly until?: Date;
}

function placeOf({ key }: { readonly key: string }): {
  readonly folder: string;
  readonly number: number;
} {
  const end = key.lastIndexOf("/");
  return { folder: key.slice(0, end), number: Number(key.slice(end + 1)) };
}
