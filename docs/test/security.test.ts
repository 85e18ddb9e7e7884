import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { inMemoryStore } from "@kioku/core";
import { memoryConformance, storeConformance } from "@kioku/testing";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs", "security.md"), "utf8");

/** The rows under "Threats": what is feared, what is done, what proves it. */
const threats = (page.split("\n## ").find((section) => section.startsWith("Threats\n")) ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^\| | \|$/gu, "").trim()));

/** Suites that a row may name, with the files that their parts are in. */
const SUITES: Readonly<Record<string, string>> = {
  storeConformance: "packages/testing/src/store/cases",
  memoryConformance: "packages/testing/src/memory/cases",
  isolationProbes: "packages/testing/src/memory/isolation-probes.ts",
  fuzzMemory: "packages/testing/src/memory/fuzz.ts",
};

/** Files and folders that a cell names, itself or by the name of a suite. */
function placesIn(proof: string): readonly string[] {
  const named = [...proof.matchAll(/`(?<name>[^`]+)`/gu)].map((match) => match[1] ?? "");
  return named.flatMap((name) => SUITES[name] ?? (name.includes("/") ? [name] : []));
}

function sentences(text: string): readonly string[] {
  return text
    .replaceAll(/\s+/gu, " ")
    .split(/(?<=[.:;]) /u)
    .filter(({ length }) => length > 40);
}

test("every threat names a test, a folder of tests or a suite that is there", () => {
  expect(threats.length).toBeGreaterThan(10);
  const unproved = threats.filter(([, , proof = ""]) => placesIn(proof).length === 0);
  expect(unproved.map(([threat]) => threat)).toEqual([]);
  const places = threats.flatMap(([, , proof = ""]) => placesIn(proof));
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
});

test("the groups of cases that threats name are there", () => {
  const cases = [...storeConformance(inMemoryStore), ...memoryConformance(inMemoryStore)];
  const groups = new Set(cases.map(({ group }) => group));
  const proofs = threats.map(([, , proof = ""]) => proof).join(" ");
  const named = [...proofs.matchAll(/"(?<name>[a-z]+)"/gu)].map((match) => match[1] ?? "");
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !groups.has(name))).toEqual([]);
});

test("no sentence stands in SECURITY.md and on the page of the security model", () => {
  const short = readFileSync(join(root, "SECURITY.md"), "utf8");
  const long = new Set(sentences(page));
  expect(sentences(short).filter((sentence) => long.has(sentence))).toEqual([]);
});
