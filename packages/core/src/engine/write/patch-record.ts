import type { RecordPatch, RememberInput } from "../../api/inputs.js";
import type { HookContext } from "../../api/plugin.js";
import { MemoryError } from "../../errors/memory-error.js";
import { checkMembers, invalidInput } from "../../internal/check/check.js";
import type { JsonObject, MemoryRecord } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { expiry } from "./build-record.js";
import { checkRememberInput } from "./check-remember-input.js";

/** Members of a patch. */
export const PATCHABLE = [
  "content",
  "key",
  "value",
  "kind",
  "metadata",
  "thread",
  "trust",
  "importance",
  "emotion",
  "pinned",
  "occurredAt",
  "validFrom",
  "validTo",
  "ttlMs",
] as const;

/** What a patch can change and a hook cannot. */
const UNHOOKED: ReadonlySet<string> = new Set(["key", "ttlMs"]);

/** What the hooks are shown of a record. */
const HOOKED = [
  "content",
  "key",
  "kind",
  "value",
  "metadata",
  "thread",
  "origin",
  "trust",
  "sources",
  "importance",
  "emotion",
  "pinned",
  "occurredAt",
  "validFrom",
  "validTo",
] as const;

/** Checks the patch by the rules of `remember`; a stand-in is checked where it names no content. */
export function checkPatch(patch: RecordPatch): RecordPatch {
  checkMembers(patch, "patch", PATCHABLE);
  const { content, ...checked } = checkRememberInput({ content: "-", ...patch }, "patch");
  return patch.content === undefined ? checked : { ...checked, content };
}

/** The next version of a record, as the patch wants it. */
export function patchRecord(
  { current, patch }: { readonly current: MemoryRecord; readonly patch: RecordPatch },
  now: Date,
): MemoryRecord {
  const { ttlMs, metadata, ...fields } = patch;
  const { validFrom = current.validFrom, validTo = current.validTo } = patch;
  if (validFrom && validTo && validTo <= validFrom) {
    throw invalidInput("patch", "such that validTo is after validFrom");
  }
  return {
    ...current,
    ...definedMembers(fields),
    ...(metadata ? { metadata: mergeMetadata(current.metadata, metadata) } : {}),
    ...(ttlMs === undefined ? {} : { expiresAt: expiry(now, ttlMs) }),
    updatedAt: now,
    version: current.version + 1,
  };
}

/** The hooks see the record as it would be; what they make of it is what is written. */
export async function applyUpdateHooks(
  engine: Engine,
  record: MemoryRecord,
  context: HookContext,
): Promise<MemoryRecord> {
  if (!engine.hooks.changesInputs) return record;
  const members = HOOKED.filter((member) => record[member] !== undefined);
  const before = Object.fromEntries(members.map((member) => [member, record[member]]));
  const input = before as unknown as RememberInput;
  const result = await engine.hooks.beforeRemember(input, context, checkRememberInput);
  if ("by" in result) {
    throw new MemoryError(
      "rejected-by-plugin",
      `plugin ${result.by} rejected the update: ${result.reason}`,
    );
  }
  if (result.input === input) return record;
  const after = result.input;
  const changed = PATCHABLE.flatMap((member) =>
    !UNHOOKED.has(member) && after[member] !== undefined ? [[member, after[member]] as const] : [],
  );
  return { ...record, ...Object.fromEntries(changed) };
}

function mergeMetadata(current: JsonObject, patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...current, ...patch }).filter(([, value]) => value !== null),
  );
}

type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

function definedMembers<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}
