import type { CallOptions } from "@kioku/core";

import { wordWeights } from "../../keep/word-weights.js";
import type { Batch } from "../../model/batch.js";
import type { Turn } from "../../model/turn.js";
import { Claims, claimsOf } from "../../run/claims.js";
import type { Watermark } from "../../run/progress.js";
import { readWaiting } from "../../run/read-waiting.js";
import type { MemoryKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { type KindProgress, readProgress } from "./kind-progress.js";

/** Kinds of records that are turns. */
const SAID = ["message", "note"];
/** Turns of a batch, and UTF-16 units of their texts. */
const TURNS = 20;
const LENGTH = 60_000;
/** Most turns that have to wait before anything is done. */
const MOST_WAITING = 500;

/** Turns that wait for managers which have got to the same place. */
export interface KindBatch {
  readonly kinds: readonly MemoryKind[];
  readonly progress: ReadonlyMap<MemoryKind, KindProgress>;
  /** None if only records that are no turns were passed. */
  readonly turns: readonly Turn[];
  /** Watermark behind them. */
  readonly watermark: Watermark;
}

/** Reads the next turns that wait for kinds: a batch for each place that some of them are at. */
export async function readBatches(
  host: KindHost,
  kinds: readonly MemoryKind[],
  { minTurns, signal }: CallOptions & { readonly minTurns: number },
): Promise<readonly KindBatch[]> {
  const progress = await readProgress(host, kinds, { signal });
  const placeOf = (kind: MemoryKind): string => {
    const { after, seen } = progress.get(kind) ?? {};
    return JSON.stringify([after?.at, after?.id, seen]);
  };
  const groups = [...Map.groupBy(kinds, placeOf).values()];
  const batches = await Promise.all(
    groups.map((group) => readBatch(host, { kinds: group, progress, minTurns }, { signal })),
  );
  return batches.flatMap((batch) => batch ?? []);
}

async function readBatch(
  { memory }: KindHost,
  asked: Pick<KindBatch, "kinds" | "progress"> & { readonly minTurns: number },
  { signal }: CallOptions,
): Promise<KindBatch | undefined> {
  const { kinds, progress, minTurns } = asked;
  const [first] = kinds;
  const place = (first && progress.get(first)) ?? { seen: [] };
  const turns = Math.max(TURNS, Math.min(minTurns, MOST_WAITING));
  const limits = { turns, length: LENGTH, signal };
  const waiting = await readWaiting({ memory, kinds: SAID }, place, limits);
  const isDue = waiting.hasMore || waiting.turns.length >= Math.max(1, minTurns);
  if (!isDue) return undefined;
  const taken = waiting.turns.slice(0, TURNS).map(({ turn }) => turn);
  return { kinds, progress, turns: taken, watermark: waiting.watermarkAfter(taken.length) };
}

/** Reads what the checks have to know of turns. */
export async function toBatch(
  { memory }: KindHost,
  turns: readonly Turn[],
  options: CallOptions,
): Promise<Batch> {
  const [weights, claims] = await Promise.all([
    wordWeights(memory, turns),
    Claims.read(memory, turns.flatMap(claimsOf), options),
  ]);
  return { turns, before: [], facts: [], weights, isForgotten: (hash) => claims.isForgotten(hash) };
}
