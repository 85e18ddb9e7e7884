import type { SpaceVector } from "../../contracts/vector-space.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import { dotProduct } from "../../internal/unit-vector.js";
import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { isTrusted, trustOf } from "../../model/trust.js";
import { askedEmbedders } from "../embedding/spaces/asked-embedders.js";
import type { Engine } from "../engine.js";
import { TRUSTED_ONLY } from "../untrusted-share.js";
import type { Draft } from "./draft.js";

/** Vectors have length 1 but for the rounding of 32-bit numbers. */
const ROUNDING = 1e-6;
/** How many inputs are compared before other work gets its turn. */
const TURN = 64;

/** A draft and its vector in the space where drafts are compared. */
interface Compared {
  readonly draft: Draft;
  readonly vector: SpaceVector;
}

/** Whether a draft is to be compared by its vector. */
function comparesVectors({ input }: Draft): boolean {
  return typeof input.dedupe === "object" && input.index !== false;
}

/**
 * The drafts of which the scope says much the same already, with the record that does. Those that
 * repeat an earlier draft of the batch are marked as such.
 */
export async function findSimilar(
  engine: Engine,
  drafts: readonly Draft[],
  call: CallOptions & { readonly scope: Scope },
): Promise<ReadonlyMap<Draft, MemoryRecord>> {
  const found = new Map<Draft, MemoryRecord>();
  if (!drafts.some(comparesVectors)) return found;
  const space = await comparedSpace(engine, call);
  const earlier = new Map<string, Compared[]>();
  for (const [index, draft] of drafts.entries()) {
    if (index % TURN === TURN - 1) await nextTurn();
    call.signal?.throwIfAborted();
    if (draft.repeats) continue;
    const group = groupOf(draft);
    const vector = draft.vectors?.find((one) => one.space.id === space);
    if (!vector) continue;
    const others = earlier.get(group) ?? [];
    if (comparesVectors(draft)) {
      const record = await findInStore(engine, { draft, vector }, call);
      if (record) found.set(draft, record);
      else draft.repeats = others.find((other) => isSimilar({ draft, vector }, other))?.draft;
    }
    // What has a key may get another text further on.
    if (found.has(draft) || draft.repeats || draft.input.key !== undefined) continue;
    others.push({ draft, vector });
    earlier.set(group, others);
  }
  return found;
}

async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
}

function groupOf({ input, defaultKind }: Draft): string {
  const isOfTrust = isTrusted(trustOf(input));
  return JSON.stringify([input.kind ?? defaultKind, input.thread ?? null, isOfTrust]);
}

/**
 * The space that recall asks first. Vectors of others are not compared: what a similarity means
 * differs between them.
 */
async function comparedSpace(engine: Engine, { signal }: CallOptions): Promise<string | undefined> {
  const [first] = await askedEmbedders(engine, { signal });
  return first?.id;
}

function leastSimilarity({ input }: Draft): number {
  const least = typeof input.dedupe === "object" ? input.dedupe.similarity : 1;
  return least - ROUNDING;
}

function isSimilar({ draft, vector }: Compared, other: Compared): boolean {
  return dotProduct(vector.values, other.vector.values) >= leastSimilarity(draft);
}

async function findInStore(
  engine: Engine,
  { draft, vector }: Compared,
  { scope, signal }: CallOptions & { readonly scope: Scope },
): Promise<MemoryRecord | undefined> {
  const { input, defaultKind } = draft;
  const now = engine.clock();
  const trusted = isTrusted(trustOf(input)) ? TRUSTED_ONLY : { $not: TRUSTED_ONLY };
  const where = parseFilter({
    $and: [{ "@thread": input.thread ?? { $exists: false } }, trusted],
  });
  const kinds = [input.kind ?? defaultKind];
  const selection = { within: [scope], reach: "here", kinds, where, now, validAt: now } as const;
  const leg = { type: "vector", space: vector.space.id, values: vector.values } as const;
  const [best] = await engine.store.search({ legs: [leg], selection, limit: 1 }, { signal });
  if (!best || (best.scores[0] ?? -1) < leastSimilarity(draft)) return undefined;
  const [record] = await engine.store.get([best], { now, signal });
  return record;
}
