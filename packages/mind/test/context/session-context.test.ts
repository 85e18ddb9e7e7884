import { describe, expect, test } from "vitest";

import { sessionContext } from "../../src/index.js";
import { know, say, testMind } from "../support/mind-test.js";

function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

describe("sessionContext", () => {
  test("has what has most weight and the newest beside it, within its bytes", async () => {
    const { mind, memory, clock } = testMind();
    for (let index = 0; index < 40; index += 1) {
      await memory.remember({
        content: `Rule ${index}: 测试 "${"words ".repeat(6)}"`,
        importance: 0.9,
      });
    }
    clock.now = new Date(clock.now.getTime() + 1000);
    await memory.remember({ content: "The build is red since noon", importance: 0 });
    await memory.remember({
      content: "Strangers say this",
      origin: "web",
      trust: 0.2,
      importance: 0,
    });
    const { text, included, trust } = await sessionContext(mind, { maxBytes: 1500 });
    expect(bytesOf(text)).toBeLessThanOrEqual(1500);
    expect(text).toMatch(/Rule \d+/u);
    expect(text).toContain("The build is red since noon");
    expect(text).not.toContain("Strangers");
    expect(trust).toBe(1);
    const contents = included.map(({ content }) => content);
    expect(new Set(contents).size).toBe(contents.length);
  });

  test("tells a fact once, and not its turn beside it", async () => {
    const { mind, memory } = testMind();
    const note = await say(memory, "I live in Rome.", { kind: "note" });
    await know(memory, [note]);
    const { text } = await sessionContext(mind, { maxBytes: 1500 });
    expect(text.match(/Rome/gu)).toHaveLength(1);
    expect(text.match(/<memories/gu)).toHaveLength(1);
  });

  test("tells turns of talks only where there is nothing else, and nothing if nothing is there", async () => {
    const { mind, memory } = testMind();
    expect(await sessionContext(mind, { maxBytes: 1500 })).toEqual({
      text: "",
      included: [],
      trust: 1,
    });
    await say(memory, "Hello from the talk");
    expect((await sessionContext(mind, { maxBytes: 1500 })).text).toContain("Hello from the talk");
    await memory.remember("A note");
    const { text } = await sessionContext(mind, { maxBytes: 1500 });
    expect(text).toContain("A note");
    expect(text).not.toContain("Hello");
  });

  test("does not tell among the newest what its turn does not say any more", async () => {
    const { mind, memory } = testMind();
    const turn = await say(memory, "My code is 4711.");
    await know(memory, [turn], { importance: 0 });
    await memory.remember("A note");
    await memory.update(turn.id, { content: "Gone" });
    expect((await sessionContext(mind, { maxBytes: 1500 })).text).not.toContain("4711");
  });
});
