import { documentTerms } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { packTerms, unpackTerms } from "../../src/schema/packed-terms.js";
import { seededRandom, testSeed } from "../support/random.js";

const random = seededRandom(testSeed());

const TEXTS = [
  "Bob repaired 爬山 in Lisbon in the morning, note 0",
  "李雷 likes the blue sofa in Oslo",
  "node_modules/some-package/dist/index.js failed: ENOENT (see https://example.org/a?b=c)",
  "İstanbul'da ÄRZTE, Straße, ΣΊΣΥΦΟΣ und ﬁnance",
  "emoji 👩‍👩‍👧 and \u{20BB7}野家",
  `${"-".repeat(700)} far ${" ".repeat(90)} away`,
  "",
];

function roundTrip(terms: readonly string[], content: string): readonly string[] {
  return unpackTerms(packTerms(terms, content), content);
}

test("the terms of a text come back in order, each as often as it was there", () => {
  for (const text of TEXTS) {
    for (const terms of [documentTerms(text), documentTerms(TEXTS.join(" ").repeat(20))]) {
      expect(roundTrip(terms, text)).toEqual(terms);
    }
  }
  const whole = TEXTS.join("\n").repeat(30);
  expect(roundTrip(documentTerms(whole), whole)).toEqual(documentTerms(whole));
});

test("terms that are nowhere in the text come back, however long", () => {
  const terms = [
    "a",
    "",
    "Upper",
    "x".repeat(62),
    "y".repeat(63),
    "z".repeat(64),
    "字".repeat(3_000),
  ];
  expect(roundTrip(terms, "A text with an upper case")).toEqual(terms);
  expect(roundTrip(terms, terms.join(" "))).toEqual(terms);
});

test("random terms of random texts come back", () => {
  const letters = ["a", "A", "b", "B", "é", "字", " ", "-", "\u0130", "\u{1F600}"];
  const text = (most: number): string =>
    Array.from({ length: random.below(most) }, () => letters[random.below(letters.length)]).join(
      "",
    );
  for (let round = 0; round < 2_000; round += 1) {
    const content = text(200);
    const terms = Array.from({ length: random.below(30) }, () => {
      const start = random.below(content.length + 1);
      const cut = content.slice(start, start + random.below(80)).toLowerCase();
      return random.chance(0.8) && cut.isWellFormed() ? cut : text(9);
    });
    expect(roundTrip(terms, content)).toEqual(terms);
  }
});

test("a text without terms keeps nothing, and a usual one about a byte a term", () => {
  expect(packTerms([], "text")).toBeNull();
  expect(unpackTerms(null, "text")).toEqual([]);
  const text = "Carla postponed the marathon because of a broken bicycle in the morning";
  const terms = documentTerms(text);
  expect(packTerms(terms, text)?.length).toBeLessThan(terms.length + 4);
});

test("half a character comes back as it is stored elsewhere: replaced", () => {
  const content = "b \u{1F600} \u{1F600}a";
  const terms = ["\uD83D", "\uDE00", "\uDE00a", "b"];
  expect(roundTrip(terms, content)).toEqual(terms.map((term) => term.toWellFormed()));
});

test("damaged terms are read as far as they go", () => {
  expect(unpackTerms(Uint8Array.of(0xc1, 0x61, 0xff), "text")).toEqual(["a"]);
});
