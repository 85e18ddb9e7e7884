import type { CallOptions, RememberInput } from "@kioku/core";

import { KINDS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import type { Turn } from "../model/turn.js";
import { objectOf, textOf } from "../records/json.js";
import { readByIds, readByKeys } from "../records/read-records.js";
import { rebuildMark } from "./rebuild.js";

/** Removes what a batch made of turns that were forgotten while it was written. */
export async function removeOrphans(
  { memory }: Pick<MindHost, "memory">,
  { turns, inputs }: { readonly turns: readonly Turn[]; readonly inputs: readonly RememberInput[] },
  options: CallOptions,
): Promise<void> {
  const ids = turns.map(({ id }) => id);
  const there = await readByIds(memory, ids, options);
  const gone = new Set(ids.filter((id) => !there.has(id)));
  if (gone.size === 0) return;
  const hit = inputs.filter(({ sources = [] }) => sources.some((source) => gone.has(source)));
  // Also of those that an erase has removed since: of the turns that are left, they are made anew.
  const marks = hit.flatMap((input) => (input.kind === KINDS.episode ? markOf(input) : []));
  if (marks.length > 0) await memory.rememberAll(marks, options);
  const keys = hit.flatMap(({ key }) => key ?? []);
  for (const { id, sources } of (await readByKeys(memory, keys, options)).values()) {
    if (sources.some((source) => gone.has(source))) {
      await memory.forget(id, { ...options, purge: true });
    }
  }
}

function markOf({ metadata = {}, sources = [] }: RememberInput): RememberInput {
  const { thread, number } = objectOf(metadata["mind"]);
  return rebuildMark({
    thread: textOf(thread, ""),
    number: typeof number === "number" ? number : 1,
    turns: sources,
  });
}
