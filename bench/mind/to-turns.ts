import { textForm } from "@kioku/core/toolkit";
import type { Turn } from "@kioku/mind";

import type { SetRecord } from "../recall/recall-set.ts";

/** Makes turns of a talk between people as a mind reads them from raw records. */
export function toTurns(records: readonly SetRecord[]): readonly Turn[] {
  return records.map(({ id, text, thread = "", speaker = "user", at = "2026-01-01" }) => ({
    id,
    text,
    thread,
    subject: speaker,
    role: "user",
    at: new Date(at),
    trust: 1,
    importance: 0.5,
    form: textForm(text),
  }));
}

/** Cuts turns into batches of one thread each, as runs of a mind do. */
export function inBatches(turns: readonly Turn[], length: number): readonly (readonly Turn[])[] {
  const threads = Map.groupBy(turns, ({ thread }) => thread);
  return [...threads.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / length) }, (_, index) =>
      all.slice(index * length, (index + 1) * length),
    ),
  );
}
