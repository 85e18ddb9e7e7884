import type { Embedder } from "../../contracts/embedder.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Scope } from "../../model/scope.js";
import { chooseEmbedders } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";
import type { OwnVectors } from "../vectors/own-vectors.js";
import type { Draft } from "./draft.js";

/** Where the keys are, and whose vectors count. */
interface MarkKeptCall extends CallOptions {
  readonly scope: Scope;
  readonly own?: OwnVectors | undefined;
}

/**
 * Marks the drafts whose key is written anew with the text it has, and whose vectors the store has:
 * nothing need be embedded for them, since a store keeps the vectors of a text that stays.
 */
export async function markKept(
  engine: Engine,
  drafts: readonly Draft[],
  { scope, signal, own }: MarkKeptCall,
): Promise<void> {
  // A key that comes twice changes its text in between.
  const byKey = Map.groupBy(drafts, ({ input }) => input.key);
  const keyed = [...byKey].flatMap(([key, [draft, ...more]]) =>
    key !== undefined && draft && more.length === 0 && draft.input.index !== false
      ? [{ key, draft }]
      : [],
  );
  const foreign = own?.isForeign === true ? own.embedder : undefined;
  if ((!foreign && engine.embedders.length === 0) || keyed.length === 0) return;
  const refs = keyed.map(({ key }) => ({ scope, key }));
  const records = await engine.store.get(refs, { now: engine.clock(), signal });
  const same = keyed.flatMap(({ draft }, index) => {
    const record = records[index];
    return record?.content === draft.input.content ? [{ draft, record }] : [];
  });
  if (same.length === 0) return;
  const ids = same.map(({ record: { id } }) => ({ scope, id }));
  const needed = foreign ? [foreign] : await neededEmbedders(engine, { signal });
  const vectors = await Promise.all(
    needed.map((embedder) => engine.store.vectors(embedder.id, ids, { signal })),
  );
  for (const [index, { draft }] of same.entries()) {
    draft.hasVector = vectors.every((ofSpace) => ofSpace[index] !== undefined);
  }
}

async function neededEmbedders(
  { embedders, spaces }: Engine,
  options: CallOptions,
): Promise<readonly Embedder[]> {
  const { asked, next } = chooseEmbedders(embedders, await spaces.read(options));
  return [...asked.slice(0, 1), ...(next ? [next] : [])];
}
