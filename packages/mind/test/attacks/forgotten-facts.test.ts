import { describe, expect, test } from "vitest";

import { failingWorld, STORES } from "../failures/failing-world.js";

describe.each(STORES)("a fact that is removed, on a store: %s", (store) => {
  test.each(["forget", "erase"] as const)(
    "leaves the summaries with the next run, whose other sentences stay: %s",
    async (verb) => {
      const { mind, live } = failingWorld(store);
      await live(["I live in Porto.", "我的猫叫小白。", "I have a red bicycle."]);
      const { blocks } = await mind.document({ document: "portrait" });
      const home = blocks
        .flatMap(({ sentences }) => sentences)
        .find(({ text }) => text.includes("Porto"));
      await mind[verb](home?.id ?? "");
      await mind.sweep();
      for (const document of ["day", "portrait"] as const) {
        const { text } = await mind.document({ document });
        expect(text).not.toContain("Porto");
        expect(text).toContain("小白");
      }
      const before = JSON.stringify(await mind.document({ document: "day" }));
      await mind.sweep();
      expect(JSON.stringify(await mind.document({ document: "day" }))).toBe(before);
    },
  );
});
