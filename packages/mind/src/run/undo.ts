import type {
  CallOptions,
  JsonObject,
  JsonValue,
  Memory,
  MemoryRecord,
  RememberInput,
  WriteOptions,
} from "@kioku/core";

import { KEYS, KINDS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import { retryConflicts } from "../records/conflicts.js";
import { recordToFact } from "../records/fact-record.js";
import { objectOf } from "../records/json.js";
import { listByPrefix, readByKeys } from "../records/read-records.js";
import { SubjectFacts } from "./subject-facts.js";

/** A record that a run wrote. */
export interface Written {
  readonly key: string;
  /** Version before; 0 for a new one. */
  readonly before: number;
}

/**
 * Takes back what a run changed, the last batch first, as far as nothing was built on it. What it
 * added stays as ended at its beginning, so that it is not made again.
 */
export async function undoRun(
  host: MindHost,
  run: string,
  options: WriteOptions = {},
): Promise<number> {
  const { signal } = options;
  let undone = 0;
  for (const changes of (await readWritten(host.memory, run, { signal })).toReversed()) {
    undone += await retryConflicts(async () => {
      const { inputs, subjects } = await planUndo(host, changes, { signal });
      if (inputs.length > 0) await host.memory.rememberAll([...inputs, ...subjects], options);
      return inputs.length;
    });
  }
  return undone;
}

/** Reads what each batch of a run wrote, the first batch first. */
export async function readWritten(
  memory: Memory,
  run: string,
  options: CallOptions,
): Promise<readonly (readonly Written[])[]> {
  const key = KEYS.run(run, 1);
  const prefix = key.slice(0, key.lastIndexOf("/") + 1);
  const records = await listByPrefix(memory, prefix, { ...options, kinds: [KINDS.run] });
  return records.map(({ value }) => readChanges(objectOf(value)["changes"]));
}

/** Inputs that take changes back, and those that keep the keys of facts that hold. */
interface UndoPlan {
  readonly inputs: readonly RememberInput[];
  readonly subjects: readonly RememberInput[];
}

async function planUndo(
  { memory }: MindHost,
  changes: readonly Written[],
  options: CallOptions,
): Promise<UndoPlan> {
  const keys = changes.map(({ key }) => key);
  const records = await readByKeys(memory, keys, options);
  const facts = [...records.values()].flatMap((record) => recordToFact(record) ?? []);
  const subjects = await SubjectFacts.read(
    memory,
    facts.map(({ subject }) => subject),
    options,
  );
  const inputs: RememberInput[] = [];
  for (const { key, before } of changes) {
    const record = records.get(key);
    if (!record || standingVersion(record) !== before + 1) continue;
    const earlier = before > 0 ? await readVersion(memory, { record, before }, options) : undefined;
    if (before > 0 && !earlier) continue;
    inputs.push(
      earlier ? toInput(earlier, { standing: before, ifVersion: record.version }) : toEnded(record),
    );
    const fact = recordToFact(earlier ?? record);
    if (!fact) continue;
    const isHeld = earlier !== undefined && earlier.validTo === undefined;
    if (isHeld) subjects.add(fact, key, record.validTo !== undefined);
    else subjects.remove(fact, key);
  }
  return { inputs, subjects: subjects.toInputs() };
}

/** Reads an earlier version of a record; `undefined` once its text was erased. */
export async function readVersion(
  memory: Memory,
  { record, before }: { readonly record: MemoryRecord; readonly before: number },
  options: CallOptions,
): Promise<MemoryRecord | undefined> {
  const [earlier] = await memory.history(record.id, { ...options, after: before - 1, limit: 1 });
  return earlier?.record?.version === before ? earlier.record : undefined;
}

/** Returns the version whose content a record has: undoing restores earlier ones. */
export function standingVersion({ metadata, version }: MemoryRecord): number {
  const { standing } = objectOf(metadata["mind"]);
  return typeof standing === "number" ? standing : version;
}

/** Ends a record where it began, so that it held at no time. */
function toEnded(record: MemoryRecord): RememberInput {
  const from = record.validFrom ?? record.occurredAt ?? record.createdAt;
  const validTo = new Date(from.getTime() + 1);
  const input = toInput(record, { standing: 0, ifVersion: record.version, ended: "undone" });
  return { ...input, validTo };
}

function toInput(
  record: MemoryRecord,
  given: { readonly standing: number; readonly ifVersion: number; readonly ended?: "undone" },
): RememberInput {
  const { content, key, kind, origin, speaker, form, importance, sources, metadata } = record;
  const { occurredAt, validFrom, validTo } = record;
  const { ifVersion, ...members } = given;
  const before = objectOf(metadata["mind"]);
  const mind: JsonObject = { ...before, ...members };
  return {
    content,
    key,
    kind,
    origin,
    speaker,
    form,
    importance,
    sources,
    ifVersion,
    occurredAt,
    validFrom,
    validTo,
    index: before["by"] !== "rule",
    metadata: { ...metadata, mind },
  };
}

function readChanges(value: JsonValue | undefined): readonly Written[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).flatMap((one): readonly Written[] => {
    const { key, before } = objectOf(one);
    return typeof key === "string" && typeof before === "number" ? [{ key, before }] : [];
  });
}
