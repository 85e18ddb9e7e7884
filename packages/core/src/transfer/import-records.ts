import { MemoryError } from "../errors/memory-error.js";
import type { Engine } from "../memory/engine.js";
import { hookContext } from "../memory/hooks/hook-context.js";
import { askedEmbedders } from "../memory/spaces/asked-embedders.js";
import { embedForWriting } from "../memory/spaces/embed-for-writing.js";
import { tellDegraded } from "../memory/write/embed-drafts.js";
import { announceForgotten } from "../memory/write/forget.js";
import { contentHash, datesNamed, searchEntry } from "../memory/write/search-entry.js";
import { tombstoneHash } from "../store/tombstone-hash.js";
import type { SpaceVector } from "../store/vector-space.js";
import type { RestoreOp, SpaceOp, WriteOp } from "../store/write-op.js";
import type { IncomingRecord } from "./check-exported-record.js";
import { findTombstoned } from "./find-tombstoned.js";
import type { Counts, ImportCall } from "./import-call.js";
import { planImport } from "./plan-import.js";
import type { ImportPlan } from "./plan-import.js";

/** How often a batch is planned anew when others write meanwhile. */
const MAX_ATTEMPTS = 8;

type RecordsCall = ImportCall & { readonly history: boolean };

/** What was embedded so far, and what has to stand in the batch before it. */
interface Embedded {
  readonly vectors: Map<IncomingRecord, readonly SpaceVector[]>;
  readonly spaceOps: SpaceOp[];
}

/** Writes a batch of records: all of it or, if this rejects, nothing. Adds to the counts what became of them. */
export async function importRecords(
  engine: Engine,
  records: readonly IncomingRecord[],
  given: { readonly call: RecordsCall; readonly counts: Counts },
): Promise<void> {
  const { call, counts } = given;
  const erased = await findTombstoned(engine, records, call);
  const kept = records.filter((record) => !erased.has(record));
  const embedded: Embedded = { vectors: new Map(), spaceOps: [] };
  const plan = await writePlanned(engine, kept, { call, erased, embedded });
  counts.written += plan.steps.length;
  counts.unchanged += plan.unchanged;
  counts.skipped += plan.skipped;
  counts.erased += erased.size;
  if (call.embed && engine.embedders.length > 0) {
    const asked = await askedEmbedders(engine, call);
    const isFound = ({ space }: SpaceVector): boolean => asked.some(({ id }) => id === space.id);
    const queued = plan.steps.filter(({ record }) => {
      return isSearchable(record) && embedded.vectors.get(record)?.some(isFound) !== true;
    });
    counts.queued += queued.length;
    engine.retry.add(queued.map(({ record }) => record));
  }
  const forgotten = plan.steps.flatMap(({ before }) => before);
  await announceForgotten(engine, forgotten, hookContext(engine, "import", call));
}

/** Plans and writes; if somebody else wrote in between, once more. */
async function writePlanned(
  engine: Engine,
  records: readonly IncomingRecord[],
  given: {
    readonly call: RecordsCall;
    readonly erased: ReadonlySet<IncomingRecord>;
    readonly embedded: Embedded;
  },
): Promise<ImportPlan> {
  const { call, erased, embedded } = given;
  for (let attempt = 1; ; attempt += 1) {
    const plan = await planImport(engine, records, call);
    await addVectors(engine, { plan, embedded }, call);
    const at = engine.clock();
    const tombstones = [...erased].map(({ scope, id }): WriteOp => {
      return { op: "tombstone", scope, hash: tombstoneHash(id), at };
    });
    const ops: WriteOp[] = [...tombstones, ...embedded.spaceOps];
    for (const { record, before } of plan.steps) {
      ops.push(...before, await restoring(record, embedded.vectors.get(record) ?? []));
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

/** Embeds, each only once, what is to be written and has no vector that this memory asks first. */
async function addVectors(
  engine: Engine,
  { plan, embedded }: { readonly plan: ImportPlan; readonly embedded: Embedded },
  { scope, signal, embed }: RecordsCall,
): Promise<void> {
  const { embedders } = engine;
  const { vectors, spaceOps } = embedded;
  const arrived = plan.steps.map(({ record }) => record).filter((record) => !vectors.has(record));
  for (const record of arrived) vectors.set(record, record.vectors);
  const missing = arrived.filter((record) => {
    return (
      isSearchable(record) && !record.vectors.some(({ space }) => space.id === embedders[0]?.id)
    );
  });
  if (!embed || embedders.length === 0 || missing.length === 0) return;
  const texts = missing.map(({ revisions }) => revisions.at(-1)?.record?.content ?? "");
  const {
    texts: made,
    spaceOps: before,
    failure,
  } = await embedForWriting(engine, texts, { signal });
  spaceOps.push(...before);
  for (const [index, record] of missing.entries()) {
    const fresh = made[index]?.vectors ?? [];
    const isReplaced = (id: string): boolean => fresh.some(({ space }) => space.id === id);
    const others = record.vectors.filter(({ space }) => !isReplaced(space.id));
    vectors.set(record, [...others, ...fresh]);
  }
  if (failure) tellDegraded(engine, scope, failure);
}

/** What the file says of finding is not taken: hashes, terms and scripts are made of the text, as by `remember`. */
async function restoring(
  { scope, id, revisions, idempotencyKeys }: IncomingRecord,
  vectors: readonly SpaceVector[],
): Promise<RestoreOp> {
  const { record, searchable = false } = revisions.at(-1) ?? {};
  const restored = { op: "restore", scope, id, revisions, idempotencyKeys } as const;
  if (!record) return { ...restored, search: "none", contentHash: "" };
  if (!searchable) return { ...restored, search: "none", contentHash: contentHash(record) };
  const dates = await datesNamed(record.content, record.occurredAt);
  const search = { ...searchEntry(record, { dates }), vectors };
  return { ...restored, search, contentHash: contentHash(record) };
}

function isSearchable({ revisions }: IncomingRecord): boolean {
  return revisions.at(-1)?.searchable === true;
}
