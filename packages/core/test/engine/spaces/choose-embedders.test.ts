import { wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { chooseEmbedders } from "../../../src/engine/embedding/spaces/choose-embedders.js";
import type { StoredSpace } from "../../../src/toolkit/index.js";

/** `"a b"` given to the memory, `"a:ready b:building"` in the store; ids in, ids out. */
function choose(given: string, stored: string) {
  const embedders = given
    .split(" ")
    .filter(Boolean)
    .map((id) => wordEmbedder(id));
  const spaces = stored
    .split(" ")
    .filter(Boolean)
    .map((one) => one.split(":"))
    .map(([id, state]) => ({ id, state, dimensions: 32 }) as StoredSpace);
  const { asked, next, spare, starting } = chooseEmbedders(embedders, spaces);
  const names = (list: typeof asked) => list.map(({ id }) => id).join(" ");
  return { asked: names(asked), next: next?.id, spare: names(spare), starting: starting?.id };
}

test.each([
  // given, in the store, asked, next, spare, starting
  ["", "a:ready", "", undefined, "", undefined],
  ["a", "", "a", undefined, "", undefined],
  ["a b", "", "a", undefined, "b", undefined],
  ["a", "a:ready", "a", undefined, "", undefined],
  ["a", "a:retired b:ready", "a", undefined, "", "a"],
  ["a", "b:ready", "a", undefined, "", "a"],
  ["a", "a:building b:ready", "a", undefined, "", "a"],
  ["a b", "a:ready", "a", undefined, "b", undefined],
  ["a b", "a:ready b:ready", "a b", undefined, "", undefined],
  ["a b", "a:ready b:retired", "a", undefined, "b", undefined],
  ["a b c", "a:ready b:building c:retired", "a", undefined, "c", undefined],
  ["a b", "b:ready", "b", "a", "", "a"],
  ["a b", "a:building b:ready", "b", "a", "", "a"],
  ["a b", "a:retired b:ready", "b", "a", "", "a"],
  ["a b c", "a:building b:ready c:retired", "b", "a", "", "a"],
  ["a b c", "b:ready c:ready", "b c", "a", "", "a"],
  ["a b", "b:retired c:ready", "b", "a", "", "a"],
  ["a b", "a:building b:retired c:ready", "b", "a", "", "a"],
  ["a b", "a:building c:ready", "a", undefined, "", "a"],
  ["a b", "b:building c:ready", "b", "a", "", "a"],
] as const)("of %j with %j in the store, %j are asked", (...row) => {
  const [given, stored, asked, next, spare, starting] = row;
  expect(choose(given, stored)).toEqual({ asked, next, spare, starting });
});
