import type { ReindexOptions } from "../../api/memory-root.js";
import type { Embedder } from "../../contracts/embedder.js";
import { recordPages } from "../../contracts/store-helpers.js";
import type { SpaceOp } from "../../contracts/write-op.js";
import { embedTexts, textsAtOnce } from "../../embedding/embed-texts.js";
import { MemoryError } from "../../errors/memory-error.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import { checkFunction, checkText } from "../../internal/check/check.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT, MAX_NAME_LENGTH } from "../../model/limits.js";
import type { MemoryRecord } from "../../model/record.js";
import { drainOnce, newWorkerState } from "../embedding/queue/drain-queue.js";
import { checkEmbedQueued } from "../embedding/queue/queue-options.js";
import { chooseEmbedders } from "../embedding/spaces/choose-embedders.js";
import { embedOp, startSpace } from "../embedding/spaces/embed-for-writing.js";
import type { Engine } from "../engine.js";

/** Passes in a row that may add nothing because every record changed in between. */
const MAX_VAIN_PASSES = 16;

/** Fills the first embedder's space, and lets it take over when nothing is missing. */
export async function reindex(engine: Engine, options: ReindexOptions): Promise<number> {
  checkCallOptions(options, ["onProgress"]);
  const { signal, onProgress } = options;
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  const reportProgress = safeProgress(onProgress, engine.logger);
  return engine.lifecycle.run(signal, async () => {
    const { store } = engine;
    const [embedder] = engine.embedders;
    if (!embedder) {
      throw new MemoryError("invalid-input", "reindex needs an embedder: pass one to createMemory");
    }
    const countMissing = (): Promise<number> => store.countMissingVectors(embedder.id, { signal });
    const total = await countMissing();
    let written = 0;
    const onWritten = (count: number): void => {
      written += count;
      reportProgress?.(written, Math.max(written, total));
    };
    const fill = async (missing: number): Promise<void> => {
      let vain = 0;
      for (let left = missing; left > 0; left = await countMissing()) {
        if (vain === MAX_VAIN_PASSES) throw neverStill(left);
        const added = await fillSpace(engine, embedder, { signal, onWritten });
        vain = added === 0 ? vain + 1 : 0;
      }
    };
    await fill(total);
    await takeOver(engine, embedder, { signal });
    // Writes may have been under way to the old space only.
    await fill(await countMissing());
    await settleQueue(engine, { signal });
    return written;
  });
}

/** Takes all jobs off the queue, dead ones too: they have their vectors now. */
async function settleQueue(engine: Engine, { signal }: CallOptions): Promise<void> {
  const { queue } = engine.store;
  if (!queue) return;
  await queue.revive(engine.clock(), { signal });
  const state = { ...newWorkerState(engine), batchSize: MAX_LIMIT };
  await drainOnce(engine, checkEmbedQueued({ signal }), state);
}

function neverStill(left: number): MemoryError {
  return new MemoryError(
    "conflict",
    `${left} records changed each time while they were embedded; run reindex() again when less is written`,
    { retryable: true },
  );
}

/** Lets recall ask only the space of this embedder. Spaces that others are filling stay so. */
async function takeOver(
  { store }: Engine,
  { id, dimensions }: Embedder,
  { signal }: CallOptions,
): Promise<void> {
  const spaces = await store.spaces({ signal });
  const own = spaces.find((space) => space.id === id);
  const others = spaces.filter((space) => space.state === "ready" && space.id !== id);
  const width = own?.dimensions ?? dimensions;
  const isDone = others.length === 0 && (own === undefined || own.state === "ready");
  // Without a width nothing was ever embedded; the first write says it.
  if (isDone || width === undefined) return;
  const retired = others.map(({ id: other, dimensions: size }): SpaceOp => {
    return { op: "space", space: { id: other, dimensions: size }, state: "retired" };
  });
  const ready = { op: "space", space: { id, dimensions: width }, state: "ready" } as const;
  await store.write([ready, ...retired], { signal });
}

