import { expect, test } from "vitest";

import { duplicateKeys } from "../../src/text/duplicate-keys.js";
import { normalizeForDuplicates } from "../../src/text/normalize.js";

const LONG = "A sentence with caf\u00E9 in it. ".repeat(300);

/** Texts of which some say the same, by length, spaces and form. */
const TEXTS: readonly string[] = [
  "tea",
  " tea\n",
  LONG,
  ` ${LONG.replaceAll(" ", "\n ")}`,
  LONG.normalize("NFD"),
  `${LONG}x`,
  `x${LONG}`,
  LONG.replace("caf\u00E9", "tea"),
  `${LONG.slice(0, 4_000)}other${LONG.slice(4_005)}`,
  `tea${" ".repeat(9_000)}`,
  `${" ".repeat(9_000)}tea`,
  `green${" ".repeat(9_000)}tea`,
  "green tea",
];

test("keys are equal for just those texts that say the same", () => {
  const keys = duplicateKeys(TEXTS);
  for (const [index, text] of TEXTS.entries()) {
    const same = TEXTS.map(
      (other) => normalizeForDuplicates(other) === normalizeForDuplicates(text),
    );
    expect([index, keys.map((key) => key === keys[index])]).toEqual([index, same]);
  }
  expect(duplicateKeys(["a  b", "a b", "b"])).toEqual(["a b", "a b", "b"]);
});
