import type { Memory, TextModel } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { createMind, type Mind, type MindDocument } from "../../src/index.js";
import { STORES, testMind } from "../support/mind-test.js";

const PLACES = ["Lisbon", "Oslo", "Prague", "Kyoto", "Quito", "Dakar", "Turin"];
const THINGS = ["piano", "garden", "bicycle", "telescope", "kitchen"];

function bought(index: number): string {
  const [place = "", thing = ""] = [PLACES[index % 7], THINGS[index % 5]];
  return `I bought my ${thing} number ${index} in ${place} for ${index + 7} euros.`;
}

/** Tells sentences of Ana, and consolidates them. */
async function tell(mind: Mind, contents: readonly string[]): Promise<void> {
  const turns = contents.map((content) => ({ content, speaker: "Ana" }));
  await mind.session("t").hear(turns);
  await mind.consolidate();
}

/** Reads a portrait as runs keep it, and the one that reads all facts. */
async function portraits(
  mind: Mind,
  now: Date,
): Promise<{ readonly kept: MindDocument; readonly all: MindDocument }> {
  const name = { document: "portrait", of: "Ana" } as const;
  const later = new Date(now.getTime() + 1);
  return {
    kept: await mind.document(name),
    all: await mind.document(name, { asOf: { validAt: later } }),
  };
}

/** Returns a memory that notes how many records it lists. */
function counted(memory: Memory): { readonly memory: Memory; readonly listed: () => number } {
  let listed = 0;
  const proxy = new Proxy(memory, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (name !== "list") return member.bind(target);
      return async (...call: Parameters<Memory["list"]>) => {
        const page = await target.list(...call);
        listed += page.items.length;
        return page;
      };
    },
  });
  return { memory: proxy, listed: () => listed };
}

describe.each(STORES)("the keys that runs keep of a person on a store: %s", (store) => {
  test("show what reading all facts would, of few", async () => {
    const { mind, clock } = testMind(store, { keepShare: 1 });
    await tell(mind, ["I live in Rome.", "I like tea.", ...[1, 2, 3].map(bought)]);
    await tell(mind, ["I moved to Oslo.", "I like rain.", "I no longer like tea."]);
    const { kept, all } = await portraits(mind, clock.now);
    expect(kept).toStrictEqual(all);
    expect(kept.text).toContain("I moved to Oslo.");
    expect(kept.text).not.toContain("Rome");
  });

  test(
    "show what reading all facts would, of very many, and count the others",
    { tags: "long" },
    async () => {
      const world = testMind(store, { keepShare: 1 });
      const { mind, clock } = world;
      await tell(mind, ["I am allergic to peanuts.", "I live in Rome."]);
      for (let from = 0; from < 450; from += 90) {
        await tell(
          mind,
          Array.from({ length: 90 }, (_, index) => bought(from + index)),
        );
        clock.now = new Date(clock.now.getTime() + 60_000);
      }
      const { kept, all } = await portraits(mind, clock.now);
      expect(kept).toStrictEqual(all);
      expect(kept.blocks.map(({ id }) => id)).toEqual(["home", "health", "other"]);
      expect(kept.blocks.at(-1)?.omitted).toBeGreaterThan(300);
      const { memory, listed } = counted(world.memory);
      await createMind({ memory, automatic: false }).document({ document: "portrait", of: "Ana" });
      expect(listed()).toBeLessThan(500);
    },
  );

  test("keep all of an attribute, though a run looks at the newest of them", async () => {
    const { mind, clock } = testMind(store);
    const liked = "tea rain chess jazz soup snow figs bread opera maps sailing salsa judo ink";
    const sentences = liked.split(" ").map((word) => `I really like ${word}.`);
    await tell(mind, sentences);
    const { kept, all } = await portraits(mind, clock.now);
    expect(kept).toStrictEqual(all);
    for (const sentence of sentences) expect(kept.text).toContain(sentence);
  });

  test("follow what a run ended once it is undone", async () => {
    const { mind, clock } = testMind(store);
    await tell(mind, ["I live in Rome."]);
    clock.now = new Date(clock.now.getTime() + 60_000);
    await mind.session("t").hear([{ content: "I moved to Oslo.", speaker: "Ana" }]);
    const { id } = await mind.consolidate();
    await mind.undo(id);
    const { kept, all } = await portraits(mind, clock.now);
    expect(kept).toStrictEqual(all);
    expect(kept.text).toContain("I live in Rome.");
    expect(kept.text).not.toContain("Oslo");
    expect((await mind.context("Where?")).text).toContain("I live in Rome.");
  });

  test("do not hide an important fact of long ago", async () => {
    const answer = {
      operations: [
        {
          reason: "matters",
          op: "add",
          sources: [{ turn: "t1", quote: "I promised my aunt Rosa her old violin" }],
          text: "I promised my aunt Rosa her old violin",
          subject: "Ana",
          importance: 0.9,
        },
      ],
      summary: [],
    };
    const generate: TextModel["generate"] = () =>
      Promise.resolve({ text: JSON.stringify(answer), isComplete: true });
    const model = { id: "scripted", generate };
    const { mind, memory, clock } = testMind(store, { model, keepShare: 1 });
    await tell(mind, ["I promised my aunt Rosa her old violin, and so on."]);
    const later = createMind({ memory, clock: () => clock.now, automatic: false, keepShare: 1 });
    for (let from = 0; from < 360; from += 90) {
      await tell(
        later,
        Array.from({ length: 90 }, (_, index) => bought(from + index)),
      );
      clock.now = new Date(clock.now.getTime() + 60_000);
    }
    const { kept, all } = await portraits(later, clock.now);
    expect(kept).toStrictEqual(all);
    expect(kept.text).toContain("aunt Rosa");
  });
});
