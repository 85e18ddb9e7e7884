import { readFile } from "node:fs/promises";

/** One talk. Mei and the assistant speak by turns; Mei begins. */
interface Talk {
  /** When it begins. */
  readonly at: string;
  readonly turns: readonly string[];
}

/** Something that was said. */
export interface SaidTurn {
  readonly content: string;
  readonly isUser: boolean;
  readonly at: Date;
}

const MS_PER_TURN = 40_000;

/** A month of talks, each with its name and turns. */
export async function readMonth(): Promise<ReadonlyMap<string, readonly SaidTurn[]>> {
  const file = await readFile(new URL("month.json", import.meta.url), "utf8");
  const talks = JSON.parse(file) as readonly Talk[];
  return new Map(
    talks.map(({ at, turns }) => [
      at.slice(0, 10),
      turns.map((content, index) => ({
        content,
        isUser: index % 2 === 0,
        at: new Date(new Date(at).getTime() + index * MS_PER_TURN),
      })),
    ]),
  );
}
