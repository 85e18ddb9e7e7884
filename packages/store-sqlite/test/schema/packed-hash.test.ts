import { hashText } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import {
  columnToTextHash,
  contentHashToColumn,
  textHashToColumn,
} from "../../src/schema/packed-hash.js";

test("a hash of the content takes no byte, and comes back", () => {
  const column = textHashToColumn(hashText("a text"), "a text");
  expect(column).toHaveLength(0);
  expect(columnToTextHash(column, "a text")).toBe(hashText("a text"));
});

test.each([hashText("another text"), "a name of its own", hashText("a").toUpperCase(), ""])(
  "another hash comes back as it was: %j",
  (hash) => {
    expect(columnToTextHash(textHashToColumn(hash, "a text"), "a text")).toBe(hash);
  },
);

test("different content hashes stay different", () => {
  const hashes = [hashText("a"), hashText("b"), "a", "b", "", hashText("a").toUpperCase()];
  const columns = hashes.map((hash) => JSON.stringify(contentHashToColumn(hash)));
  expect(new Set(columns).size).toBe(hashes.length);
});
