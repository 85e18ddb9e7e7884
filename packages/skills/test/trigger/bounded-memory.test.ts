/** @module-tag long */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { call, setUp, skill } from "./matcher-setup.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function usedBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** One letter that becomes eighteen when the text is normalised. */
const LIGATURE = "\uFDFA";

test("texts of users are not kept, however long they become and whatever words they hold", async () => {
  const { matcher } = setUp();
  await matcher.add([skill("kites", { when: "remind me to fly the zebra kite" })]);
  const say = (number: number): Promise<unknown> => {
    const word = `remind${number.toString(26).replaceAll(/[0-9]/gu, "x")}erroneously${number}`;
    return matcher.match(`${word} reminding${number} ${LIGATURE.repeat(1_900)}`, call());
  };
  for (let number = 0; number < 20; number += 1) await say(number);
  const before = usedBytes();
  for (let number = 1_000; number < 1_400; number += 1) await say(number);
  expect((usedBytes() - before) / 2 ** 20).toBeLessThan(8);
});
