import type { RecordPatch, RememberInput } from "../../api/inputs.js";
import type { HookContext } from "../../api/plugin.js";
import { MemoryError } from "../../errors/memory-error.js";
import { checkMembers, invalidInput } from "../../internal/check/check.js";
import type { JsonObject, MemoryRecord } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { checkRememberInput } from "./check-remember-input.js";
import { expiry } from "./plan-write.js";

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

/** Members that a patch can change and a hook cannot. */
const UNHOOKED: ReadonlySet<string> = new Set(["key", "ttlMs"]);

/** Members of a record that the hooks are shown. */
const HOOKED = [...PATCHABLE.filter((member) => member !== "ttlMs"), "origin", "sources"] as const;

/** Checks a patch by the rules of `remember`, with a stand-in for content that it leaves out. */
export function checkPatch(patch: RecordPatch): RecordPatch {
  checkMembers(patch, "patch", PATCHABLE);
  const { content, ...checked } = checkRememberInput({ content: "-", ...patch }, "patch");
  return patch.content === undefined ? checked : { ...checked, content };
}

type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** Returns the next version of a record. */
export function patchRecord(
  { current, patch }: { readonly current: MemoryRecord; readonly patch: RecordPatch },
  now: Date,
): MemoryRecord {
  const { ttlMs, metadata, ...fields } = patch;
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  const { validFrom = current.validFrom, validTo = current.validTo } = patch;
  if (validFrom && validTo && validTo <= validFrom) {
    throw invalidInput("patch", "such that validTo is after validFrom");
  }
  return {
    ...current,
    ...(Object.fromEntries(defined) as Defined<typeof fields>),
    ...(metadata ? { metadata: mergeMetadata(current.metadata, metadata) } : {}),
    ...(ttlMs === undefined ? {} : { expiresAt: expiry(now, ttlMs) }),
    updatedAt: now,
    version: current.version + 1,
  };
}

/** Returns what the hooks make of a record. They are shown it as it would be. */
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
