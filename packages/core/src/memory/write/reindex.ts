import { checkFunction } from "../../check/check.js";
import { embedTexts } from "../../embed/embed-texts.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { MemoryRecord } from "../../model/record.js";
import type { EmbedOp } from "../../store/write-op.js";
import { checkCallOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import type { ReindexOptions } from "../memory.js";
import { textHash } from "./search-entry.js";

const PAGE = 500;

/** Embeds, page by page, every searchable record that has no vector in the embedder's space. */
export async function reindex(engine: Engine, options: ReindexOptions): Promise<number> {
  checkCallOptions(options, ["onProgress"]);
  const { signal, onProgress } = options;
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  return engine.lifecycle.run(signal, async () => {
    const { store } = engine;
    const [embedder] = engine.embedders;
    if (!embedder) {
      throw new MemoryError("invalid-input", "reindex needs an embedder: pass one to createMemory");
    }
    let written = 0;
    let cursor: string | undefined;
    do {
      const page = await store.list(
        {
          within: [[]],
          reach: "below",
          includeArchived: true,
          orderBy: "createdAt",
          order: "asc",
          limit: PAGE,
          cursor,
          missingVectorIn: embedder.id,
        },
        { signal },
      );
      const texts = page.items.map((record) => record.content);
      const { vectors, failure } = await embedTexts(embedder, texts, {
        purpose: "document",
        signal,
      });
      const ops = toOps(page.items, vectors);
      const results = ops.length > 0 ? await store.write(ops, { signal }) : [];
      written += results.filter((result) => result.applied).length;
      onProgress?.(written);
      if (failure) throw failure;
      ({ cursor } = page);
    } while (cursor !== undefined);
    return written;
  });
}

function toOps(
  records: readonly MemoryRecord[],
  vectors: readonly (EmbedOp["vector"] | undefined)[],
): readonly EmbedOp[] {
  return records.flatMap((record, index): readonly EmbedOp[] => {
    const vector = vectors[index];
    const { scope, id } = record;
    return vector ? [{ op: "embed", scope, id, textHash: textHash(record), vector }] : [];
  });
}
