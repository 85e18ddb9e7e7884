import { readFileSync, rmSync } from "node:fs";

import { MemoryError } from "@kioku/core";
import { afterAll, expect, test } from "vitest";

import { folder } from "./provoked/files.ts";
import { ofArguments } from "./provoked/of-arguments.ts";
import { ofBackups } from "./provoked/of-backups.ts";
import { ofEmbedders } from "./provoked/of-embedders.ts";
import { ofRecords } from "./provoked/of-records.ts";
import { ofSkills } from "./provoked/of-skills.ts";
import { ofStores } from "./provoked/of-stores.ts";

const page = readFileSync(new URL("../troubleshooting.md", import.meta.url), "utf8");
const provocations = [
  ...ofArguments,
  ...ofRecords,
  ...ofEmbedders,
  ...ofStores,
  ...ofSkills,
  ...ofBackups,
];

/** The members of the union `MemoryErrorCode`, read from its source. */
function codes(): readonly string[] {
  const file = new URL("../../packages/core/src/errors/memory-error.ts", import.meta.url);
  const union = /export type MemoryErrorCode =(?<members>[^;]+);/u.exec(readFileSync(file, "utf8"));
  return [...(union?.groups?.["members"] ?? "").matchAll(/"([^"]+)"/gu)].map(
    ([, code]) => code ?? "",
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
}

/** Text under each heading of the third level of the section about codes. */
const sections = new Map(
  (page.split(/^## /mu).find((section) => section.startsWith("Codes\n")) ?? "")
    .split(/^### /mu)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section] as const),
);

/**
 * The messages that a section shows, in the first column of its tables; `…` stands for what is left
 * out.
 */
function messagesOf(code: string): readonly RegExp[] {
  return [...(sections.get(code) ?? "").matchAll(/^\| `(?<message>[^`]+)` +\|/gmu)].map(
    ({ groups }) => {
      const parts = (groups?.["message"] ?? "").split("…").map((part) => escaped(part));
      return new RegExp(`^${parts.join(".*")}$`, "u");
    },
  );
}

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("no message of the page leaves out all that it says", () => {
  const shown = codes().flatMap((code) => messagesOf(code).map(({ source }) => source));
  expect(shown.filter((source) => source.replaceAll(".*", "").length < 20)).toEqual([]);
});

test("every code of an error has its section, in the order of the union, and nothing else has", () => {
  expect(codes().length).toBeGreaterThan(10);
  expect([...sections.keys()]).toEqual(codes());
});

async function failureOf(provoke: () => unknown): Promise<unknown> {
  try {
    return await provoke();
  } catch (error) {
    return error;
  }
}

test("every message that the page shows is one that Kioku gives, under its code", async () => {
  const said = new Map<string, string[]>(codes().map((code) => [code, []]));
  for (const { code, provoke } of provocations) {
    const error = await failureOf(provoke);
    if (!MemoryError.is(error, code)) throw new Error(`no ${code}`, { cause: error });
    said.get(code)?.push(error.message.replaceAll(folder, "data"));
  }
  for (const [code, messages] of said) {
    const shown = messagesOf(code);
    expect(shown.filter((one) => !messages.some((message) => one.test(message)))).toEqual([]);
    expect(messages.filter((message) => !shown.some((one) => one.test(message)))).toEqual([]);
  }
});
