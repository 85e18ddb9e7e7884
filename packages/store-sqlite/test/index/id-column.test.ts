import { compareText } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { entryBytes } from "../../src/index/columns.js";
import { IdColumn } from "../../src/index/id-column.js";
import { seededRandom, testSeed } from "../support/random.js";
import { randomId, randomUuid } from "../support/table-entries.js";

const seed = testSeed();

test("any text comes back as it was, whatever it looks like", () => {
  const uuid = "0123abcd-ffff-0000-8000-00000000000f";
  const texts = [
    uuid,
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    uuid.toUpperCase(),
    uuid.replace("f", "F"),
    uuid.replace("f", "g"),
    uuid.replace("f", "é"),
    uuid.replace("f", "-"),
    uuid.replaceAll("-", "0"),
    uuid.replace("-", "_"),
    `${uuid}0`,
    uuid.slice(1),
    ` ${uuid.slice(1)}`,
    `${uuid.slice(0, -1)} `,
    `{${uuid.slice(2)}}`,
    "-".repeat(36),
    "",
    "猫".repeat(36),
  ];
  const column = new IdColumn();
  for (const [ordinal, text] of texts.entries()) column.set(ordinal, text);
  expect(texts.map((_, ordinal) => column.at(ordinal))).toEqual(texts);
});

test(`ids are the last ones that were set, and ordered as texts (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const column = new IdColumn();
  const expected: string[] = [];
  for (let round = 0; round < 20_000; round += 1) {
    const ordinal = random.below(Math.min(expected.length + 1, 300));
    const id = randomId(random);
    if (random.chance(0.2)) column.clear(ordinal);
    column.set(ordinal, id);
    expected[ordinal] = id;
    const [a, b] = [random.below(expected.length), random.below(expected.length)];
    expect(column.at(a)).toBe(expected[a]);
    const order = compareText(expected[a] ?? "", expected[b] ?? "");
    expect(Math.sign(column.compare(a, b))).toBe(Math.sign(order));
  }
});

test(`UUIDs that differ late are ordered as texts too (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const column = new IdColumn();
  for (let round = 0; round < 2_000; round += 1) {
    const id = randomUuid(random);
    const place = random.pick([0, 7, 9, 12, 14, 20, 30, 35]);
    const other = `${id.slice(0, place)}${random.below(16).toString(16)}${id.slice(place + 1)}`;
    column.set(0, id);
    column.set(1, other);
    expect(Math.sign(column.compare(0, 1))).toBe(Math.sign(compareText(id, other)));
  }
});

test("a UUID takes 16 bytes, and texts alone take none of these", () => {
  const column = new IdColumn(1_000);
  column.set(0, "a");
  const texts = column.bytes;
  expect(texts).toBeLessThan(400);
  for (let ordinal = 1; ordinal < 1_000; ordinal += 1) {
    column.set(ordinal, randomUuid(seededRandom(ordinal)));
  }
  const all = column.bytes;
  expect(all - texts - 16_000).toBeLessThan(400);
  column.clear(0);
  expect(all - column.bytes).toBe(entryBytes("a"));
});
