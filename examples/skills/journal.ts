import { isDeepStrictEqual } from "node:util";

import { buildContext } from "@kioku/core";
import type { RecalledMemory } from "@kioku/core";
import { defineSkill } from "@kioku/skills";
import type { SkillContext } from "@kioku/skills";
import { z } from "zod";

import type { Model } from "./model.ts";

const MS_PER_DAY = 86_400_000;
/** Similarity of two notes of one theme, on the scale of `recall`. */
const NEAR = 0.5;

/**
 * Makes one entry of each theme in the notes of a day, and brings the day up to date when a note
 * comes later.
 */
export function journal(model: Model) {
  return defineSkill({
    name: "journal",
    description: "Keeps a journal: sums up the notes of a day by themes",
    input: z.object({ day: z.iso.date() }),
    triggers: [
      {
        when: ["write my journal", "sum up my day", "写今天的日记", "总结一下今天"],
        input: (event) => ({ day: dayOf(event.at) }),
      },
    ],
    on: {
      async "memory.remembered"({ data: { record } }, context) {
        const day = dayOf(record.createdAt);
        const isWritten = (await context.state.get(day)) === true;
        return record.kind === "note" && isWritten ? writeDay(day, context, model) : undefined;
      },
    },
    async run({ day }, context) {
      const report = await writeDay(day, context, model);
      await context.state.set(day, true);
      return report;
    },
  });
}

/**
 * Writes what is new. The same notes again write nothing, so that hearing of one twice is harmless.
 */
async function writeDay(
  day: string,
  context: SkillContext,
  model: Model,
): Promise<{ readonly written: number }> {
  let written = 0;
  for (const { id, notes } of await themesOf(day, context)) {
    const key = `journal/${day}/${id}`;
    const sources = notes.map((note) => note.id).toSorted();
    if (isDeepStrictEqual(await context.memoryGet(key), sources)) continue;
    const { text, trust } = buildContext(notes, { order: "time", cite: false });
    const content = await model(`Sum up in one sentence.\n${text}`, context);
    await context.memory.remember({
      key,
      kind: "journal",
      content,
      value: sources,
      sources,
      trust,
    });
    written += 1;
  }
  return { written };
}

/** Notes that are about the same. */
interface Theme {
  /** Id of the oldest of them. */
  readonly id: string;
  readonly notes: readonly RecalledMemory[];
}

/** The notes of a day in groups of two or more. */
async function themesOf(day: string, { memory, signal }: SkillContext): Promise<readonly Theme[]> {
  const start = new Date(`${day}T00:00:00Z`);
  const end = new Date(start.getTime() + MS_PER_DAY);
  const ofThisDay = { kinds: ["note"], filter: { "@createdAt": { $gte: start, $lt: end } } };
  const { items } = await memory.list({ ...ofThisDay, limit: 1000 }, { signal });
  const themes: Theme[] = [];
  const taken = new Set<string>();
  for (const { id, content } of items) {
    if (taken.has(id)) continue;
    const query = { ...ofThisDay, query: content, mode: "semantic", minScore: NEAR } as const;
    const near = await memory.recall(query, { signal });
    const notes = near.filter((note) => !taken.has(note.id));
    for (const note of notes) taken.add(note.id);
    if (notes.length > 1) themes.push({ id, notes });
  }
  return themes;
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
