import type { Embedder } from "../../contracts/embedder.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Scope } from "../../model/scope.js";
import { chooseNow } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";
import type { OwnVectors } from "../vectors/own-vectors.js";
import type { CheckedInput } from "./stages.js";

/**
 * Returns the indexes of inputs that write a key anew with the text it has, if the store has the
 * vectors: a store keeps the vectors of a text that stays.
 */
export async function findKept(
  engine: Engine,
  inputs: readonly CheckedInput[],
  call: CallOptions & { readonly scope: Scope; readonly own?: OwnVectors | undefined },
): Promise<ReadonlySet<number>> {
  const { scope, signal, own } = call;
  // A key that comes twice changes its text in between.
  const byKey = Map.groupBy(inputs, ({ input }) => input.key);
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
  const needed = foreign ? [foreign] : await writtenEmbedders(engine, { signal });
  const vectors = await Promise.all(
    needed.map((embedder) => engine.store.vectors(embedder.id, ids, { signal })),
  );
  const kept = same.filter((_, position) => vectors.every((ofSpace) => ofSpace[position]));
  return new Set(kept.map(({ index }) => index));
}

async function writtenEmbedders(
  engine: Engine,
  options: CallOptions,
): Promise<readonly Embedder[]> {
  const { asked, next } = await chooseNow(engine, options);
  return [...asked.slice(0, 1), ...(next ? [next] : [])];
}
