import type { RememberInput } from "../../api/inputs.js";
import type { RecordRef } from "../../contracts/memory-store.js";
import type { SpaceVector } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { Slices } from "../../internal/async/timers.js";
import { canonicalJson } from "../../internal/canonical-json.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import { dotProduct } from "../../internal/unit-vector.js";
import type { CallOptions } from "../../model/call-options.js";
import type { JsonValue, MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { isTrusted, trustOf } from "../../model/trust.js";
import { normalizeForDuplicates } from "../../text/normalize.js";
import { askedEmbedders } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";
import { historyPages } from "../history-pages.js";
import type { Rejection } from "../hooks/run-hook.js";
import { TRUSTED } from "../untrusted-share.js";
import { contentHash } from "./search-entry.js";
import type { CheckedInput, EmbeddedInput } from "./stages.js";

/** Members that a replay repeats if it names them. Others may describe the attempt. */
const REPEATED = ["kind", "key", "value", "thread", "speaker", "occurredAt"] as const;

/** An input, or a record that was made of one. */
type Said = Pick<RememberInput, "content" | "origin" | (typeof REPEATED)[number]>;

/** Numbers the inputs that were not rejected, and marks replays of earlier ones by their keys. */
export function toCheckedInputs(
  inputs: readonly (RememberInput | Rejection)[],
  given: { readonly defaultKind?: string | undefined; readonly ifVersion?: number | undefined },
): readonly CheckedInput[] {
  const { defaultKind = "note" } = given;
  const first = new Map<string, Pick<CheckedInput, "input" | "index">>();
  return inputs.flatMap((input, index) => {
    if ("status" in input) return [];
    const { idempotencyKey } = input;
    const earlier = idempotencyKey === undefined ? undefined : first.get(idempotencyKey);
    if (earlier && !saysTheSame(input, { kind: defaultKind, ...earlier.input })) {
      throw reusedKey(input, "an earlier input of the batch");
    }
    if (idempotencyKey !== undefined && !earlier) first.set(idempotencyKey, { input, index });
    const checked = { contentHash: hashIfDeduped(input, defaultKind), repeats: earlier?.index };
    const ifVersion = input.ifVersion ?? given.ifVersion;
    return [{ input, index, defaultKind, ifVersion, ...checked }];
  });
}

/** Returns true if an input writes nothing when its scope already says the same. */
export function dedupes(input: RememberInput): boolean {
  const fallback = input.key === undefined && input.thread === undefined ? "exact" : "off";
  return (input.dedupe ?? fallback) !== "off";
}

/** Returns the hash of the record to be: what dedupes has no key, so its record says just this. */
function hashIfDeduped(input: RememberInput, defaultKind: string): string | undefined {
  // Sources decide how far something derived is trusted, which is part of the hash.
  if (!dedupes(input) || (input.sources ?? []).length > 0) return undefined;
  const { content, kind = defaultKind, thread, speaker, occurredAt } = input;
  return contentHash({ content, kind, thread, speaker, occurredAt, ...trustOf(input) });
}

/** Finds the records that say what an input says, by the index of the input. */
export async function findKnown(
  engine: Engine,
  inputs: readonly CheckedInput[],
  given: CallOptions & { readonly scope: Scope; readonly now: Date },
): Promise<ReadonlyMap<number, MemoryRecord>> {
  const { scope, now, signal } = given;
  const asked = inputs.flatMap((one) => refsOf(one, scope).map((ref) => ({ ...one, ref })));
  const known = new Map<number, MemoryRecord>();
  if (asked.length === 0) return known;
  const refs = asked.map(({ ref }) => ref);
  const found = await engine.store.get(refs, { now, signal });
  // A record that the batch itself changes is compared by the store, in order.
  const keys = new Set(inputs.map(({ input }) => input.key));
  const superseded = new Set(inputs.flatMap(({ input }) => input.supersedes ?? []));
  for (const [position, { input, index, ref }] of asked.entries()) {
    const record = found[position];
    if (!record || known.has(index)) continue;
    if ("idempotencyKey" in ref) {
      await requireSameInput(engine, { input, record }, { signal });
    } else {
      const { id, key } = record;
      if (superseded.has(id) || (key !== undefined && keys.has(key))) continue;
    }
    known.set(index, record);
  }
  return known;
}

/** Lists what to look up, as the store does: a replay first, then the same content. */
function refsOf({ input, repeats, contentHash: hash }: CheckedInput, scope: Scope): RecordRef[] {
  if (repeats !== undefined) return [];
  const { idempotencyKey } = input;
  return [
    ...(idempotencyKey === undefined ? [] : [{ scope, idempotencyKey }]),
    ...(hash === undefined ? [] : [{ scope, contentHash: hash }]),
  ];
}

/** Refuses an input with the idempotency key of a record none of whose versions says the same. */
export async function requireSameInput(
  engine: Engine,
  { input, record }: { readonly input: RememberInput; readonly record: MemoryRecord },
  { signal }: CallOptions,
): Promise<void> {
  if (saysTheSame(input, record)) return;
  const request = { within: [record.scope], reach: "here", ids: [record.id], limit: 1 } as const;
  for await (const page of historyPages(engine, request, { signal })) {
    const versions = page.flatMap(({ revisions }) => revisions.flatMap((one) => one.record ?? []));
    if (versions.some((version) => saysTheSame(input, version))) return;
  }
  throw reusedKey(input, `record ${record.id}`);
}

function saysTheSame(input: RememberInput, said: Said): boolean {
  return (
    normalizeForDuplicates(input.content) === normalizeForDuplicates(said.content) &&
    (input.origin ?? "user") === (said.origin ?? "user") &&
    REPEATED.every((one) => input[one] === undefined || toText(input[one]) === toText(said[one]))
  );
}

function reusedKey({ idempotencyKey = "" }: RememberInput, user: string): MemoryError {
  const key = JSON.stringify(idempotencyKey.slice(0, 64));
  const problem = `idempotency key ${key} was used by ${user} for another content`;
  return new MemoryError("conflict", `${problem}; give new content a key of its own`);
}

function toText(value: JsonValue | Date | undefined): string | undefined {
  if (value === undefined) return undefined;
  return canonicalJson(value instanceof Date ? value.toISOString() : value);
}

/** Vectors have length 1 but for the rounding of 32-bit numbers. */
const ROUNDING = 1e-6;

type ScopeCall = CallOptions & { readonly scope: Scope };

/** An input and its vector in the space where inputs are compared. */
type Compared = EmbeddedInput & { readonly vector: SpaceVector };

/** Records, and indexes of earlier inputs, that say much the same, by the index of the input. */
interface SimilarFound {
  readonly known: ReadonlyMap<number, MemoryRecord>;
  readonly repeats: ReadonlyMap<number, number>;
}

/** Finds what says much the same as the inputs that dedupe by similarity. */
export async function findSimilar(
  engine: Engine,
  inputs: readonly EmbeddedInput[],
  call: ScopeCall,
): Promise<SimilarFound> {
  const known = new Map<number, MemoryRecord>();
  const repeats = new Map<number, number>();
  // Vectors of other spaces are not compared: a similarity means something else in each of them.
  const [first] = await askedEmbedders(engine, call);
  const earlier = new Map<string, Compared[]>();
  const slices = new Slices();
  for (const one of inputs) {
    const pause = slices.pause();
    if (pause) await pause;
    call.signal?.throwIfAborted();
    const vector = one.vectors?.find(({ space }) => space.id === first?.id);
    if (one.repeats !== undefined || !vector) continue;
    const compared = { ...one, vector };
    const group = groupOf(one);
    const others = earlier.get(group) ?? [];
    if (typeof one.input.dedupe === "object" && one.input.index !== false) {
      const record = await findInStore(engine, compared, call);
      const other = record ? undefined : others.find((before) => isSimilar(compared, before));
      if (record) known.set(one.index, record);
      if (other) repeats.set(one.index, other.index);
      if (record || other) continue;
    }
    // A keyed input may get another text further on.
    if (one.input.key !== undefined) continue;
    others.push(compared);
    earlier.set(group, others);
  }
  return { known, repeats };
}

function groupOf({ input, defaultKind }: EmbeddedInput): string {
  const { kind = defaultKind, thread, speaker } = input;
  return JSON.stringify([kind, thread, speaker, isTrusted(trustOf(input))]);
}

function leastSimilarity({ input }: EmbeddedInput): number {
  return (typeof input.dedupe === "object" ? input.dedupe.similarity : 1) - ROUNDING;
}

function isSimilar(one: Compared, other: Compared): boolean {
  return dotProduct(one.vector.values, other.vector.values) >= leastSimilarity(one);
}

async function findInStore(
  engine: Engine,
  compared: Compared,
  { scope, signal }: ScopeCall,
): Promise<MemoryRecord | undefined> {
  const { input, defaultKind, vector } = compared;
  const now = engine.clock();
  const trusted = isTrusted(trustOf(input)) ? TRUSTED : { $not: TRUSTED };
  const { thread = { $exists: false }, speaker = { $exists: false } } = input;
  const where = parseFilter({ $and: [{ "@thread": thread, "@speaker": speaker }, trusted] });
  const kinds = [input.kind ?? defaultKind];
  const selection = { within: [scope], reach: "here", kinds, where, now, validAt: now } as const;
  const leg = { type: "vector", space: vector.space.id, values: vector.values } as const;
  const [best] = await engine.store.search({ legs: [leg], selection, limit: 1 }, { signal });
  if (!best || (best.scores[0] ?? -1) < leastSimilarity(compared)) return undefined;
  const [record] = await engine.store.get([best], { now, signal });
  return record;
}