/** Records made durable together are as many as are embedded at once, but not fewer than this. */
const LEAST_PAGE = 16;

/** Adds missing vectors in one pass, and counts them. @throws `embedder-failed` at its end. */
async function fillSpace(
  engine: Engine,
  embedder: Embedder,
  { signal, onWritten }: CallOptions & { readonly onWritten: (count: number) => void },
): Promise<number> {
  const spaces = await engine.store.spaces({ signal });
  const { starting, asked } = chooseEmbedders(engine.embedders, spaces);
  const dequeue = asked.includes(embedder);
  let failure: MemoryError | undefined;
  const unfit: string[] = [];
  let written = 0;
  for await (const records of pagesWithoutVector(engine, embedder, { signal })) {
    if (records.length === 0) continue;
    const texts = records.map((record) => record.content);
    const embedded = await embedTexts(embedder, texts, { purpose: "document", signal });
    const ops = records.flatMap((record, index) => {
      const vector = embedded.vectors[index];
      return vector ? [embedOp(record, vector, dequeue)] : [];
    });
    const [first] = ops;
    if (first) {
      const before = starting === embedder ? [startSpace(first.vector.space)] : [];
      const results = await engine.store.write([...before, ...ops], { signal });
      const added = results.slice(before.length).filter(({ applied }) => applied).length;
      written += added;
      onWritten(added);
    }
    unfit.push(...records.filter((_, index) => embedded.unfit.has(index)).map(({ id }) => id));
    const hasFailed = embedded.vectors.filter((one) => !one).length > embedded.unfit.size;
    if (hasFailed) failure ??= embedded.failure;
    if (hasFailed && !first) break;
  }
  if (failure) throw failure;
  if (unfit.length > 0) throw cannotEmbed(embedder, unfit);
  return written;
}

function cannotEmbed({ id }: Embedder, records: readonly string[]): MemoryError {
  const some = records.slice(0, 10).join(", ");
  return new MemoryError(
    "embedder-failed",
    `embedder ${id} cannot embed the texts of ${records.length} records (${some}): shorten, forget or divide them, or choose an embedder that takes them; all others have their vectors`,
  );
}

function pagesWithoutVector(
  { store }: Engine,
  embedder: Embedder,
  { signal }: CallOptions,
): AsyncGenerator<readonly MemoryRecord[]> {
  const limit = Math.min(Math.max(textsAtOnce(embedder), LEAST_PAGE), MAX_LIMIT);
  const everything = { within: [[]], reach: "below", includeArchived: true } as const;
  return recordPages(store, { ...everything, limit, missingVectorIn: embedder.id }, { signal });
}

/** Removes a space that recall does not ask, and returns the number of its vectors. */
export async function dropSpace(engine: Engine, id: string, options: CallOptions): Promise<number> {
  checkCallOptions(options);
  checkText(id, "id", MAX_NAME_LENGTH);
  const { signal } = options;
  return engine.lifecycle.run(signal, async () => {
    const spaces = await engine.store.spaces({ signal });
    const name = JSON.stringify(id);
    if (!spaces.some((space) => space.id === id)) {
      const others = spaces.map((space) => space.id).join(", ");
      throw new MemoryError("not-found", `there is no space ${name}, only: ${others || "none"}`);
    }
    const { asked } = chooseEmbedders(engine.embedders, spaces);
    if (asked.some((embedder) => embedder.id === id)) throw inUse(`recall asks space ${name}`);
    const ready = spaces.filter(({ state }) => state === "ready");
    if (ready.length === 1 && ready[0]?.id === id) {
      throw inUse(`space ${name} is the only one that is ready`);
    }
    return engine.store.dropSpace(id, { signal });
  });
}

function inUse(problem: string): MemoryError {
  return new MemoryError("conflict", `${problem}; let another one take over with reindex() first`);
}
