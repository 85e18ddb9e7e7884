import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { WordLists } from "../../src/trigger/word-lists.js";
import { never } from "../support/never.js";
import { call, setUp, skill, woken, wordEmbedder } from "./matcher-setup.js";

const KITES = skill("kites", { when: ["zebra kite flying", "zebra kite string"] });
const TEXT = "zebra kite flying";

/** An embedder that does what the test says before it answers. */
function troubled(before: (texts: readonly string[]) => unknown): Embedder {
  const words = wordEmbedder();
  return {
    ...words,
    embed: async (texts, options) => {
      await before(texts);
      return words.embed(texts, options);
    },
  };
}

test("skills whose vectors could not be made are tried again after a pause; until then a match says what failed", async () => {
  let isDown = true;
  const embedder = troubled(() => {
    if (isDown) throw new Error("down, with secret words");
  });
  const { matcher, log, time } = setUp({ embedder });
  await matcher.add([KITES]);
  expect(log.warnings).toHaveLength(1);
  await expect(matcher.match(TEXT, call())).rejects.toMatchObject({ code: "embedder-failed" });
  await expect(matcher.match(TEXT, call())).rejects.not.toThrow(/secret/u);
  isDown = false;
  time.ms += 1_000;
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
});

test("an embedder that is down is asked at the start and after each pause, twice as long every time, in few calls", async () => {
  let calls = 0;
  const embedder = troubled(() => {
    calls += 1;
    throw new Error("down");
  });
  const { matcher, log, time } = setUp({ embedder });
  const tries: number[] = [];
  await matcher.add([KITES]);
  const most = calls;
  calls = 0;
  for (let second = 0; second < 1_200; second += 1) {
    await expect(matcher.match(TEXT, call())).rejects.toMatchObject({ code: "embedder-failed" });
    if (calls > 0) tries.push(second);
    expect(calls).toBeLessThanOrEqual(most);
    calls = 0;
    time.ms += 1_000;
  }
  expect(tries).toEqual([1, 3, 7, 15, 31, 63, 127, 255, 511, 811, 1_111]);
  expect(most).toBeLessThan(40);
  expect(log.warnings).toHaveLength(tries.length + 1);
  time.ms -= 86_400_000;
  await expect(matcher.match(TEXT, call())).rejects.toBeDefined();
  expect(calls).toBeGreaterThan(0);
});

const SAILS = skill("sails", { when: ["walrus sail canvas", "walrus sail rope"] });

/**
 * Answers a vector without direction for one text, as some servers do for what they do not like.
 */
function zeroFor(unlucky: string): Embedder {
  const words = wordEmbedder();
  return {
    ...words,
    embed: async (texts, options) => {
      const { vectors } = await words.embed(texts, options);
      const answer = (vector: Float32Array, index: number): Float32Array =>
        texts[index] === unlucky ? new Float32Array(512) : vector;
      return { vectors: vectors.map(answer) };
    },
  };
}

const UNLUCKY = "walrus sail rope";
const REFUSALS: readonly (readonly [string, () => Embedder])[] = [
  [
    "every call with it fails",
    () =>
      troubled((texts) => {
        if (texts.includes(UNLUCKY)) throw new Error("500");
      }),
  ],
  ["it has no direction", () => zeroFor(UNLUCKY)],
];

test.each(REFUSALS)(
  "an example that the server refuses makes only its own skill wait: %s",
  async (_, refusing) => {
    const root = createMemory({ store: inMemoryStore() });
    const many = Array.from({ length: 100 }, (__, index) =>
      skill(`skill-${index}`, { when: `penguin ${index} boat` }),
    );
    const { matcher, log } = setUp({ embedder: refusing(), root });
    await matcher.add([...many.slice(0, 50), SAILS, KITES, ...many.slice(50)]);
    expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
    expect(woken(await matcher.match("penguin 7 boat", call()))[0]).toBe("skill-7");
    expect(woken(await matcher.match("walrus sail canvas", call()))).toEqual([]);
    expect(log.warnings).toEqual(["triggers could not be embedded; tried again when needed"]);
    const next = wordEmbedder();
    const second = setUp({ embedder: next, root });
    await second.matcher.add([...many, SAILS, KITES]);
    expect(next.asked).toEqual([SAILS.description, "walrus sail canvas", UNLUCKY]);
    expect(woken(await second.matcher.match("walrus sail canvas", call()))).toEqual(["sails"]);
  },
);

