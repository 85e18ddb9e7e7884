import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

const DAY_MS = 86_400_000;
const EVENTS = [
  "ran five kilometres along the river",
  "had lunch with Mira at the harbour",
  "read a chapter about tides",
  "called the plumber about the boiler",
  "practised the cello for an hour",
  "planted beans behind the shed",
];

/** Where a diary goes, and when it ends. */
interface Diary {
  readonly path: string;
  readonly until: Date;
  readonly random: () => number;
}

/** Writes what a person may write in some ten months to the scope `diary`, for a calendar. */
export async function writeDiary({ path, until, random }: Diary): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let now = until.getTime() - 300 * DAY_MS;
  const store = sqliteStore({ path });
  const embedder = localEmbedder();
  const memory = createMemory({ store, embedder, random, clock: () => new Date(now) });
  const diary = memory.scope("diary");
  for (; now < until.getTime(); now += DAY_MS) {
    // A holiday in summer, and more on some days than on others.
    const isAway = random() < 0.45 || Math.abs(until.getTime() - now - 190 * DAY_MS) < 14 * DAY_MS;
    const count = isAway ? 0 : Math.ceil(random() ** 3 * EVENTS.length);
    const day = new Date(now).toISOString().slice(0, 10);
    const texts = EVENTS.slice(0, count).map((event) => `On ${day} I ${event}`);
    if (texts.length > 0) await diary.rememberAll(texts, { actor: "cli" });
  }
  await memory.close();
}
