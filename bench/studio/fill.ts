import { createMemory, type MemoryRoot } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";

import { sampleTexts } from "../speed/sample-texts.ts";

const BATCH = 1000;
const DAYS = 730;
const MS_PER_DAY = 86_400_000;
const SCOPES = ["work", "home", "travel", "garden", "music", "读书", "运动", "厨房"] as const;
const KINDS = ["note", "note", "page", "message"] as const;

/** Database to fill, and its listener. */
export interface FillSettings {
  readonly memories: number;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/** Opens a file with sample memories of two years in eight scopes, without an embedder. */
export async function filledMemory(path: string, settings: FillSettings): Promise<MemoryRoot> {
  const { memories, onProgress } = settings;
  const end = new Date();
  let now = end;
  const memory = createMemory({ store: sqliteStore({ path }), clock: () => now });
  const texts = sampleTexts(memories);
  for (let start = 0; start < memories; start += BATCH) {
    const place = start / BATCH;
    now = new Date(end.getTime() - (1 - start / memories) * DAYS * MS_PER_DAY);
    const batch = texts.slice(start, start + BATCH).map((content, index) => ({
      content,
      kind: KINDS[index % KINDS.length] ?? "note",
      importance: (index % 10) / 10,
      ...(index % 3 === 0 ? { thread: `talk-${place}-${index % 17}` } : {}),
      ...(index % 7 === 0 ? { emotion: { valence: (index % 21) / 10 - 1, arousal: 0.5 } } : {}),
    }));
    await memory.scope(SCOPES[place % SCOPES.length] ?? "home").rememberAll(batch);
    onProgress("fill", start, memories);
  }
  now = end;
  return memory;
}