test("a skill that waited is woken once the embedder takes its examples", async () => {
  let isRefused = true;
  const embedder = troubled((texts) => {
    if (isRefused && texts.includes(UNLUCKY)) throw new Error("500");
  });
  const { matcher, time } = setUp({ embedder });
  await matcher.add([SAILS, KITES]);
  isRefused = false;
  expect(woken(await matcher.match("walrus sail canvas", call()))).toEqual([]);
  time.ms += 1_000;
  expect(woken(await matcher.match("walrus sail canvas", call()))).toEqual(["sails"]);
});

test("texts of the surroundings that the server refuses harm no skill", async () => {
  const lists = new WordLists();
  const landmark = lists.concepts[0]?.replaceAll("_", " ") ?? "";
  const embedder = troubled((texts) => {
    if (texts.some((text) => text === lists.background[0] || text === landmark)) {
      throw new Error("500");
    }
  });
  const root = createMemory({ store: inMemoryStore() });
  const { matcher } = setUp({ embedder, root });
  await matcher.add([KITES, SAILS]);
  const matches = await matcher.match(TEXT, call());
  expect(woken(matches)).toEqual(["kites"]);
  const words = wordEmbedder();
  const second = setUp({ embedder: words, root });
  await second.matcher.add([KITES, SAILS]);
  expect(words.asked).not.toContain(TEXT);
  expect(words.asked).toContain(landmark);
  expect(woken(await second.matcher.match(TEXT, call()))).toEqual(["kites"]);
});

/** A skill that says nothing that an embedder could take, but for what it is not. */
function mute(name: string): AnySkill {
  return skill(name, { when: "mute one", not: "zebra kite" }, "mute");
}

test("skills of which nothing can ever be embedded are left out, first or later, and harm no others", async () => {
  const embedder = troubled((texts) => {
    const textIndex = texts.findIndex((text) => text.includes("mute"));
    if (textIndex < 0) return;
    throw new MemoryError("invalid-input", "no", { details: { textIndex } });
  });
  const { matcher } = setUp({ embedder });
  await matcher.add([mute("a"), KITES]);
  await matcher.add([mute("b")]);
  await matcher.add([SAILS]);
  const matches = await matcher.match(TEXT, call());
  expect(woken(matches)).toEqual(["kites"]);
  expect(matches.map((match) => match.skill).toSorted()).toEqual(["kites", "sails"]);
  expect(woken(await matcher.match("walrus sail rope", call()))).toEqual(["sails"]);
});

test("a skill that can never be embedded, alone, matches nothing", async () => {
  const embedder = troubled((texts) => {
    if (texts.includes("mute")) throw new MemoryError("invalid-input", "no");
  });
  const { matcher } = setUp({ embedder });
  await matcher.add([skill("a", { when: "mute" }, "mute")]);
  expect(await matcher.match(TEXT, call())).toEqual([]);
});

test("while one skill is being loaded, texts are compared with the others", async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const embedder = troubled((texts) => (texts.includes(UNLUCKY) ? promise : undefined));
  const { matcher } = setUp({ embedder });
  await matcher.add([KITES]);
  const adding = matcher.add([SAILS]);
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
  resolve(undefined);
  await adding;
  expect(woken(await matcher.match(UNLUCKY, call()))).toEqual(["sails"]);
});

