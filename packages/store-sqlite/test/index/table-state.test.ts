import { expect, test } from "vitest";

import { RecordTable, type TableState } from "../../src/index/record-table.js";
import {
  readContents,
  withArrays,
  writeArrays,
  type Section,
  type SectionContents,
} from "../../src/index/saved/sections.js";
import { seededRandom, testSeed } from "../support/random.js";
import { randomEntry } from "../support/table-entries.js";

const seed = testSeed();

/** The state of a table after it went through sections and JSON. */
async function copyOf(table: RecordTable): Promise<RecordTable> {
  const written: { section: Section; bytes: Uint8Array }[] = [];
  const state = await writeArrays(table.state(), async (bytes, type) => {
    return written.push({ section: { type, bytes: bytes.length }, bytes: bytes.slice() }) - 1;
  });
  const contents = new Map<number, SectionContents>();
  for (const [number, { section, bytes }] of written.entries()) {
    contents.set(number, await readContents(section, async (target) => target.set(bytes)));
  }
  const copy = new RecordTable();
  copy.restore(withArrays(JSON.parse(JSON.stringify(state)), contents) as TableState);
  return copy;
}

function aroundOf(table: RecordTable, ordinal: number): unknown {
  const visited: number[][] = [];
  table.threads.around(ordinal, { count: 3 }, (...visit) => visited.push(visit));
  return visited;
}

/** All that a table tells. */
function contentsOf(table: RecordTable): unknown {
  const visible = table.visible({ now: new Date(4), validAt: new Date(5) });
  return {
    counts: [table.alive, table.documents, table.terms, table.size, table.deadShare],
    most: table.termCounts.most,
    records: Array.from({ length: table.size }, (_, ordinal) => {
      if (!table.isAlive(ordinal)) return table.rowAt(ordinal);
      return {
        row: table.rowAt(ordinal),
        ordinal: table.ordinalOf(table.rowAt(ordinal)),
        id: table.idAt(ordinal),
        scope: table.scopeAt(ordinal),
        kind: table.kindAt(ordinal),
        traits: table.traitsAt(ordinal),
        speaker: table.speakerAt(ordinal),
        terms: table.termCounts.at(ordinal),
        thread: table.threads.threadAt(ordinal),
        around: aroundOf(table, ordinal),
        isVisible: visible?.(ordinal),
      };
    }),
  };
}

test(`a restored table is as it was, and goes on like it (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  let copy = new RecordTable();
  const table = new RecordTable();
  for (let round = 0; round < 12; round += 1) {
    for (let step = 0; step < 150; step += 1) {
      const row = random.below(400);
      const entry = randomEntry(random, row);
      const named = random.chance(0.3) ? { ...entry, thread: `thread ${random.below(9)}` } : entry;
      for (const each of [table, copy]) {
        if (step % 4 === 3) each.delete(row);
        else each.set(named);
      }
    }
    expect(contentsOf(copy)).toEqual(contentsOf(table));
    copy = await copyOf(table);
    expect(contentsOf(copy)).toEqual(contentsOf(table));
  }
});

test("a table with many texts is restored", async () => {
  const table = new RecordTable();
  const random = seededRandom(seed);
  for (let row = 1; row < 10_000; row += 1) {
    const entry = randomEntry(random, row);
    table.set({ ...entry, id: `id ${row} é`, thread: `thread ${row % 6_000}` });
  }
  expect(contentsOf(await copyOf(table))).toEqual(contentsOf(table));
});
