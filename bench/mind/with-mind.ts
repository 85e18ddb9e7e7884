import type { JsonObject, MemoryRecord, MemoryRoot, TextModel } from "@kioku/core";
import { createMind, type Mind } from "@kioku/mind";

import { withTemporaryMemory } from "../recall/temporary-memory.ts";

/** A turn as measurements tell it. */
export interface ToldTurn {
  readonly text: string;
  readonly speaker?: string | undefined;
  readonly origin?: "user" | "assistant" | undefined;
}

/** A mind whose clock moves as it is told. */
export interface ToldMind {
  readonly mind: Mind;
  readonly memory: MemoryRoot;
  /** Tells turns of one thread at a time, and consolidates an hour later. */
  readonly tell: (turns: readonly ToldTurn[], at: Date) => Promise<void>;
  /** Returns the sentences of a portrait with their records. */
  readonly portrait: (of: string) => Promise<readonly ShownFact[]>;
}

/** A sentence of a portrait. */
interface ShownFact {
  readonly text: string;
  readonly attribute: string | undefined;
}

const HOUR = 3_600_000;
const SINGLE_BATCH = 500;

/** Does work with a mind on a SQLite file that is removed after. */
export function withMind<Result>(
  work: (told: ToldMind) => Promise<Result>,
  model?: TextModel,
): Promise<Result> {
  let now = new Date("2026-01-01T08:00:00Z");
  const clock = (): Date => now;
  return withTemporaryMemory(async (memory) => {
    await using mind = createMind({ memory, model, clock, automatic: false, attempts: 3 });
    return await work({
      mind,
      memory,
      tell: async (turns, at) => {
        now = at;
        const heard = turns.map(({ text, speaker, origin }) => ({
          content: text,
          ...(speaker === undefined ? {} : { speaker }),
          ...(origin === undefined ? {} : { origin }),
        }));
        await mind.session("talk").hear(heard);
        now = new Date(at.getTime() + HOUR);
        await mind.consolidate();
      },
      portrait: (of) => portraitOf(mind, of),
    });
  }, clock);
}

async function portraitOf(mind: Mind, of: string): Promise<readonly ShownFact[]> {
  const { blocks } = await mind.document({ document: "portrait", of });
  const records = new Map<string, MemoryRecord>();
  let cursor: string | undefined;
  do {
    const page = await mind.list({ kinds: ["fact"], limit: SINGLE_BATCH, cursor });
    for (const record of page.items) records.set(record.id, record);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return blocks.flatMap(({ sentences }) =>
    sentences.map(({ id, text }) => ({ text, attribute: attributeOf(records.get(id)) })),
  );
}

function attributeOf(record: MemoryRecord | undefined): string | undefined {
  const mind = record?.metadata["mind"];
  if (typeof mind !== "object" || mind === null || Array.isArray(mind)) return undefined;
  const { attribute } = mind as JsonObject;
  return typeof attribute === "string" ? attribute : undefined;
}
