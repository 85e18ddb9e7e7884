import type { MemoryRecord } from "@kioku/core";
import { checkText, checkTexts, invalidInput } from "@kioku/core/toolkit";
import type { LongTermMemory } from "@kioku/mind";

import type { DiaryVerbs, TurnRow } from "../wire/diary.js";
import { inScope } from "./in-scope.js";
import { instant } from "./instant.js";
import { toSent } from "./sent.js";
import type { VerbTable } from "./service.js";

const MS_PER_DAY = 86_400_000;
/** Entries that an answer has if there are so many. */
const ENOUGH = 40;
/** Days that are looked through until there are enough. */
const SPANS = [40, 400, 40_000];
/** Most entries that are looked through. */
const MOST = 1000;
const MOST_TURNS = 500;
const MOST_TEXT = 4000;
const MAX_NAME = 500;

/** Verbs of the page `diary`. */
export const DIARY: VerbTable<DiaryVerbs> = {
  diary: {
    isWrite: false,
    run: async (service, { scope, before, thread }, { signal }) => {
      const to = instant(before, "query.before") ?? service.clock();
      if (thread !== undefined) checkText(thread, "query.thread", MAX_NAME);
      const mind = inScope(service.mind, scope);
      let found: readonly LongTermMemory[] = [];
      for (const days of SPANS) {
        const from = new Date(to.getTime() - days * MS_PER_DAY);
        found = await mind.episodes({ from, to, thread, limit: MOST, signal });
        if (found.length > ENOUGH) break;
      }
      const place = Math.max(0, found.length - ENOUGH);
      // Entries that began at one moment stay together.
      const first = found[place]?.startAt ?? to;
      const entries = found.filter(({ startAt }) => startAt >= first);
      return { entries: toSent(entries.toReversed()), hasMore: entries.length < found.length };
    },
  },
  turns: {
    isWrite: false,
    run: async (service, { scope, ids }, options) => {
      const wanted = checkTexts(ids, "query.ids", MAX_NAME);
      if (wanted.length > MOST_TURNS) throw invalidInput("query.ids", "at most 500 ids");
      const whole = { includeArchived: true, includeRetired: true, limit: 1000 } as const;
      const filter = { "@id": { $in: wanted } };
      const mind = inScope(service.mind, scope);
      const { items } = await mind.list({ ...whole, filter }, options);
      const rows = new Map(items.map((record) => [record.id, rowOf(record)]));
      return { turns: wanted.flatMap((id) => rows.get(id) ?? []) };
    },
  },
};

function rowOf({ id, speaker, origin, occurredAt, createdAt, content }: MemoryRecord): TurnRow {
  const isAssistant = origin === "assistant";
  return {
    id,
    speaker: speaker ?? (isAssistant ? "assistant" : "user"),
    isAssistant,
    at: (occurredAt ?? createdAt).toISOString(),
    text: content.slice(0, MOST_TEXT),
  };
}
