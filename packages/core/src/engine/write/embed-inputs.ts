import type { Operation } from "../../api/events.js";
import type { RememberAllOptions } from "../../api/inputs.js";
import type { EmbedTextsOptions } from "../../embedding/embed-texts.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Scope } from "../../model/scope.js";
import { embedAt } from "../embedding/queue/queue-options.js";
import { chooseNow } from "../embedding/spaces/choose-embedders.js";
import { embedForWriting, type EmbeddedTexts } from "../embedding/spaces/embed-for-writing.js";
import type { Engine } from "../engine.js";
import { ownVectors, type OwnVectors } from "../vectors/own-vectors.js";
import { findKnown, findSimilar } from "./find-duplicates.js";
import { datesNamed } from "./search-entry.js";
import type { CheckedInput, EmbeddedBatch, EmbeddedInput } from "./stages.js";

/** Options of a write, with its scope and verb. */
export interface RememberCall extends RememberAllOptions {
  readonly scope: Scope;
  /** The verb that was called, for the hooks. */
  readonly operation: Operation;
  /** Kind of a new record that names none. */
  readonly defaultKind?: string | undefined;
  /** Demanded version of the keyed record; with it, a lost race is the caller's to decide. */
  readonly ifVersion?: number | undefined;
  /** Vectors from elsewhere than the memory's embedders. */
  readonly own?: OwnVectors | undefined;
}

/** Embeds inputs for the first time, and leaves out those that the scope already has. */
export async function embedFirst(
  engine: Engine,
  checked: readonly CheckedInput[],
  call: RememberCall,
): Promise<EmbeddedBatch> {
  const { scope, signal, own, onProgress } = call;
  const total = checked.length;
  const kept = await findKept(engine, checked, call);
  const inputs = checked.map((one): EmbeddedInput => {
    const isKept = kept.has(one.index);
    return { ...one, isKept, vectors: undefined, isQueued: false, embedAt: undefined, dates: [] };
  });
  const embedded = await embedInputs(engine, inputs, {
    scope,
    signal,
    own,
    onProgress: onProgress && ((done) => onProgress(Math.min(done, total - 1), total)),
  });
  const compares = checked.some(({ input }) => comparesVectors(input));
  const batch = compares
    ? await leaveOutSimilar(engine, embedded, call)
    : { ...embedded, known: new Map() };
  return { ...batch, inputs: await withDates(batch.inputs, call) };
}

function comparesVectors({ dedupe, index }: CheckedInput["input"]): boolean {
  return typeof dedupe === "object" && index !== false;
}

/** Returns the indexes of inputs whose key has their text, and vectors of it, which stores keep. */
async function findKept(
  engine: Engine,
  inputs: readonly CheckedInput[],
  { scope, signal, own }: RememberCall,
): Promise<ReadonlySet<number>> {
  // A key that comes twice changes its text in between.
  const withKey = inputs.filter(({ input }) => input.key !== undefined);
  const byKey = Map.groupBy(withKey, ({ input }) => input.key);
  const keyed = [...byKey].flatMap(([key, [first, ...more]]) =>
    key !== undefined && first && more.length === 0 && first.input.index !== false
      ? [{ key, ...first }]
      : [],
  );
  const foreign = own?.isForeign === true ? own.embedder : undefined;
  if ((!foreign && engine.embedders.length === 0) || keyed.length === 0) return new Set();
  const refs = keyed.map(({ key }) => ({ scope, key }));
  const records = await engine.store.get(refs, { now: engine.clock(), signal });
  const same = keyed.flatMap(({ input, index }, position) => {
    const record = records[position];
    return record?.content === input.content ? [{ index, ref: { scope, id: record.id } }] : [];
  });
  if (same.length === 0) return new Set();
  const ids = same.map(({ ref }) => ref);
  const { asked, next } = foreign
    ? { asked: [foreign], next: undefined }
    : await chooseNow(engine, { signal });
  const needed = next ? [...asked.slice(0, 1), next] : asked.slice(0, 1);
  const vectors = await Promise.all(
    needed.map((embedder) => engine.store.vectors(embedder.id, ids, { signal })),
  );
  const kept = same.filter((_, position) => vectors.every((ofSpace) => ofSpace[position]));
  return new Set(kept.map(({ index }) => index));
}

async function leaveOutSimilar(
  engine: Engine,
  batch: Omit<EmbeddedBatch, "known">,
  call: RememberCall,
): Promise<EmbeddedBatch> {
  const { known, repeats } = await findSimilar(engine, batch.inputs, call);
  const left = batch.inputs.filter(({ index }) => !known.has(index));
  const inputs = left.map((one) => ({ ...one, repeats: repeats.get(one.index) ?? one.repeats }));
  return { ...batch, inputs, known };
}

