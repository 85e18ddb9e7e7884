import { checkNumber, checkText } from "../../check/check.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { HookContext } from "../../plugin/plugin.js";
import type { PutOp, SearchEntry, SpaceOp } from "../../store/write-op.js";
import { checkWriteOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/hook-context.js";
import type { RecordPatch, UpdateOptions } from "../inputs.js";
import { MAX_NAME_LENGTH } from "../limits.js";
import { embedAt } from "../queue/embed-at.js";
import { findSearchable } from "../read/find-searchable.js";
import { embedToWrite, tellDegraded } from "./embed-drafts.js";
import { applyUpdateHooks, checkPatch, patchRecord } from "./patch-record.js";
import { contentHash, datesNamed, hasSameSearchEntry, searchEntry } from "./search-entry.js";
import { writeFitting } from "./write-fitting.js";

const MAX_ATTEMPTS = 64;

/** Changes what the patch names, in a new version of the record. */
export async function updateRecord(
  engine: Engine,
  target: { readonly id: string; readonly patch: RecordPatch },
  call: UpdateOptions & { readonly scope: Scope },
): Promise<MemoryRecord> {
  const { scope, ...options } = call;
  const { id } = target;
  checkWriteOptions(options, ["ifVersion"]);
  checkText(id, "id", MAX_NAME_LENGTH);
  const { ifVersion, signal } = options;
  if (ifVersion !== undefined)
    checkNumber(ifVersion, "options.ifVersion", { min: 1, integer: true });
  const patch = checkPatch(target.patch);
  const context = { ...hookContext(engine, "update", call), changesKey: patch.key !== undefined };
  const work = async (): Promise<MemoryRecord> => {
    for (let attempt = 1; ; attempt += 1) {
      const current = await readForUpdate(engine, { scope, id }, options);
      await requireFreeKey(engine, { current, patch }, options);
      const { op, spaceOps, isFound } = await planUpdate(engine, { current, patch }, context);
      try {
        const written = await writeFitting(engine, [...spaceOps, op], { signal });
        const record = written.results.at(-1)?.record ?? op.record;
        if (written.misfit) tellDegraded(engine, scope, written.misfit);
        if (isFound === false || written.misfit) engine.retry.add([record]);
        engine.events.emit("remembered", { scope, record, created: false });
        await engine.hooks.afterRemember(record, context);
        return record;
      } catch (error) {
        const lost = MemoryError.is(error, "conflict") && ifVersion === undefined;
        if (!lost || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
  return engine.lifecycle.run(signal, () => engine.hooks.settling(context, work));
}

async function readForUpdate(
  engine: Engine,
  ref: { readonly scope: Scope; readonly id: string },
  options: UpdateOptions,
): Promise<MemoryRecord> {
  const { signal, ifVersion } = options;
  const [current] = await engine.store.get([ref], { now: engine.clock(), signal });
  if (!current) {
    throw new MemoryError(
      "not-found",
      `this scope has no record with the id ${JSON.stringify(ref.id.slice(0, 64))}`,
    );
  }
  if (ifVersion !== undefined && ifVersion !== current.version) {
    throw new MemoryError(
      "conflict",
      `version ${ifVersion} was expected, but ${current.version} is stored; read it again and decide anew`,
    );
  }
  return current;
}

/** Refuses a key that another record holds, which no further attempt would change. */
async function requireFreeKey(
  engine: Engine,
  { current, patch }: { readonly current: MemoryRecord; readonly patch: RecordPatch },
  { signal }: UpdateOptions,
): Promise<void> {
  const { scope, id } = current;
  if (patch.key === undefined || patch.key === current.key) return;
  const [holder] = await engine.store.get([{ scope, key: patch.key }], {
    now: engine.clock(),
    signal,
  });
  if (!holder || holder.id === id) return;
  throw new MemoryError(
    "conflict",
    `record ${id} cannot have the key of the patch: record ${holder.id} of the same scope has it; name another one`,
  );
}

async function planUpdate(
  engine: Engine,
  given: { readonly current: MemoryRecord; readonly patch: RecordPatch },
  context: HookContext,
): Promise<Omit<Found, "search"> & { readonly op: PutOp }> {
  const { current } = given;
  const { actor, cause } = context;
  const record = await applyUpdateHooks(engine, patchRecord(given, engine.clock()), context);
  const { search, ...found }: Found = hasSameSearchEntry(record, current)
    ? { search: "keep", spaceOps: [] }
    : await newSearchEntry(engine, { record, current }, context);
  const put = { op: "put", record, change: "updated", contentHash: contentHash(record) } as const;
  return { ...found, op: { ...put, search, actor, cause } };
}

/** How a record is found from now on, and what goes before it in the batch. */
interface Found {
  readonly search: SearchEntry | "keep" | "none";
  readonly spaceOps: readonly SpaceOp[];
  /** False: its new text is not found by meaning yet. */
  readonly isFound?: boolean | undefined;
}

async function newSearchEntry(
  engine: Engine,
  { record, current }: { readonly record: MemoryRecord; readonly current: MemoryRecord },
  { signal }: UpdateOptions,
): Promise<Found> {
  const selection = { within: [record.scope], reach: "here" } as const;
  const found = await findSearchable(engine, [record], { selection, signal });
  if (found.length === 0) return { search: "none", spaceOps: [] };
  const dates = await datesNamed(record.content, record.occurredAt);
  // Stores keep the vectors of a text that stays.
  if (record.content === current.content)
    return { search: await searchEntry(record, { dates }), spaceOps: [] };
  const { texts, spaceOps } = await embedToWrite(engine, [record.content], {
    scope: record.scope,
    signal,
  });
  const [embedded] = texts;
  return {
    search: await searchEntry(record, {
      vectors: embedded?.vectors,
      dates,
      embedAt: embedded?.isFound === false ? embedAt(engine) : undefined,
    }),
    spaceOps,
    isFound: embedded?.isFound,
  };
}
