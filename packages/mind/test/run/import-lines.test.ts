import { describe, expect, test } from "vitest";

import { readDocument } from "../../src/documents/read-document.js";
import { consolidate } from "../../src/run/consolidate.js";
import { importLines } from "../../src/run/import-lines.js";
import { listKind, made, say, sentences, START, STORES, testMind } from "./test-mind.js";

const LATER = { thread: "later" };

describe.each(Object.entries(STORES))("an import %s", (_, store) => {
  test("of turns that are older than the watermark is consolidated, and nothing doubles", async () => {
    const other = testMind({ store: store() });
    const old = await say(other, sentences(6, 100));
    const mind = testMind({ store: store() });
    mind.timers.advance(86_400_000);
    const own = [
      ...(await say(mind, sentences(25))),
      ...(await say(mind, sentences(5, 40), LATER)),
    ];
    await consolidate(mind.host);
    const before = (await listKind(mind.memory, "fact")).items;
    await importLines(mind.host, other.memory.export());
    await consolidate(mind.host);
    const facts = (await listKind(mind.memory, "fact")).items;
    expect(facts.length).toBeGreaterThan(before.length);
    for (const fact of before) expect(facts).toContainEqual(fact);
    const { items } = await listKind(mind.memory, "episode");
    const turns = items.flatMap(({ sources }) => sources);
    expect(turns.toSorted()).toStrictEqual([...old, ...own].toSorted());
    const after = await made(mind.memory);
    await expect(consolidate(mind.host)).resolves.toMatchObject({ turns: 0 });
    await expect(made(mind.memory)).resolves.toStrictEqual(after);
  });

  test("of another mind keeps what waits, and shows the facts of both", async () => {
    const other = testMind({ store: store() });
    other.timers.advance(86_400_000);
    await say(other, ["I live in Porto.", ...sentences(3, 100)], { speaker: "Ana" });
    await consolidate(other.host);
    const mind = testMind({ store: store() });
    await say(mind, ["My cat is called Tom.", ...sentences(2)], { speaker: "Ana" });
    await consolidate(mind.host);
    await say(mind, ["I am allergic to peanuts."], { speaker: "Ana" });
    await importLines(mind.host, other.memory.export(), { onConflict: "newer" });
    const portrait = { document: "portrait", of: "Ana" } as const;
    const shown = (await readDocument(mind.host, portrait)).text;
    for (const word of ["Porto", "Tom", "number 1 in", "number 102 in"])
      expect(shown).toContain(word);
    await consolidate(mind.host);
    expect((await readDocument(mind.host, portrait)).text).toContain("peanuts");
  });

  test("of what is none fails as without a mind, and leaves the watermark", async () => {
    const mind = testMind({ store: store() });
    await say(mind, sentences(3));
    await consolidate(mind.host);
    const none: never[] = [];
    await expect(importLines(mind.host, none)).rejects.toMatchObject({ code: "invalid-input" });
    const wrong = [{ type: "record", scope: 7, revisions: [{}] }] as never[];
    await expect(importLines(mind.host, wrong)).rejects.toMatchObject({ code: "invalid-input" });
    await expect(importLines(mind.host, 7 as never)).rejects.toMatchObject({
      code: "invalid-input",
    });
    await expect(consolidate(mind.host)).resolves.toMatchObject({ turns: 0 });
    expect(mind.timers.clock().getTime()).toBeGreaterThan(START.getTime());
  });
});
