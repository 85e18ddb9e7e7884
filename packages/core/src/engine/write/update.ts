import type { RecordPatch, RememberInput, UpdateOptions } from "../../api/inputs.js";
import type { HookContext } from "../../api/plugin.js";
import type { PutOp, SearchEntry, SpaceOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { checkIfVersion, checkWriteOptions } from "../../internal/check/check-inputs.js";
import { checkBoolean, checkMembers, checkText, invalidInput } from "../../internal/check/check.js";
import { MAX_NAME_LENGTH } from "../../model/limits.js";
import type { JsonObject, MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { textForm } from "../../text/text-form.js";
import { embedAt } from "../embedding/queue/queue-options.js";
import type { EmbeddedTexts } from "../embedding/spaces/embed-for-writing.js";
import type { Engine } from "../engine.js";
import { hookContext, vetoError } from "../hooks/run-hook.js";
import { findSearchable } from "../read/find-searchable.js";
import { checkRememberInput } from "./check-remember-input.js";
import { embedToWrite } from "./embed-inputs.js";
import { expiry, otherVersion } from "./plan-write.js";
import { contentHash, datesNamed, hasSameSearchEntry, searchEntry } from "./search-entry.js";
import { backOff, writeFitting } from "./write-inputs.js";
import { queueNames } from "./write-queue.js";

/** Members of a patch. */
export const PATCHABLE: readonly (keyof RecordPatch)[] =
  `content key value kind metadata thread speaker form trust importance emotion pinned occurredAt
  validFrom validTo ttlMs`.split(/\s+/u) as (keyof RecordPatch)[];

/** Members that a patch can change and a hook cannot. */
const UNHOOKED: ReadonlySet<string> = new Set(["key", "ttlMs"]);

const HOOKED = [...PATCHABLE.filter((member) => member !== "ttlMs"), "origin", "sources"] as const;

/** Writes a new version of a record, with the changes of a patch. */
export async function updateRecord(
  engine: Engine,
  target: { readonly id: string; readonly patch: RecordPatch },
  call: UpdateOptions & { readonly scope: Scope },
): Promise<MemoryRecord> {
  const { scope, ...options } = call;
  const { id } = target;
  checkWriteOptions(options, ["ifVersion", "purge"]);
  checkText(id, "id", MAX_NAME_LENGTH);
  const { ifVersion, signal, purge = false } = options;
  checkBoolean(purge, "options.purge");
  checkIfVersion(ifVersion, 1);
  const patch = checkPatch(target.patch);
  const context = { ...hookContext(engine, "update", call), changesKey: patch.key !== undefined };
  const work = async (): Promise<MemoryRecord> => {
    const embedded: Target["embedded"] = new Map();
    const plan = async (): Promise<PlannedUpdate> => {
      const current = await readForUpdate(engine, { scope, id }, options);
      await requireFreeKey(engine, { current, patch }, options);
      return planUpdate(engine, { current, patch, embedded }, context);
    };
    let planned = await plan();
    const keys = [planned.current.key, patch.key].flatMap((key) => key ?? []);
    // A hook that writes the record must not wait for the update that calls it.
    const isQueued = ifVersion === undefined && !engine.hooks.changesInputs;
    const names = isQueued ? queueNames(scope, { ids: [id], keys: [...new Set(keys)] }) : [];
    const written = await engine.writeQueue.run(names, signal, async (hasWaited) => {
      if (hasWaited) planned = await plan();
      for (let attempt = 1; ; attempt += 1) {
        try {
          const { op, spaceOps } = planned;
          const before = { op: "earlier", scope, id, before: op.record.version } as const;
          const purged = purge ? [{ ...before, revisions: [] }] : [];
          return await writeFitting(engine, [...spaceOps, op, ...purged], { signal });
        } catch (error) {
          await backOff(engine, { error, attempt, ifVersion, signal });
        }
        planned = await plan();
      }
    });
    const record = written.results[planned.spaceOps.length]?.record ?? planned.op.record;
    if (written.misfit) engine.events.degrade(written.misfit, { scope, during: "remember" });
    if (planned.isFound === false || written.misfit) engine.retry.add([record]);
    engine.events.emit("remembered", { scope, record, created: false });
    await engine.hooks.afterRemember(record, context);
    return record;
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
    const id = JSON.stringify(ref.id.slice(0, 64));
    throw new MemoryError("not-found", `this scope has no record with the id ${id}`);
  }
  if (ifVersion !== undefined && ifVersion !== current.version) {
    throw otherVersion(ifVersion, `${current.version} is stored`);
  }
  return current;
}

async function requireFreeKey(
  engine: Engine,
  { current, patch }: { readonly current: MemoryRecord; readonly patch: RecordPatch },
  { signal }: UpdateOptions,
): Promise<void> {
  const { scope, id } = current;
  if (patch.key === undefined || patch.key === current.key) return;
  const refs = [{ scope, key: patch.key }];
  const [holder] = await engine.store.get(refs, { now: engine.clock(), signal });
  if (!holder || holder.id === id) return;
  throw new MemoryError(
    "conflict",
    `record ${id} cannot have the key of the patch: record ${holder.id} of the same scope has it; name another one`,
  );
}

/** The record to update, and vectors by text, so that a text is embedded once for all attempts. */
interface Target {
  readonly current: MemoryRecord;
  readonly embedded: Map<string, EmbeddedTexts>;
}

/** Next version of a record, and the version that it was made from. */
interface PlannedUpdate extends Omit<Found, "search"> {
  readonly current: MemoryRecord;
  readonly op: PutOp;
}

async function planUpdate(
  engine: Engine,
  given: Target & { readonly patch: RecordPatch },
  context: HookContext,
): Promise<PlannedUpdate> {
  const { current, embedded } = given;
  const { actor, cause } = context;
  const record = await applyUpdateHooks(engine, patchRecord(given, engine.clock()), context);
  const { search, ...found }: Found = hasSameSearchEntry(record, current)
    ? { search: "keep", spaceOps: [] }
    : await newSearchEntry(engine, { record, current, embedded }, context);
  const put = { op: "put", record, change: "updated", contentHash: contentHash(record) } as const;
  return { ...found, current, op: { ...put, search, actor, cause } };
}

/** New search entry of a record, and the ops that go before it. */
interface Found {
  readonly search: SearchEntry | "keep" | "none";
  readonly spaceOps: readonly SpaceOp[];
  /** False: its new text is not found by meaning yet. */
  readonly isFound?: boolean | undefined;
}

async function newSearchEntry(
  engine: Engine,
  { record, current, embedded }: Target & { readonly record: MemoryRecord },
  { signal }: UpdateOptions,
): Promise<Found> {
  const selection = { within: [record.scope], reach: "here" } as const;
  const found = await findSearchable(engine, [record], { selection, signal });
  if (found.length === 0) return { search: "none", spaceOps: [] };
  const dates = await datesNamed(record.content, record.occurredAt);
  // Stores keep the vectors of a text that stays.
  if (record.content === current.content)
    return { search: await searchEntry(record, { dates }), spaceOps: [] };
  const { scope, content } = record;
  const made = embedded.get(content) ?? (await embedToWrite(engine, [content], { scope, signal }));
  embedded.set(content, made);
  const [text] = made.texts;
  return {
    search: await searchEntry(record, {
      vectors: text?.vectors,
      dates,
      embedAt: text?.isFound === false ? embedAt(engine) : undefined,
    }),
    spaceOps: made.spaceOps,
    isFound: text?.isFound,
  };
}

/** Checks a patch by the rules of `remember`, with a stand-in for content that it leaves out. */
function checkPatch(patch: RecordPatch): RecordPatch {
  checkMembers(patch, "patch", PATCHABLE);
  const { content, ...checked } = checkRememberInput({ content: "-", ...patch }, "patch");
  return patch.content === undefined ? checked : { ...checked, content };
}

function patchRecord(
  { current, patch }: { readonly current: MemoryRecord; readonly patch: RecordPatch },
  now: Date,
): MemoryRecord {
  const { ttlMs, metadata, ...fields } = patch;
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  const { validFrom = current.validFrom, validTo = current.validTo } = patch;
  if (validFrom && validTo && validTo <= validFrom) {
    throw invalidInput("patch", "such that validTo is after validFrom");
  }
  const isSame = patch.content === undefined || patch.content === current.content;
  return {
    ...current,
    ...(isSame ? {} : { form: textForm(patch.content) }),
    ...(Object.fromEntries(defined) as object),
    ...(metadata ? { metadata: mergeMetadata(current.metadata, metadata) } : {}),
    ...(ttlMs === undefined ? {} : { expiresAt: expiry(now, ttlMs) }),
    updatedAt: now,
    version: current.version + 1,
  };
}

/** Returns what the hooks make of a record. They are shown it as it would be. */
async function applyUpdateHooks(
  engine: Engine,
  record: MemoryRecord,
  context: HookContext,
): Promise<MemoryRecord> {
  if (!engine.hooks.changesInputs) return record;
  const members = HOOKED.filter((member) => record[member] !== undefined);
  const before = Object.fromEntries(members.map((member) => [member, record[member]]));
  const input = before as unknown as RememberInput;
  const result = await engine.hooks.beforeRemember(input, context, checkRememberInput);
  if ("by" in result) throw vetoError(result, context);
  if (result.input === input) return record;
  const after = result.input;
  const changed = PATCHABLE.flatMap((member) =>
    !UNHOOKED.has(member) && after[member] !== undefined ? [[member, after[member]] as const] : [],
  );
  return { ...record, ...Object.fromEntries(changed) };
}

function mergeMetadata(current: JsonObject, patch: JsonObject): JsonObject {
  const merged = Object.entries({ ...current, ...patch });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}
