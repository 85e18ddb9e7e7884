import { describe, expect, test } from "vitest";

import { failingWorld, STORES } from "../failures/failing-world.js";

describe.each(STORES)("as of a day, on a store: %s", (store) => {
  test.each([{ validAt: new Date(0) }, { knownAt: new Date(0) }])(
    "before anything was said, no document, reason or context says anything: %o",
    async (asOf) => {
      const { mind, live } = failingWorld(store);
      await live(["I live in Porto.", "我对花生过敏。"]);
      const names = [
        { document: "portrait" },
        { document: "self" },
        { document: "day" },
        { document: "thread", thread: "talk" },
      ] as const;
      for (const name of names) {
        expect((await mind.document(name)).text === "").toBe(name.document === "self");
        expect((await mind.document(name, { asOf })).text).toBe("");
      }
      expect(await mind.why("I live in Porto.", { asOf })).toBeUndefined();
      for (const query of [{ asOf }, { query: "Porto 花生", asOf }]) {
        expect((await mind.context(query)).text).not.toMatch(/kind="fact"/u);
      }
    },
  );

  test("between two turns, only the earlier ones prove anything", async () => {
    const { mind, live } = failingWorld(store);
    await live([
      { content: "I live in Porto.", at: new Date("2026-01-01T10:00Z") },
      { content: "My cat is called Momo.", at: new Date("2026-01-01T10:30Z") },
      { content: "I love fado.", at: new Date("2026-01-01T12:00Z") },
      { content: "I live in Porto.", at: new Date("2026-01-01T14:00Z") },
    ]);
    const asOf = { validAt: new Date("2026-01-01T11:00Z") };
    const { text } = await mind.document({ document: "thread", thread: "talk" }, { asOf });
    expect(text).toBe("## 1\n- My cat is called Momo.");
    const why = await mind.why("I live in Porto.", { asOf });
    expect(why?.quotes.map(({ at }) => at.getUTCHours())).toEqual([10]);
  });
});
