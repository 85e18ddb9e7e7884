import type { SpaceVector } from "../../contracts/vector-space.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import { dotProduct } from "../../internal/unit-vector.js";
import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { isTrusted, trustOf } from "../../model/trust.js";
import { askedEmbedders } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";
import { TRUSTED_ONLY } from "../untrusted-share.js";
import type { EmbeddedInput } from "./stages.js";

/** Vectors have length 1 but for the rounding of 32-bit numbers. */
const ROUNDING = 1e-6;
/** Inputs that are compared before other work gets its turn. */
const TURN = 64;

type ScopeCall = CallOptions & { readonly scope: Scope };

/** An input and its vector in the space where inputs are compared. */
interface Compared extends EmbeddedInput {
  readonly vector: SpaceVector;
}

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
  for (const [position, one] of inputs.entries()) {
    if (position % TURN === TURN - 1) await nextTurn();
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

async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
}

function groupOf({ input, defaultKind }: EmbeddedInput): string {
  const isOfTrust = isTrusted(trustOf(input));
  return JSON.stringify([input.kind ?? defaultKind, input.thread ?? null, isOfTrust]);
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
  const trusted = isTrusted(trustOf(input)) ? TRUSTED_ONLY : { $not: TRUSTED_ONLY };
  const inThread = { "@thread": input.thread ?? { $exists: false } };
  const where = parseFilter({ $and: [inThread, trusted] });
  const kinds = [input.kind ?? defaultKind];
  const selection = { within: [scope], reach: "here", kinds, where, now, validAt: now } as const;
  const leg = { type: "vector", space: vector.space.id, values: vector.values } as const;
  const [best] = await engine.store.search({ legs: [leg], selection, limit: 1 }, { signal });
  if (!best || (best.scores[0] ?? -1) < leastSimilarity(compared)) return undefined;
  const [record] = await engine.store.get([best], { now, signal });
  return record;
}
