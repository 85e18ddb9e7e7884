import type { CallOptions, Memory, MemoryRecord, Recalled, RecallQuery } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";

import type { DocumentOptions } from "../api/documents.js";
import { recordToEpisode } from "../records/episode-record.js";
import { recordToFact } from "../records/fact-record.js";
import { readByIds } from "../records/read-records.js";
import { proveSentence } from "./proof.js";
import { proveSummary, sourcesOf } from "./read-episodes.js";

/** Recalls, without what turns do not say any more. */
export async function recallProven(
  memory: Memory,
  query: RecallQuery,
  options: CallOptions = {},
): Promise<Recalled> {
  const found = await memory.recall(query, options);
  const { asOf } = query;
  const { notice, omitted } = found;
  return Object.assign([...(await proveRecalled(memory, found, { ...options, asOf }))], {
    ...(notice === undefined ? {} : { notice }),
    ...(omitted === undefined ? {} : { omitted }),
  });
}

/** Leaves out facts and sentences of episodes that their turns do not say any more. */
export async function proveRecalled<R extends MemoryRecord>(
  memory: Pick<Memory, "list" | "read" | "scopePath">,
  recalled: readonly R[],
  { asOf, signal }: DocumentOptions,
): Promise<readonly R[]> {
  const here = scopeToPath(memory.scopePath);
  const ids = recalled.flatMap((record) => {
    const { evidence = [] } = recordToFact(record) ?? {};
    const episode = recordToEpisode(record);
    return [...evidence.map(({ source }) => source), ...(episode ? sourcesOf(episode) : [])];
  });
  if (ids.length === 0) return recalled;
  const sources = await readByIds(memory, ids, { asOf, signal });
  // The turns of scopes below are not looked at.
  return recalled.flatMap((record) =>
    scopeToPath(record.scope) === here ? proven(record, sources) : [record],
  );
}

function proven<R extends MemoryRecord>(
  record: R,
  sources: ReadonlyMap<string, MemoryRecord>,
): readonly R[] {
  const fact = recordToFact(record);
  if (fact) return proveSentence(fact, sources) ? [record] : [];
  const episode = recordToEpisode(record);
  if (!episode) return [record];
  const sentences = proveSummary(episode, sources).map(({ text }) => text);
  if (sentences.length === episode.summary.length) return [record];
  // The title may be of what is gone.
  return sentences.length === 0 ? [] : [{ ...record, content: sentences.join("\n") }];
}
