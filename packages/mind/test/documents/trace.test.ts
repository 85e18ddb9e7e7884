import { describe, expect, test } from "vitest";

import { traceMemory } from "../../src/index.js";
import { know, say, testMind } from "../support/mind-test.js";

describe("traceMemory", () => {
  test("tells the sources of a fact, why it holds, and its versions", async () => {
    const { mind, memory } = testMind();
    const turn = await say(memory, "I live in Rome.", { speaker: "Ana" });
    const fact = await know(memory, [turn]);
    const trace = await traceMemory(mind, fact);
    expect(trace.memory?.content).toBe("I live in Rome.");
    expect(trace.sources.map(({ id }) => id)).toEqual([turn.id]);
    expect(trace.explanation?.quotes[0]).toMatchObject({ source: turn.id, speaker: "Ana" });
    expect(trace.versions.map(({ change }) => change)).toEqual(["created"]);
  });

  test("has no memory of a fact that its turns do not say any more", async () => {
    const { mind, memory } = testMind();
    const turn = await say(memory, "My code is 4711.");
    const fact = await know(memory, [turn]);
    await memory.update(turn.id, { content: "Gone" });
    const { memory: shown, explanation } = await traceMemory(mind, fact);
    expect({ shown, explanation }).toEqual({ shown: undefined, explanation: undefined });
  });

  test("gives as many of the newest versions as are asked for", async () => {
    const { mind, memory } = testMind();
    const { id } = await say(memory, "version 1");
    let record = await memory.update(id, { content: "version 2" });
    record = await memory.update(record.id, { content: "version 3" }, { actor: "ana" });
    const { versions } = await traceMemory(mind, record, { versions: 2 });
    expect(versions.map(({ version, actor }) => [version, actor])).toEqual([
      [2, undefined],
      [3, "ana"],
    ]);
    expect((await traceMemory(mind, record)).versions).toHaveLength(3);
  });
});
