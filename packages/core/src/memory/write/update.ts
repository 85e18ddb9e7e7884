import { checkNumber, checkText } from "../../check/check.js";
import { embedWithFallback } from "../../embed/embed-with-fallback.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { PutOp, SearchEntry } from "../../store/write-op.js";
import { checkWriteOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import type { RecordPatch, UpdateOptions } from "../inputs.js";
import { MAX_NAME_LENGTH } from "../limits.js";
import { findSearchable } from "../read/find-searchable.js";
import { applyUpdateHooks, checkPatch, patchRecord } from "./patch-record.js";
import { contentHash, datesNamed, hasSameSearchEntry, searchEntry } from "./search-entry.js";

const MAX_ATTEMPTS = 64;

/** Changes what the patch names, in a new version of the record. */
export async function updateRecord(
  engine: Engine,
  target: { readonly scope: Scope; readonly id: string; readonly patch: RecordPatch },
  options: UpdateOptions,
): Promise<MemoryRecord> {
  const { scope, id } = target;
  checkWriteOptions(options, ["ifVersion"]);
  checkText(id, "id", MAX_NAME_LENGTH);
  const { ifVersion, signal } = options;
  if (ifVersion !== undefined)
    checkNumber(ifVersion, "options.ifVersion", { min: 1, integer: true });
  const patch = checkPatch(target.patch);
  return engine.lifecycle.run(signal, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const current = await readForUpdate(engine, { scope, id }, options);
      const op = await planUpdate(engine, { current, patch }, options);
      try {
        const [result] = await engine.store.write([op], { signal });
        const record = result?.record ?? op.record;
        engine.events.emit("remembered", { scope, record, created: false });
        await engine.hooks.afterRemember(record, { scope, signal });
        return record;
      } catch (error) {
        const lost = MemoryError.is(error, "conflict") && ifVersion === undefined;
        if (!lost || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  });
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

async function planUpdate(
  engine: Engine,
  given: { readonly current: MemoryRecord; readonly patch: RecordPatch },
  options: UpdateOptions,
): Promise<PutOp> {
  const { current } = given;
  const { actor, cause } = options;
  const record = await applyUpdateHooks(engine, patchRecord(given, engine.clock()), options);
  return {
    op: "put",
    record,
    change: "updated",
    search: hasSameSearchEntry(record, current)
      ? "keep"
      : await newSearchEntry(engine, { record, current }, options),
    contentHash: contentHash(record),
    actor,
    cause,
  };
}

async function newSearchEntry(
  engine: Engine,
  { record, current }: { readonly record: MemoryRecord; readonly current: MemoryRecord },
  { signal }: UpdateOptions,
): Promise<SearchEntry | "none"> {
  const selection = { within: [record.scope], reach: "here" } as const;
  const found = await findSearchable(engine, [record], { selection, signal });
  if (found.length === 0) return "none";
  const dates = await datesNamed(record.content, record.occurredAt);
  // Stores keep the vectors of a text that stays.
  if (record.content === current.content) return searchEntry(record, { dates });
  const { vectors, failure } = await embedWithFallback(engine.embedders, [record.content], {
    purpose: "document",
    signal,
  });
  if (failure) {
    const { scope } = record;
    engine.events.emit("degraded", {
      scope,
      during: "remember",
      reason: failure.message,
      cause: failure,
    });
  }
  return searchEntry(record, { vector: vectors[0], dates });
}
