import type { CompleteStore, RecordHistory } from "@kioku/core/toolkit";

import { SPACES } from "./vector-of.ts";
import { ROOT } from "./world-places.ts";
import { revisionText, vectorText } from "./world.ts";

/** Reads each record and its history as one text per id, as `expectedTexts` writes them. */
export async function readTexts(store: CompleteStore): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (let cursor: string | undefined; ;) {
    const within = { within: [ROOT], reach: "below", limit: 1_000 } as const;
    const page = await store.histories({ ...within, ...(cursor !== undefined && { cursor }) });
    const vectors = await readVectors(store, page.items);
    for (const [index, history] of page.items.entries()) {
      texts.set(history.id, textOf(history, vectors[index] ?? []));
    }
    ({ cursor } = page);
    if (cursor === undefined) return texts;
  }
}

function textOf(history: RecordHistory, vectors: readonly string[]): string {
  const revisions = history.revisions.map(({ record, ...revision }) =>
    revisionText(revision, record),
  );
  return [...revisions, ...history.idempotencyKeys, ...vectors].join("\n");
}

/** Reads the vectors of each record, as texts. */
async function readVectors(
  store: CompleteStore,
  refs: readonly RecordHistory[],
): Promise<readonly (readonly string[])[]> {
  const names = Object.keys(SPACES).toSorted();
  const columns = await Promise.all(names.map((space) => store.vectors(space, refs)));
  return refs.map((_, index) =>
    names.flatMap((space, column) => {
      const values = columns[column]?.[index];
      return values ? [vectorText(space, values)] : [];
    }),
  );
}
