import type { ExportLine } from "@kioku/core";
import { rejection } from "@kioku/testing/support";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { parseJsonLines, toJsonLines, type TextSource } from "../src/index.js";

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function parsed(source: TextSource, options = {}): Promise<unknown[]> {
  return collect(parseJsonLines(source, options));
}

const VALUES = [{ a: "日本 𝄞 é" }, { b: [1, null], c: "\u2028 \\n" }, { d: "猫" }];
const TEXT = VALUES.map((value) => `${JSON.stringify(value)}\n`).join("");

test("a text is read the same wherever its bytes or characters are cut", async () => {
  const bytes = Buffer.from(TEXT);
  const cuts = fc.array(fc.nat(bytes.length), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(cuts, fc.boolean(), async (at, asText) => {
      const source = asText ? TEXT : bytes;
      const places = [0, ...at.map((cut) => Math.min(cut, source.length)), source.length];
      const ordered = places.toSorted((a, b) => a - b);
      const chunks = ordered.map((place, index) => source.slice(place, ordered[index + 1]));
      expect(await parsed(chunks)).toEqual(VALUES);
    }),
    { numRuns: 200 },
  );
});

test("a byte order mark, carriage returns, empty lines and a missing last line feed are no matter", async () => {
  const windows = `\uFEFF${TEXT.replaceAll("\n", "\r\n\r\n")}`;
  expect(await parsed(windows)).toEqual(VALUES);
  expect(await parsed([Buffer.from(windows)])).toEqual(VALUES);
  expect(
    await parsed([Buffer.from(windows).subarray(0, 2), Buffer.from(windows).subarray(2)]),
  ).toEqual(VALUES);
  expect(await parsed([TEXT.trimEnd()])).toEqual(VALUES);
  expect(await parsed("")).toEqual([]);
  expect(await parsed(["", "\n", " \n"])).toEqual([]);
});

test("what cannot be read is named by its line, never by its text", async () => {
  const secret = "my secret";
  const cases: readonly (readonly [TextSource, string])[] = [
    [[`{}\n\n{"a": ${secret}\n{}`], "line 3 is not JSON"],
    [[Buffer.from("{}\n"), Uint8Array.of(0x22, 0xff, 0x22, 0x0a)], "not UTF-8"],
    [[Buffer.from('{"a":"猫"}').subarray(0, 7)], "not UTF-8"],
    [[Buffer.from("猫").subarray(0, 1), "text"], "not UTF-8"],
    [[17 as never], "source must be made of"],
    [["{}\n", `"${secret.repeat(100)}"`], "line 2 must be at most 100 characters long"],
  ];
  for (const [source, message] of cases) {
    const error = await rejection(() => parsed(source, { maxLineLength: 100 }));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(message);
    expect(error.message).not.toContain("secret");
    expect(error.cause).toBeUndefined();
  }
  expect((await rejection(() => parsed("", { maxLineLength: 0 }))).message).toContain(
    "maxLineLength",
  );
});

test("lines become text one by one, each with its line feed", async () => {
  const lines = VALUES as unknown as ExportLine[];
  const chunks = await collect(toJsonLines(lines));
  expect(chunks).toHaveLength(3);
  expect(chunks.join("")).toBe(TEXT);
});

test.each([7, undefined, null, {}, Promise.resolve("")])(
  "%s is no text and no list of chunks",
  async (source) => {
    const error = await rejection(() => parsed(source as never));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain("source must be a string, or chunks of text");
  },
);
