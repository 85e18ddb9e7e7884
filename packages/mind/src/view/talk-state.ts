import type { CallOptions, JsonObject, JsonValue, Memory } from "@kioku/core";
import { hashText, scopeToPath } from "@kioku/core/toolkit";

import { KEYS, KINDS } from "../model/kinds.js";
import { retryConflicts } from "../records/conflicts.js";
import { objectOf, textsOf } from "../records/json.js";

/** Most ids that a talk keeps of what it was told. */
const MAX_TOLD = 500;

/** State of a talk, kept durably. */
export interface TalkState {
  /** Ids of what the talk was told, the last ones. */
  readonly told: readonly string[];
  /** Messages that are left out of its prompt. */
  readonly drop: number;
  /** When the last turn that is left out was written. */
  readonly droppedUntil?: string;
}

interface StoredTalk {
  readonly state: TalkState;
  /** Version of its record, 0 for none. */
  readonly version: number;
}

/** Reads the state of a talk. */
export async function readTalk(
  memory: Memory,
  thread: string,
  options: CallOptions,
): Promise<TalkState> {
  return toState(await memory.get(keyOf(thread), options));
}

/** Changes the state of a talk. Nothing is written if the change returns `undefined`. */
export async function changeTalk(
  memory: Memory,
  thread: string,
  { change, ...options }: CallOptions & { readonly change: (state: TalkState) => TalkChange },
): Promise<void> {
  const key = keyOf(thread);
  const { signal } = options;
  await retryConflicts(async () => {
    const { state, version: ifVersion } = await readStored(memory, key, options);
    const changed = change(state);
    if (changed === undefined) return;
    const { told, drop, droppedUntil } = changed;
    const value = { told: told.slice(-MAX_TOLD), drop, droppedUntil } satisfies JsonObject;
    const writing = { kind: KINDS.state, origin: "system", index: false, ifVersion } as const;
    await memory.set(key, value, { ...writing, signal });
  });
}

/** The state after a change; `undefined`: it stays. */
export type TalkChange = TalkState | undefined;

/** Adds ids to what a talk was told. */
export function addTold(state: TalkState, ids: readonly string[]): TalkChange {
  const known = new Set(state.told);
  const added = ids.filter((id) => !known.has(id));
  return added.length === 0 ? undefined : { ...state, told: [...state.told, ...added] };
}

async function readStored(memory: Memory, key: string, options: CallOptions): Promise<StoredTalk> {
  const query = { kinds: [KINDS.state], filter: { "@key": key }, includeArchived: true };
  const { items } = await memory.list(query, options);
  const here = scopeToPath(memory.scopePath);
  const record = items.find(({ scope }) => scopeToPath(scope) === here);
  return { state: toState(record?.value), version: record?.version ?? 0 };
}

function toState(value: JsonValue | undefined): TalkState {
  const { told, drop, droppedUntil } = objectOf(value);
  return {
    told: textsOf(told),
    drop: typeof drop === "number" && Number.isInteger(drop) && drop >= 0 ? drop : 0,
    ...(typeof droppedUntil === "string" ? { droppedUntil } : {}),
  };
}

function keyOf(thread: string): string {
  return KEYS.talk(hashText("mind-thread", thread));
}
