import type { Memory, MemoryRoot } from "@kioku/core";

import type { Picker } from "../../support/picker.js";
import { hostileText } from "./hostile-texts.js";
import { ABORTED } from "./hostile-values.js";

/** Source of the arguments of calls. */
export interface FuzzContext {
  readonly picker: Picker;
  readonly root: MemoryRoot;
  /** The scope that is fuzzed. */
  readonly view: Memory;
  /** Ids of records that were there. */
  readonly ids: readonly string[];
  /** Lines of an export of the scope, once there are any. */
  readonly lines: readonly unknown[];
}

/** In every text that the fuzz remembers: no message may show it. */
export const SECRET = "zqsecretzq";

/** Keys, some of them names that every object has. */
export const KEYS: readonly string[] = [
  "theme",
  "user.name",
  "a b",
  "é",
  "__proto__",
  "constructor",
];

/** A text to remember, with the secret in it. */
export function someText({ picker }: FuzzContext): string {
  return `${SECRET} ${hostileText(picker)}`;
}

/** An id that is there, or none. */
export function someId({ picker, ids }: FuzzContext): string {
  return ids.length > 0 && picker.chance(0.8) ? picker.one(ids) : hostileText(picker);
}

/** An instant, often the last or the first there is. */
export function someInstant({ picker }: FuzzContext): Date {
  return new Date(picker.one([8.64e15, -8.64e15, 0, Date.UTC(2026, 1, 3), -1]));
}

/** A JSON object with odd names. */
export function someJson(context: FuzzContext): object {
  const { picker } = context;
  const name = picker.one(["topic", "a b", "constructor", "é", "$x", "toString"]);
  return {
    [name]: picker.one([1, null, true, -0, 5e-324, someText(context), [1, [2]], { a: { b: [] } }]),
  };
}

/** A filter that is valid. */
function someFilter(context: FuzzContext): object {
  const { picker } = context;
  const value = picker.one<unknown>([1, "x", null, true, hostileText(picker)]);
  return picker.one<object>([
    { topic: value },
    { "@id": { $in: [someId(context), "x"] } },
    { $or: [{ "a.b": { $gte: 1, $lt: 5 } }, { $not: { topic: { $exists: true } } }] },
    { "@createdAt": { $gt: someInstant(context) } },
    { "@value.a.b": { $contains: value } },
    { $and: [{ "@kind": { $nin: ["x"] } }, { "@emotion.valence": { $lte: 0.5 } }] },
  ]);
}

/** Options with a signal that has aborted, at times. */
export function someSignal({ picker }: FuzzContext): object {
  return picker.chance(0.03) ? { signal: AbortSignal.abort(ABORTED) } : {};
}

/** Options of a write. */
export function someAuthor(context: FuzzContext): object {
  return {
    ...context.picker.members({ actor: "fuzz", cause: hostileText(context.picker) }, 0.1),
    ...someSignal(context),
  };
}

/** An input that is valid, or nearly. */
export function someInput(context: FuzzContext): object {
  const { picker } = context;
  const members = {
    key: picker.one(KEYS),
    kind: "fact",
    value: someJson(context),
    metadata: someJson(context),
    thread: picker.one(["t", hostileText(picker)]),
    origin: picker.one(["user", "web", "tool", "system"]),
    trust: picker.number(),
    sources: [someId(context)],
    importance: picker.number(),
    emotion: { valence: -1, arousal: 1 },
    pinned: true,
    occurredAt: someInstant(context),
    validFrom: someInstant(context),
    validTo: someInstant(context),
    supersedes: [someId(context)],
    ttlMs: picker.one([1, 1e12, 0.5]),
    index: false,
    idempotencyKey: picker.one(["one", hostileText(picker)]),
    dedupe: picker.one(["off", "exact", { similarity: 0.9 }]),
  };
  return { content: someText(context), ...picker.members(members, 0.15) };
}

/** A member `asOf`, where that is there. */
export function someAsOf(context: FuzzContext): object {
  return {
    asOf: context.picker.members(
      { knownAt: someInstant(context), validAt: someInstant(context) },
      0.5,
    ),
  };
}

/** Members that narrow a query. */
export function someNarrowing(context: FuzzContext): object {
  const { picker } = context;
  const members = {
    kinds: ["fact", "note"],
    filter: someFilter(context),
    reach: picker.one(["here", "below"]),
  };
  return picker.members(members, 0.3);
}

/** A query of a recall. */
export function someQuery(context: FuzzContext): object {
  const { picker } = context;
  const members = {
    limit: 1 + picker.integer(50),
    mode: picker.one(["hybrid", "semantic", "keyword"]),
    minScore: picker.number(),
    neighbours: picker.integer(3),
    diversity: picker.number(),
    mood: { valence: 0, arousal: 0 },
    rerank: false,
    scoring: { score: () => ({ score: picker.number() }) },
    exclude: [someId(context)],
    includeArchived: true,
    explain: true,
    ...someAsOf(context),
  };
  return {
    query: `who ${hostileText(picker)}`,
    ...someNarrowing(context),
    ...picker.members(members, 0.2),
  };
}

/** Returns a target of `forget`. */
export function someTarget(context: FuzzContext): unknown {
  const { picker } = context;
  return picker.one<unknown>([
    someId(context),
    { key: picker.one(KEYS) },
    { filter: someFilter(context) },
  ]);
}

/** A member `cursor` that no page gave. */
export function someCursor({ picker }: FuzzContext): object {
  if (picker.chance(0.6)) return {};
  const parts = [
    picker.one(["createdAt asc", "key desc", "scopes", ""]),
    1,
    "/fuzz",
    hostileText(picker),
  ];
  const cursorText = JSON.stringify(parts.slice(0, 1 + picker.integer(4)));
  return {
    cursor: picker.chance(0.8)
      ? Buffer.from(cursorText).toString("base64url")
      : hostileText(picker),
  };
}
