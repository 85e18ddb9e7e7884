import type { CallOptions, MemoryRecord, RememberInput } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";

import { KEYS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";
import type { Turn } from "../model/turn.js";
import { type Episode, episodePrefix, recordToEpisode } from "../records/episode-record.js";
import { objectOf, textOf, textsOf } from "../records/json.js";
import { listByPrefix } from "../records/read-records.js";
import { stateInput } from "../records/state-record.js";

/** Episode that lost turns, and is to be made anew from the others. */
export interface Rebuild {
  readonly mark: MemoryRecord;
  readonly thread: string;
  readonly number: number;
  /** Ids of the turns that it had. */
  readonly turns: readonly string[];
}

const PREFIX = "mind/rebuild/";

/** Lists the first episodes that are to be made anew. */
export async function listRebuilds(
  { memory }: MindHost,
  options: CallOptions & { readonly limit: number },
): Promise<readonly Rebuild[]> {
  const marks = await listByPrefix(memory, PREFIX, options);
  return marks.map((mark) => {
    const value = objectOf(mark.value);
    const { number } = value;
    const turns = textsOf(value["turns"]);
    const thread = textOf(value["thread"], "");
    return { mark, thread, number: typeof number === "number" ? number : 1, turns };
  });
}

/** Makes the inputs that mark the episodes of turns to be made anew. */
export async function rebuildMarks(
  host: MindHost,
  turns: readonly Turn[],
  options: CallOptions,
): Promise<readonly RememberInput[]> {
  const marks = new Map<string, RememberInput>();
  for (const [thread, ofThread] of Map.groupBy(turns, (turn) => turn.thread)) {
    const ids = new Set(ofThread.map(({ id }) => id));
    for (const record of await listByPrefix(host.memory, episodePrefix(thread), options)) {
      const episode = recordToEpisode(record);
      const isHit = episode?.turns.some((id) => ids.has(id)) === true;
      if (episode && isHit && record.validTo === undefined) {
        const mark = rebuildMark(episode);
        marks.set(mark.key ?? "", mark);
      }
    }
  }
  return [...marks.values()];
}

/** Makes the input that marks an episode. */
export function rebuildMark({
  thread,
  number,
  turns,
}: Pick<Episode, "thread" | "number" | "turns">): RememberInput {
  const key = KEYS.rebuild(hashText("mind-thread", thread), number);
  return stateInput(key, { thread, number, turns });
}
