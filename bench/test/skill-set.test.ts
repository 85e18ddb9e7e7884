import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { languageOf } from "../skills/quality/language-of.ts";
import { setToSkills } from "../skills/set-to-skills.ts";
import { readSkillSet } from "../skills/skill-set.ts";
import { UsageError } from "../usage-error.ts";

const DATA = fileURLToPath(new URL("../skills/data/", import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kioku-skill-set-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(content: string): Promise<string> {
  const path = join(folder, "set.json");
  await writeFile(path, content);
  return path;
}

const skill = { name: "a", description: "Does it.", triggers: ["do it"] };

test.each([
  ["{", "is not JSON"],
  ["[]", "must be an object"],
  ['{"skills":[]}', "skills must be a list with at least one item"],
  [{ skills: [{ ...skill, name: 1 }], utterances: [] }, "skills[0].name must be a text"],
  [{ skills: [{ ...skill, triggers: [" "] }], utterances: [] }, "skills[0].triggers[0] must be"],
  [{ skills: [{ ...skill, triggers: [{ not: "x" }] }], utterances: [] }, "triggers[0].when must"],
  [
    { skills: [{ ...skill, triggers: [{ when: "x", threshold: 2 }] }], utterances: [] },
    "triggers[0].threshold must be a number from 0 to 1",
  ],
  [{ skills: [skill], utterances: [{ text: "x" }] }, "utterances[0].expected must be a list"],
  [{ skills: [skill], utterances: [{ text: "x", expected: ["b"] }] }, '"x" expects b, which is'],
  [{ skills: [skill], utterances: [{ text: "x", expected: ["a", "a"] }] }, "a skill twice"],
  [{ skills: [skill, skill], utterances: [{ text: "x", expected: [] }] }, "two skills of one name"],
])("%j is no set, and it is said why", async (content, message) => {
  const path = await write(typeof content === "string" ? content : JSON.stringify(content));
  const reading = readSkillSet(path);
  await expect(reading).rejects.toBeInstanceOf(UsageError);
  await expect(readSkillSet(path)).rejects.toThrow(message);
});

test("plain texts are one trigger, and each object is its own with what it carries", async () => {
  const triggers = ["do it", { when: "just do it", not: ["done"], threshold: 0.8 }, "do that"];
  const set = { skills: [{ ...skill, triggers }], utterances: [{ text: "x", expected: ["a"] }] };
  const { name, skills } = await readSkillSet(await write(JSON.stringify(set)));
  expect(name).toBe("set");
  expect(setToSkills(skills)[0]?.triggers).toEqual([
    { when: ["do it", "do that"] },
    { when: "just do it", not: ["done"], threshold: 0.8 },
  ]);
});

const RESTRAINT = "restraint.json";
const files = (await readdir(DATA)).filter((file) => file.endsWith(".json"));

test.each(files.filter((file) => file !== RESTRAINT))(
  "%s has ten skills and 120 utterances in two languages, 30 %% for none",
  async (file) => {
    const { skills, utterances } = await readSkillSet(join(DATA, file));
    expect(skills.length).toBeGreaterThanOrEqual(10);
    expect(utterances.length).toBeGreaterThanOrEqual(120);
    expect(new Set(utterances.map(({ text }) => text)).size).toBe(utterances.length);
    const none = utterances.filter(({ expected }) => expected.length === 0);
    expect(none.length / utterances.length).toBeGreaterThanOrEqual(0.3);
    expect(utterances.some(({ expected }) => expected.length > 1)).toBe(true);
    const examples = new Set(skills.flatMap(({ triggers }) => triggers));
    expect(utterances.filter(({ text }) => examples.has(text))).toEqual([]);
    for (const language of ["English", "Chinese"]) {
      const own = utterances.filter(({ text }) => languageOf(text) === language);
      expect(own.length / utterances.length).toBeGreaterThan(0.35);
    }
    for (const { name } of skills) {
      expect(utterances.filter(({ expected }) => expected.includes(name)).length).toBeGreaterThan(
        4,
      );
    }
  },
);

test("the set of restraint has 120 orders and 60 texts that are none, as many in each language", async () => {
  const { utterances } = await readSkillSet(join(DATA, RESTRAINT));
  const isOrder = ({ expected }: (typeof utterances)[number]): boolean => expected.length > 0;
  const orders = utterances.filter(isOrder);
  const others = utterances.filter((one) => !isOrder(one));
  const chinese = (some: typeof utterances): number =>
    some.filter(({ text }) => languageOf(text) !== "English").length;
  expect([orders.length, others.length]).toEqual([120, 60]);
  expect([chinese(orders), chinese(others)]).toEqual([60, 30]);
});

test("the language of a text is told by its script", () => {
  expect(["turn it on", "打开灯", "打开 bedroom 的灯", "1 + 1"].map(languageOf)).toEqual([
    "English",
    "Chinese",
    "mixed",
    "English",
  ]);
});
