import {
  array,
  type Arbitrary,
  constantFrom,
  dictionary,
  json,
  jsonValue,
  oneof,
  record,
  sample,
  string,
  tuple,
} from "fast-check";
import { expect, test } from "vitest";

import type { MemoryKind } from "../../../src/kinds/index.js";
import { held, managerWorld, say } from "./manager-world.js";

const KINDS: readonly MemoryKind[] = [
  "core",
  "episodic",
  "semantic",
  "procedural",
  "resource",
  "knowledge_vault",
];
const NAMES = [
  ..."label text summary details date name entry_type steps title resource_type".split(" "),
  ..."caption sensitivity secret_value op reason sources targets turn quote".split(" "),
];

/** Texts that a model may write, and values that are none. */
const value = oneof(
  constantFrom("insert", "update", "merge", "replace", "append", "rewrite", "t1", "i1", "human"),
  constantFrom("guide", "low", "2026-03-02", "Rex", "I own a bakery.", "__proto__"),
  string(),
  jsonValue({ maxDepth: 2 }) as Arbitrary<unknown>,
);
const source = record({ turn: constantFrom("t1", "t2", 7), quote: value });
const RUNS = process.env["KIOKU_TEST_SIZE"] === "full" ? 1_000 : 200;

const operation = oneof(
  tuple(dictionary(constantFrom(...NAMES), value), array(source, { maxLength: 2 })).map(
    ([members, sources]) => ({ ...members, sources }),
  ),
  value,
);
const answer = oneof(
  array(operation, { maxLength: 4 }).map((operations) => JSON.stringify({ operations })),
  array(operation, { maxLength: 4 }).map((all) => JSON.stringify({ operations: all }).slice(0, -9)),
  json(),
  string(),
);

test(`${RUNS} answers of no use change nothing`, async () => {
  const answers = sample(answer, { seed: 29, numRuns: RUNS });
  const written: number[] = [];
  const left: string[] = [];
  let world = managerWorld({});
  for (const [index, text] of answers.entries()) {
    const kind = KINDS[index % KINDS.length] ?? "core";
    world.model.script = { [kind]: text };
    await say(world, [`The kettle number ${index} whistles.`]);
    const { managers } = await world.kinds.absorb({ kinds: [kind] });
    written.push(...managers.map((one) => one.written));
    if (index % 50 < 49) continue;
    left.push(...(await held(world.memory)));
    world = managerWorld({});
  }
  expect(written).toEqual(answers.map(() => 0));
  expect(left).toEqual([]);
});
