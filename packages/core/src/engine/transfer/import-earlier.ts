import { MemoryError } from "../../errors/memory-error.js";
import { tombstoneHash } from "../../model/tombstone-hash.js";
import type { Engine } from "../engine.js";
import type { EarlierRevisions } from "./check-exported-record.js";
import { findTombstoned } from "./erase-tombstoned.js";
import { isSameRevision } from "./exported-record.js";
import type { Counts, ImportCall } from "./import-call.js";
import type { Outcome } from "./import-records.js";

const PAGE = 100;

/** Earlier versions of a record, and the first version that came before them in the export. */
export interface Earlier {
  readonly earlier: EarlierRevisions;
  readonly before: number;
}

/** State of the record so far, and of the import. */
interface EarlierCall {
  readonly outcome: Outcome | "erased";
  readonly call: ImportCall;
  readonly counts: Counts;
}

/**
 * Writes earlier versions of a record whose newest ones were written, or are here already.
 * @returns what becomes of those before them: `erased` if these versions say that the record was
 * erased.
 * @throws `conflict` if they differ from what is here and `onConflict` is `fail`.
 */
export async function importEarlier(
  engine: Engine,
  { earlier, before }: Earlier,
  { outcome, call, counts }: EarlierCall,
): Promise<Outcome | "erased"> {
  if (outcome !== "written" && outcome !== "unchanged") return outcome;
  const { signal } = call;
  const { scope, id, revisions } = earlier;
  const erased = await findTombstoned(engine, [{ ...earlier, idempotencyKeys: [] }], call);
  if (erased.size > 0) {
    const at = engine.clock();
    await engine.store.write([{ op: "tombstone", scope, hash: tombstoneHash(id), at }], { signal });
    counts[outcome] -= 1;
    return "erased";
  }
  if (outcome === "unchanged") {
    const here = await compare(engine, { earlier, before }, call);
    if (here === "same") return outcome;
    if (here === "other" && call.onConflict === "fail") {
      const problem = `record ${id} of the export is here with other earlier versions`;
      throw new MemoryError("conflict", `${problem}; say with onConflict which one is to stay`);
    }
    counts.unchanged -= 1;
    if (here === "other" && call.onConflict !== "replace") {
      counts.skipped += 1;
      return "left out";
    }
    counts.written += 1;
  }
  await engine.store.write([{ op: "earlier", scope, id, before, revisions }], { signal });
  return "written";
}

/** Compares versions with those here: `none` if an earlier import did not come that far. */
async function compare(
  { store }: Engine,
  { earlier, before }: Earlier,
  { signal }: ImportCall,
): Promise<"same" | "none" | "other"> {
  const { revisions, more } = earlier;
  const [oldest] = await store.history(earlier, { limit: 1, signal });
  if (!oldest || oldest.version >= before) return revisions.length === 0 ? "same" : "none";
  const first = revisions[0]?.version ?? before;
  if (!more && oldest.version < first) return "other";
  let compared = 0;
  for (let after = first - 1; ;) {
    const page = await store.history(earlier, { after, limit: PAGE, signal });
    const here = page.filter(({ version }) => version < before);
    for (const revision of here) {
      const other = revisions[compared++];
      // A history does not say what was searchable.
      const { searchable = false } = other ?? {};
      if (!other || !isSameRevision({ ...revision, searchable }, other)) return "other";
    }
    const last = page.at(-1);
    if (!last || here.length < page.length) break;
    after = last.version;
  }
  return compared === revisions.length ? "same" : "other";
}
