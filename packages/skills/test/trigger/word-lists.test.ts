import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { WordLists } from "../../src/trigger/word-lists.js";

const FOLDER = new URL("../../data/concepts/", import.meta.url);

test("the lists hold what the data files hold", () => {
  const { background, concepts } = new WordLists();
  expect([background.length, concepts.length]).toEqual([148, 483]);
  expect(background[0]).toBe("ok");
  expect(concepts[0]).toMatch(/^light lamp .* light_bulb /u);
  expect(readdirSync(FOLDER)).toHaveLength(7);
});

test.each(readdirSync(FOLDER))("%s has one entry a line, and no two blank lines", (name) => {
  const text = readFileSync(new URL(name, FOLDER), "utf8");
  expect(text).toMatch(/^# .+\n# Written for Kioku/u);
  expect(text).not.toMatch(/_|\n\n\n|^ | $|\r/mu);
  expect(text.endsWith("\n")).toBe(true);
});
