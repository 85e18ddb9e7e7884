import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, MemoryRoot } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { expect, test, vi } from "vitest";

import { failureOf, reasonOf } from "../support/failure-of.js";
import { testWorld } from "../support/test-world.js";

const letters = {
  name: "write-letters",
  description: "Writes formal letters. Use when somebody has to be answered on paper.",
  instructions: "# Letters",
};
const sheets = {
  name: "sheets",
  description: "Adds up columns and draws charts of numbers. Do not use for letters to customers.",
  whenToUse: "Whenever a spreadsheet or a budget is mentioned.",
  instructions: "# Sheets",
};
const lamps = {
  name: "lamps",
  description: "Switches the lamps at home.",
  triggers: [{ when: ["make it brighter in here"] }],
  run: () => undefined,
};
const secret = {
  name: "secret-letters",
  description: "Writes letters that only the user may start.",
  disableModelInvocation: true,
  instructions: "# Secret",
};
const skills = [letters, sheets, lamps, secret];

function localMemory(embedder: Embedder = localEmbedder()): MemoryRoot {
  return createMemory({ store: inMemoryStore(), embedder });
}

/** An embedder that counts the texts it is given, and that can be taken down. */
function counting(): Embedder & { readonly asked: string[]; isDown: boolean } {
  const local = localEmbedder();
  const { id, dimensions, profile } = local;
  const embedder = {
    id,
    dimensions,
    ...(profile && { profile }),
    asked: [] as string[],
    isDown: false,
    embed: async (texts: readonly string[]) => {
      if (embedder.isDown) throw new Error("no network");
      embedder.asked.push(...texts);
      return local.embed(texts);
    },
  };
  return embedder;
}

test("skills are found by words and meaning, with code or without, in both languages", async () => {
  const { runtime } = await testWorld(skills, { memory: localMemory() });
  for (const [query, name] of [
    ["a letter to the bank", "write-letters"],
    ["what did we spend, sum the table up", "sheets"],
    ["查看预算表格", "sheets"],
    ["turn the light up in the kitchen", "lamps"],
    ["写一封正式的信", "write-letters"],
  ] as const) {
    const hits = await runtime.searchSkills(query);
    const names = hits.map((hit) => hit.name);
    expect([query, names[0]]).toEqual([query, name]);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    expect(names).not.toContain("secret-letters");
  }
});

test("words of instructions find a skill, after those that say them in the description", async () => {
  let read = 0;
  const instructions = async (): Promise<string> => `# Letters, ${(read += 1)}. Fold the envelope.`;
  const { runtime } = await testWorld([
    { ...letters, instructions },
    { ...sheets, instructions: "Print an envelope." },
    { ...lamps, name: "post", description: "Prints an envelope." },
  ]);
  const found = await runtime.searchSkills("an envelope");
  expect(found.map(({ name }) => name)).toEqual(["post", "sheets", "write-letters"]);
  expect((await runtime.searchSkills("fold"))[0]?.name).toBe("write-letters");
  expect(read).toBe(1);
});

test("instructions that fail or are late harm no search, and count when they are there", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { runtime, time, lines } = await testWorld([
    { ...letters, instructions: async () => Promise.reject(new Error("no disk")) },
    { ...sheets, instructions: async () => promise },
    { ...letters, name: "wrong", instructions: (async () => 5) as never },
  ]);
  const searched = runtime.searchSkills("letters and an envelope");
  await time.pass(1_000);
  expect((await searched).map(({ name }) => name)).toEqual(["write-letters", "wrong"]);
  expect(await runtime.searchSkills("envelope")).toEqual([]);
  resolve("Print an envelope.");
  await vi.waitFor(async () => {
    expect((await runtime.searchSkills("envelope"))[0]?.name).toBe("sheets");
  });
  expect(lines).toEqual([]);
});

