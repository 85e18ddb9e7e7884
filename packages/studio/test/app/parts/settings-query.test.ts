import { expect, test } from "vitest";

import { readSettings, writeSettings } from "../../../src/app/parts/settings-query.js";

const FIRST = { uses: 5, along: "uses" };

test("settings come back from the address that they were written to", () => {
  const settings = { uses: 7, along: "time" };
  expect(readSettings(FIRST, writeSettings(FIRST, settings))).toEqual(settings);
});

test("what is as at first is left out of the address", () => {
  expect(writeSettings(FIRST, FIRST)).toEqual({ uses: "", along: "" });
});

test("what is no number stays as at first", () => {
  expect(readSettings(FIRST, { uses: "many" })).toEqual(FIRST);
  expect(readSettings(FIRST, { uses: "" })).toEqual(FIRST);
});