test("a text that cannot be embedded rejects, and the next one is matched", async () => {
  const embedder = troubled((texts) => {
    if (texts.includes("unlucky")) throw new Error("no");
  });
  const { matcher } = setUp({ embedder });
  await matcher.add([KITES]);
  await expect(matcher.match("unlucky", call())).rejects.toMatchObject({ code: "embedder-failed" });
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
});

test("an example that can never be embedded is left out, and the others count", async () => {
  const embedder = troubled((texts) => {
    const textIndex = texts.indexOf("zebra kite string");
    if (textIndex < 0) return;
    throw new MemoryError("invalid-input", "too long", { details: { textIndex } });
  });
  const { matcher, log } = setUp({ embedder });
  await matcher.add([KITES]);
  expect(log.warnings).toEqual(["examples of skills that the embedder cannot embed"]);
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
});

test("a skill that was removed or replaced while its vectors were made stays so", async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  const { matcher } = setUp({
    embedder: troubled((texts) => {
      if (!texts.includes("zebra kite string")) return undefined;
      asked.resolve(undefined);
      return promise;
    }),
  });
  const sails = skill("sails", { when: ["zebra kite string", "walrus sail rope"] });
  const adding = matcher.add([KITES, sails]);
  await asked.promise;
  matcher.remove("kites");
  const replacing = matcher.add([skill("sails", { when: ["penguin boat"] })]);
  resolve(undefined);
  await Promise.all([adding, replacing]);
  const matches = await matcher.match(TEXT, call());
  expect(matches.map((match) => [match.skill, match.trigger])).toEqual([["sails", "penguin boat"]]);
});

test("a skill whose load was never answered is loaded again in time, and meanwhile the others wake", async () => {
  let isLost = true;
  const embedder = troubled((texts) => (isLost && texts.includes(UNLUCKY) ? never() : undefined));
  const { matcher, time } = setUp({ embedder });
  await matcher.add([KITES]);
  const controller = new AbortController();
  const adding = matcher.add([SAILS], { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(adding).rejects.toThrow("enough");
  isLost = false;
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
  expect(woken(await matcher.match(UNLUCKY, call()))).toEqual([]);
  time.ms += 600_000;
  expect(woken(await matcher.match(UNLUCKY, call()))).toEqual(["sails"]);
});

test("an abort rejects with its reason, and the skills that were being added wake as soon as they are loaded", async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { matcher } = setUp({ embedder: troubled(() => promise) });
  const controller = new AbortController();
  const adding = matcher.add([KITES], { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(adding).rejects.toThrow("enough");
  resolve(undefined);
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
});

test("a match that is aborted rejects with the reason and harms no other", async () => {
  const { matcher } = setUp();
  await matcher.add([KITES]);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(matcher.match(TEXT, call({ signal }))).rejects.toThrow("enough");
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
});

test("blank text matches nothing and is not embedded", async () => {
  const embedder = wordEmbedder();
  const { matcher } = setUp({ embedder });
  await matcher.add([KITES]);
  embedder.asked.length = 0;
  expect(await matcher.match(" \n\t　", call({ threshold: 0 }))).toEqual([]);
  expect(embedder.asked).toEqual([]);
});

test("of a text of any length only the beginning is looked at", async () => {
  const embedder = wordEmbedder();
  const { matcher } = setUp({ embedder });
  await matcher.add([KITES]);
  embedder.asked.length = 0;
  await matcher.match(`${TEXT} ${"😀".repeat(100_000)}`, call());
  expect(embedder.asked.every((text) => text.length <= 2_000 && text.isWellFormed())).toBe(true);
  expect(embedder.asked[0]).toContain(TEXT);
});

test("without an embedder skills are taken in, and matching rejects", async () => {
  const { matcher } = setUp({ embedder: undefined });
  await matcher.add([KITES]);
  matcher.remove("kites");
  await expect(matcher.match(TEXT, call())).rejects.toMatchObject({ code: "invalid-input" });
});
