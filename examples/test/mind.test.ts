import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { liveThroughMonth } from "../mind/live-through.ts";
import type { Month } from "../mind/live-through.ts";

let month: Month;
/** Sentences of the portrait of Mei, by block. */
let portrait: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  month = await liveThroughMonth();
  const { blocks } = await month.mind.document({ document: "portrait", of: "Mei" });
  portrait = new Map(blocks.map(({ id, sentences }) => [id, sentences.map(({ text }) => text)]));
});

afterAll(async () => month[Symbol.asyncDispose]());

// The page of minds says so.
describe("of a month of talk", () => {
  test("a move and a new job replace the old ones", () => {
    expect(portrait.get("home")).toEqual(["我搬到波尔图了！"]);
    expect(portrait.get("work")).toEqual(["I work as an editor at the tile museum now."]);
  });

  test("an anecdote and hearsay leave the allergy as it is", () => {
    const allergies = portrait.get("health")?.filter((text) => /allerg|过敏|sneez/u.test(text));
    expect(allergies).toEqual(["One thing before I forget: I am severely allergic to walnuts."]);
  });

  test("what was taken back, supposed or injected is in no portrait", () => {
    const all = [...portrait.values()].flat().join("\n");
    expect(all).not.toMatch(/piano|If I found|对猫也过敏|4417/u);
  });

  test("no fact has the injected instruction", async () => {
    const { items } = await month.mind.list({ kinds: ["fact"], limit: 200 });
    expect(items.length).toBeGreaterThan(40);
    expect(items.filter(({ content }) => content.includes("4417"))).toEqual([]);
  });

  test("each sentence of a portrait has quotes that stand in its turns", async () => {
    const { blocks } = await month.mind.document({ document: "portrait", of: "Mei" });
    for (const { id } of blocks.flatMap(({ sentences }) => sentences)) {
      const why = await month.mind.why(id);
      expect(why?.quotes.length).toBeGreaterThan(0);
      for (const { source, quote } of why?.quotes ?? []) {
        expect((await month.mind.read(source))?.content).toContain(quote);
      }
    }
  });
});
