import type { SpaceOp } from "../../contracts/write-op.js";
import type { EmbedTextsOptions } from "../../embedding/embed-texts.js";
import type { MemoryError } from "../../errors/memory-error.js";
import type { Scope } from "../../model/scope.js";
import { embedAt } from "../embedding/queue/embed-at.js";
import { embedForWriting } from "../embedding/spaces/embed-for-writing.js";
import type { EmbeddedTexts } from "../embedding/spaces/embed-for-writing.js";
import type { Engine } from "../engine.js";
import { addOwnVectors } from "../vectors/own-vectors.js";
import type { OwnVectors } from "../vectors/own-vectors.js";
import type { Draft } from "./draft.js";

/** Where the drafts go, and who wants to know how far it is. */
export interface EmbedDraftsCall extends Pick<EmbedTextsOptions, "signal" | "onProgress"> {
  readonly scope: Scope;
  /** Where the vectors come from, if not from the memory's embedders alone. */
  readonly own?: OwnVectors | undefined;
}

/** What the drafts need beside their vectors. */
export interface EmbeddedDrafts {
  /** What failed first. */
  readonly failure?: MemoryError | undefined;
  /** What goes before the vectors. */
  readonly spaceOps: readonly SpaceOp[];
}

/** Gives every searchable draft its vectors that has none, as far as the embedders can. */
export async function embedDrafts(
  engine: Engine,
  drafts: readonly Draft[],
  call: EmbedDraftsCall,
): Promise<EmbeddedDrafts> {
  const spaceOps = call.own ? await addOwnVectors(drafts, call.own, call) : [];
  if (call.own?.isForeign === true) return { spaceOps };
  const asked = drafts.filter(
    ({ input, vectors, hasVector }) => input.index !== false && !vectors && hasVector !== true,
  );
  const isQueued = engine.embedding === "queued";
  if (isQueued) for (const draft of asked) queue(engine, draft);
  const now = isQueued ? asked.filter(({ input }) => typeof input.dedupe === "object") : asked;
  if (engine.embedders.length === 0 || now.length === 0) return { spaceOps };
  const texts = now.map(({ input }) => input.content);
  const embedded = await embedAtOnce(engine, texts, call);
  for (const [index, draft] of now.entries()) {
    const { vectors, isFound } = embedded.texts[index] ?? {};
    draft.vectors = vectors;
    if (isFound === false) queue(engine, draft);
    else [draft.isQueued, draft.embedAt] = [false, undefined];
  }
  return { failure: embedded.failure, spaceOps: [...spaceOps, ...embedded.spaceOps] };
}

function queue(engine: Engine, draft: Draft): void {
  draft.isQueued = true;
  draft.embedAt = embedAt(engine);
}

/**
 * Vectors of texts that are to be written, as far as the embedders can make them; none where that
 * is left to workers.
 */
export async function embedToWrite(
  engine: Engine,
  texts: readonly string[],
  call: EmbedDraftsCall,
): Promise<EmbeddedTexts> {
  if (engine.embedding === "inline") return embedAtOnce(engine, texts, call);
  const none = texts.map(() => ({ vectors: [], isFound: false, isUnfit: false }));
  return { texts: none, failure: undefined, spaceOps: [] };
}

async function embedAtOnce(
  engine: Engine,
  texts: readonly string[],
  { scope, signal, onProgress }: EmbedDraftsCall,
): Promise<EmbeddedTexts> {
  const embedded = await embedForWriting(engine, texts, { signal, onProgress });
  if (embedded.failure) tellDegraded(engine, scope, embedded.failure);
  return embedded;
}

/** Tells listeners that something was written without its vector. */
export function tellDegraded({ events }: Engine, scope: Scope, failure: MemoryError): void {
  events.emit("degraded", { scope, during: "remember", reason: failure.message, cause: failure });
}
