import { expect, it } from "vitest";

import { createPrinter } from "../../src/output/create-printer.js";
import { shown } from "../../src/output/shown.js";
import { testHost } from "../support/test-host.js";

const PLAIN = { isJson: false, isQuiet: false, color: undefined };

it("takes controls and marks of direction out of what a terminal shows", () => {
  expect(shown("a\u001B[31mb\u0007\u009B1m\r\u202Ec\u2066\u200F\n\td")).toBe(
    "a\uFFFD[31mb\uFFFD\uFFFD1m\uFFFD\uFFFDc\uFFFD\uFFFD\n\td",
  );
  expect(shown("花生 👩‍👩‍👧‍👦 é ñ")).toBe("花生 👩‍👩‍👧‍👦 é ñ");
});

it("escapes them in JSON, which stays the same for programs", async () => {
  using host = testHost();
  const text = "\u001B[31m\u009B\u202E\u2028花";
  await createPrinter(host, { ...PLAIN, isJson: true }).item({ text }, () => []);
  const { stdout } = host.written();
  expect(JSON.parse(stdout)).toEqual({ text });
  expect(stdout).not.toMatch(/[\p{Cc}\u202E\u2028](?!$)/u);
});

it("shows progress on a terminal only, not too often, and takes it away before other output", async () => {
  using host = testHost({ isTerminal: true, columns: 90 });
  const print = createPrinter(host, PLAIN);
  const progress = print.progress("Importing");
  progress(0, 10_000);
  progress(1, 10_000);
  host.advance(2000);
  progress(5000, 10_000);
  await print.note("half");
  progress(5001, 10_000);
  print.clear();
  print.clear();
  const drawn = host.written().stderr.split("\r\u001B[2K");
  expect(drawn.map((text) => text.trimEnd())).toEqual([
    "",
    `Importing  ${" ".repeat(20)}   0%  0 of 10,000`,
    `Importing  ${"█".repeat(10)}${" ".repeat(10)}  50%  5,000 of 10,000  2,500/s  2 s left`,
    "half",
    `Importing  ${"█".repeat(10)}${" ".repeat(10)}  50%  5,001 of 10,000  2,501/s  2 s left`,
    "",
  ]);
});

it("shows no progress without a terminal or with --quiet", () => {
  using piped = testHost();
  using quiet = testHost({ isTerminal: true });
  createPrinter(piped, PLAIN).progress("a")(1, 2);
  createPrinter(quiet, { ...PLAIN, isQuiet: true }).progress("a")(1, 2);
  expect(piped.written().stderr + quiet.written().stderr).toBe("");
});

it("colours a terminal, unless NO_COLOR, --color or JSON say no", () => {
  expect(strong(true, {})).toBe("\u001B[1ma\u001B[22m");
  expect(strong(false, {})).toBe("a");
  expect(strong(true, { NO_COLOR: "1" })).toBe("a");
  expect(strong(true, { TERM: "dumb" })).toBe("a");
  expect(strong(false, { NO_COLOR: "1" }, { color: "always" })).toBe("\u001B[1ma\u001B[22m");
  expect(strong(true, {}, { color: "never" })).toBe("a");
  expect(strong(true, {}, { color: "always", isJson: true })).toBe("a");
});

function strong(isTerminal: boolean, env: Record<string, string>, more = {}): string {
  using host = testHost({ isTerminal, env });
  return createPrinter(host, { ...PLAIN, ...more }).style.strong("a");
}
