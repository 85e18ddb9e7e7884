import { expect, test } from "vitest";

import { testMind } from "../support/mind-test.js";

const DAYS = 86_400_000;

test.each([
  ["I live in Lisbon.", "I have a cat called Momo.", "I live in Porto.", "Lisbon", "Porto"],
  ["我住在里斯本。", "我养了一只猫。", "我住在波尔图。", "里斯本", "波尔图"],
])("shows nothing that an edited turn does not say any more: %s", async (...texts) => {
  const [before, other, after, old, now] = texts;
  const { mind, clock } = testMind();
  const talk = mind.session("a");
  const [receipt] = await talk.hear([before, other].map((content) => ({ content })));
  await mind.consolidate();
  const id = receipt?.status === "stored" ? receipt.record.id : "";
  await mind.update(id, { content: after });
  for (const late of [0, 3 * DAYS]) {
    clock.now = new Date(clock.now.getTime() + late);
    expect((await mind.consolidate()).changes).toEqual([]);
    for (const name of [{ document: "portrait" }, { document: "thread", thread: "a" }] as const) {
      const { text } = await mind.document(name);
      expect(text).not.toContain(old);
      expect(text).toContain(other);
    }
    const { text } = await mind.session(`b${late}`).context(`${old}? ${now}?`);
    expect(text).not.toMatch(new RegExp(`>.*${old}`, "u"));
    expect(text).toContain(now);
    const contents = (await mind.recall(`${old}? ${now}?`)).map(({ content }) => content);
    expect(contents.filter((content) => content.includes(old))).toEqual([]);
  }
  expect(await mind.why(before)).toBeUndefined();
});
