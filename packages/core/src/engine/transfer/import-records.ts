import type { SpaceVector, SpaceOp, WriteOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { tombstoneHash } from "../../text/hash.js";
import { embedAt } from "../embedding/queue/queue-options.js";
import { askedEmbedders } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";
import { emitForgotten } from "../forget/forget.js";
import { hookContext } from "../hooks/run-hook.js";
import { embedToWrite } from "../write/embed-inputs.js";
import { restoreOp } from "../write/search-entry.js";
import type { Earlier as Checked, IncomingRecord } from "./check-exported-record.js";
import { findTombstoned } from "./erase-tombstoned.js";
import { isSameRevision } from "./exported-record.js";
import type { Counts, ImportCall } from "./import-call.js";
import { planImport, type ImportPlan } from "./plan-import.js";

/** Attempts to write a batch when others write meanwhile. */
const MAX_ATTEMPTS = 8;

/** Outcome of a record; `erased` if its earlier versions say that it was. */
export type Outcome = "written" | "unchanged" | "left out" | "erased";

/** Vectors so far, and the ops that go before them. */
interface Embedded {
  readonly vectors: Map<IncomingRecord, readonly SpaceVector[]>;
  readonly spaceOps: SpaceOp[];
  /** Records that recall does not find by meaning yet. */
  readonly queued: Set<IncomingRecord>;
}

/** Writes a batch of records, all or none, counts, and returns the last one's outcome. */
export async function importRecords(
  engine: Engine,
  records: readonly IncomingRecord[],
  { call, counts }: { readonly call: ImportCall; readonly counts: Counts },
): Promise<Outcome> {
  const erased = await findTombstoned(engine, records, call);
  const kept = records.filter((record) => !erased.has(record));
  const embedded: Embedded = { vectors: new Map(), spaceOps: [], queued: new Set() };
  const plan = await writePlanned(engine, { records: kept, erased, embedded }, call);
  const queued = plan.steps.filter(({ record }) => embedded.queued.has(record));
  counts.written += plan.steps.length;
  counts.unchanged += plan.unchanged.size;
  counts.skipped += plan.skipped;
  counts.erased += erased.size;
  counts.queued += queued.length;
  engine.retry.add(queued.map(({ record }) => record));
  const forgotten = plan.steps.flatMap(({ before }) => before);
  await emitForgotten(engine, forgotten, hookContext(engine, "import", call));
  const last = records.at(-1);
  if (last && plan.unchanged.has(last)) return "unchanged";
  return plan.steps.some(({ record }) => record === last) ? "written" : "left out";
}

/** Plans and writes, again if others wrote in between. */
async function writePlanned(
  engine: Engine,
  given: {
    readonly records: readonly IncomingRecord[];
    readonly erased: ReadonlySet<IncomingRecord>;
    readonly embedded: Embedded;
  },
  call: ImportCall,
): Promise<ImportPlan> {
  const { records, erased, embedded } = given;
  for (let attempt = 1; ; attempt += 1) {
    const plan = await planImport(engine, records, call);
    const planned = plan.steps.map(({ record }) => record);
    const arrived = planned.filter((record) => !embedded.vectors.has(record));
    await addVectors(engine, { arrived, embedded }, call);
    const at = engine.clock();
    const tombstones = [...erased].map(({ scope, id }): WriteOp => {
      return { op: "tombstone", scope, hash: tombstoneHash(id), at };
    });
    const ops: WriteOp[] = [...tombstones, ...embedded.spaceOps];
    for (const { record, before } of plan.steps) {
      const vectors = embedded.vectors.get(record) ?? [];
      const later = embedded.queued.has(record) ? embedAt(engine) : undefined;
      ops.push(...before, await restoreOp(record, { vectors, embedAt: later }));
    }
    if (ops.length === 0) return plan;
    try {
      await engine.store.write(ops, { signal: call.signal });
      return plan;
    } catch (error) {
      if (!MemoryError.is(error, "conflict") || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** New records of a plan, and what is embedded so far. */
interface Arrived {
  readonly arrived: readonly IncomingRecord[];
  readonly embedded: Embedded;
}

/** Embeds each record once, and notes those that recall does not find by meaning even so. */
async function addVectors(
  engine: Engine,
  { arrived, embedded }: Arrived,
  call: ImportCall,
): Promise<void> {
  const { embedders, embedding } = engine;
  const { vectors, queued } = embedded;
  for (const record of arrived) vectors.set(record, record.vectors);
  if (!call.embed || (embedders.length === 0 && embedding === "inline")) return;
  await embedArrived(engine, { arrived, embedded }, call);
  const asked = await askedEmbedders(engine, call);
  const isFound = ({ space }: SpaceVector): boolean => asked.some(({ id }) => id === space.id);
  for (const record of arrived) {
    if (isSearchable(record) && vectors.get(record)?.some(isFound) !== true) queued.add(record);
  }
}

/** Embeds records without a vector of the first embedder. */
async function embedArrived(
  engine: Engine,
  { arrived, embedded: { vectors, spaceOps } }: Arrived,
  { scope, signal }: ImportCall,
): Promise<void> {
  const [first] = engine.embedders;
  const missing = arrived.filter((record) => {
    return isSearchable(record) && !record.vectors.some(({ space }) => space.id === first?.id);
  });
  if (missing.length === 0) return;
  const texts = missing.map(({ revisions }) => revisions.at(-1)?.record?.content ?? "");
  const { texts: made, spaceOps: before } = await embedToWrite(engine, texts, { scope, signal });
  spaceOps.push(...before);
  for (const [index, record] of missing.entries()) {
    const fresh = made[index]?.vectors ?? [];
    const isReplaced = (id: string): boolean => fresh.some(({ space }) => space.id === id);
    const others = record.vectors.filter(({ space }) => !isReplaced(space.id));
    vectors.set(record, [...others, ...fresh]);
  }
}

function isSearchable({ revisions }: IncomingRecord): boolean {
  return revisions.at(-1)?.searchable === true;
}

/** Earlier versions of a record, and the first version that came before them in the export. */
export interface Earlier {
  readonly earlier: Checked;
  readonly before: number;
}

/**
 * Writes earlier versions of a record with this outcome so far, and returns that from now on.
 * @throws `conflict` if they differ from what is here and `onConflict` is `fail`.
 */
export async function importEarlier(
  engine: Engine,
  { earlier, before }: Earlier,
  given: { readonly outcome: Outcome; readonly call: ImportCall; readonly counts: Counts },
): Promise<Outcome> {
  const { outcome, call, counts } = given;
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
    const page = await store.history(earlier, { after, limit: 100, signal });
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
