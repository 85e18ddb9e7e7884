import { expect, test } from "vitest";

import { testMind } from "../support/mind-test.js";

test.each(["My name is Kai and I live in a server in Oslo.", "我叫小凯。"])(
  "takes an assistant under a name for the assistant: %s",
  async (content) => {
    const { mind } = testMind();
    await mind.session("a").hear({ content, origin: "assistant", speaker: "Kai" });
    await mind.consolidate();
    const { text, blocks } = await mind.document({ document: "self" });
    expect(text).toContain("## identity");
    expect((await mind.document({ document: "portrait", of: "Kai" })).blocks).toEqual([]);
    const id = blocks[0]?.sentences[0]?.id ?? "";
    expect((await mind.why(id))?.quotes[0]?.speaker).toBe("Kai");
  },
);