/** Adds the times that the texts name, if it is known when they were said. */
async function withDates(
  inputs: readonly EmbeddedInput[],
  { signal }: CallOptions,
): Promise<readonly EmbeddedInput[]> {
  const dated: EmbeddedInput[] = [];
  for (const one of inputs) {
    const { content, occurredAt, index } = one.input;
    const isDated = occurredAt !== undefined && index !== false;
    if (isDated) signal?.throwIfAborted();
    dated.push(isDated ? { ...one, dates: await datesNamed(content, occurredAt) } : one);
  }
  return dated;
}

/** Leaves out replays of what others wrote meanwhile, and embeds what the store keeps no longer. */
export async function embedAgain(
  engine: Engine,
  batch: EmbeddedBatch,
  call: RememberCall & { readonly isFirst: boolean },
): Promise<EmbeddedBatch> {
  const { scope, signal, own } = call;
  const replays = batch.inputs.filter(({ input }) => input.idempotencyKey !== undefined);
  const known = await findKnown(engine, replays, { ...call, now: engine.clock() });
  const left = batch.inputs.filter(({ index }) => !known.has(index));
  const kept = call.isFirst ? await findKept(engine, left, call) : new Set<number>();
  const inputs = left.map((one) => ({ ...one, isKept: kept.has(one.index) }));
  const embedded = await embedInputs(engine, inputs, { scope, signal, own });
  return {
    inputs: embedded.inputs,
    known: new Map([...batch.known, ...known]),
    failure: batch.failure ?? embedded.failure,
    spaceOps: [...batch.spaceOps, ...embedded.spaceOps],
  };
}

interface EmbedCall extends Pick<EmbedTextsOptions, "signal" | "onProgress"> {
  readonly scope: Scope;
  readonly own?: OwnVectors | undefined;
}

/** Embeds the searchable inputs that have no vectors yet, as far as the embedders can. */
async function embedInputs(
  engine: Engine,
  inputs: readonly EmbeddedInput[],
  call: EmbedCall,
): Promise<Omit<EmbeddedBatch, "known">> {
  const own = call.own && (await ownVectors(inputs, call.own, call));
  const given = inputs.map((one) => {
    return own?.vectors.has(one.index) ? { ...one, vectors: own.vectors.get(one.index) } : one;
  });
  const spaceOps = own?.spaceOps ?? [];
  if (call.own?.isForeign === true) return { inputs: given, failure: undefined, spaceOps };
  const missing = given.filter(needsVectors);
  const areQueued = engine.embedding === "queued";
  const now = areQueued ? missing.filter(({ input }) => typeof input.dedupe === "object") : missing;
  const texts = engine.embedders.length === 0 ? [] : now.map(({ input }) => input.content);
  const made = texts.length === 0 ? undefined : await embedAtOnce(engine, texts, call);
  const byIndex = new Map(now.map(({ index }, position) => [index, made?.texts[position]]));
  const embedded = given.map((one): EmbeddedInput => {
    if (!needsVectors(one)) return one;
    const { vectors, isFound = !areQueued } = byIndex.get(one.index) ?? {};
    if (!isFound) return { ...one, vectors, isQueued: true, embedAt: embedAt(engine) };
    return vectors ? { ...one, vectors, isQueued: false, embedAt: undefined } : one;
  });
  const allOps = [...spaceOps, ...(made?.spaceOps ?? [])];
  return { inputs: embedded, failure: made?.failure, spaceOps: allOps };
}

function needsVectors({ input, vectors, isKept }: EmbeddedInput): boolean {
  return input.index !== false && !vectors && !isKept;
}

/** Embeds texts to be written as far as the embedders can, unless workers are to do it. */
export async function embedToWrite(
  engine: Engine,
  texts: readonly string[],
  call: EmbedCall,
): Promise<EmbeddedTexts> {
  if (engine.embedding === "inline") return embedAtOnce(engine, texts, call);
  const none = texts.map(() => ({ vectors: [], isFound: false, isUnfit: false }));
  return { texts: none, failure: undefined, spaceOps: [] };
}

async function embedAtOnce(
  engine: Engine,
  texts: readonly string[],
  { scope, signal, onProgress }: EmbedCall,
): Promise<EmbeddedTexts> {
  const embedded = await embedForWriting(engine, texts, { signal, onProgress });
  if (embedded.failure) engine.events.degrade(embedded.failure, { scope, during: "remember" });
  return embedded;
}
