import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { WordLists } from "../../src/trigger/word-lists.js";

const FOLDER = new URL("../../src/trigger/words/", import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

test("the lists hold what the data files hold", () => {
  const { background, concepts } = new WordLists();
  expect([background.length, concepts.length]).toEqual([149, 483]);
  expect(background[0]).toBe("ok");
  expect(concepts[0]).toMatch(/^light lamp .* light_bulb /u);
  expect(FILES).toHaveLength(8);
});

test.each(FILES)("%s names its source and has one entry a line", (name) => {
  const text = readFileSync(new URL(name, FOLDER), "utf8");
  const { source } = JSON.parse(text) as { readonly source: string };
  expect(source).toContain("Written for Kioku");
  expect(text).not.toMatch(/_|"[^"]*", "|" "/u);
});