test("without an embedder words alone find skills, those of names first, and none for nothing", async () => {
  const { runtime } = await testWorld([
    ...skills,
    { ...letters, name: "cards", description: "Writes cards, stamps and letters." },
  ]);
  const found = await runtime.searchSkills("letters");
  expect(found.map(({ name }) => name)).toEqual(["write-letters", "cards"]);
  expect(found[0]).toMatchObject({ description: letters.description });
  expect(await runtime.searchSkills("submarine")).toEqual([]);
  expect(await runtime.catalog({ for: "submarine" })).toBe("");
  const catalog = await runtime.catalog({ for: "letters", limit: 1 });
  expect(catalog).toContain("<name>write-letters</name>");
  expect(catalog).not.toContain("<name>cards</name>");
  expect(await runtime.catalog()).not.toContain("secret-letters");
});

test.each(["spredsheet", "budgte", "speradsheets", "Colums"])(
  "a word that is spelled wrong finds the skill of the right one: %s",
  async (query) => {
    const { runtime } = await testWorld(skills);
    expect((await runtime.searchSkills(query))[0]?.name).toBe("sheets");
  },
);

test("a word of a name counts for more than one of a description, and long texts are read in part", async () => {
  const told = Array.from({ length: 40 }, (_, index) => `Sows herb number ${index}.`).join(" ");
  const plants = { name: "plants", description: told, run: () => 1 };
  const garden = { name: "garden", description: "Waters beds, pots and lawns", run: () => 1 };
  const yard = { name: "yard", description: "The garden wall", run: () => 1 };
  const words = await testWorld([yard, garden]);
  expect(await words.runtime.searchSkills("garden")).toMatchObject([
    { name: "garden" },
    { name: "yard" },
  ]);
  const embedder = counting();
  const { runtime } = await testWorld([plants], { memory: localMemory(embedder) });
  await runtime.searchSkills("plants");
  const sown = embedder.asked.filter((text) => text.startsWith("Sows"));
  expect(sown.length).toBeGreaterThan(10);
  expect(sown.length).toBeLessThan(30);
});

test("vectors are made by the first search, once for searches at a time, and kept for the next runtime", async () => {
  const embedder = counting();
  const memory = localMemory(embedder);
  const { runtime } = await testWorld(skills, { memory });
  const sentence = "Writes formal letters.";
  expect(embedder.asked).not.toContain(sentence);
  await Promise.all([runtime.searchSkills("a letter"), runtime.searchSkills("a chart")]);
  const count = (text: string): number => embedder.asked.filter((one) => one === text).length;
  expect(count(sentence)).toBe(1);
  expect(embedder.asked).not.toContain("Do not use for letters to customers.");
  const next = await testWorld(skills, { memory });
  embedder.asked.length = 0;
  await next.runtime.searchSkills("the letter");
  expect(embedder.asked).toEqual(["the letter"]);
  await next.runtime.unregister("write-letters");
  await next.runtime.register({ ...letters, description: "Folds paper boats." });
  expect((await next.runtime.searchSkills("boats of paper"))[0]?.name).toBe("write-letters");
});

test("while the embedder is down words decide, the log says so, and it is asked again later", async () => {
  const embedder = counting();
  embedder.isDown = true;
  const { runtime, lines, time } = await testWorld([letters, sheets], {
    memory: localMemory(embedder),
  });
  const found = await runtime.searchSkills("letters");
  expect(found.map(({ name }) => name)).toEqual(["write-letters"]);
  expect(lines.filter((line) => line.includes("skills could not be embedded"))).toHaveLength(1);
  embedder.isDown = false;
  await time.pass(2_000);
  expect(await runtime.searchSkills("letters")).toHaveLength(2);
  embedder.isDown = true;
  expect(await runtime.searchSkills("letters")).toHaveLength(1);
  expect(lines.at(-1)).toContain("searched by their words alone");
});

test("wrong arguments, aborts and a closed runtime reject", async () => {
  const { runtime } = await testWorld(skills);
  for (const [query, options] of [
    ["", {}],
    ["a", { limit: 0 }],
    ["a", { limit: 1_001 }],
    ["a", { most: 1 }],
    [1, {}],
  ]) {
    const failure = await failureOf(() => runtime.searchSkills(query as never, options as never));
    expect(failure).toMatchObject({ code: "invalid-input" });
  }
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  expect(await reasonOf(() => runtime.searchSkills("letters", { signal }))).toBe(reason);
  await runtime.close();
  expect(await failureOf(() => runtime.searchSkills("letters"))).toMatchObject({ code: "closed" });
});
