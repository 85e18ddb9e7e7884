import { parseJsonLines } from "@kioku/formats";
import { rejection, seededRandom, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { MemoryErrorCode, MemoryRoot } from "../../../src/index.js";
import { MemoryError } from "../../../src/index.js";
import { exportText, importText, linesOf } from "./transfer-text.js";

async function exported(): Promise<string> {
  const { memory, clock } = testMemory();
  await memory.set("key", { deep: [1, "two", { three: true }] }, { actor: "ann" });
  clock.now = new Date("2026-03-02T00:00:00Z");
  await memory.set("key", "again");
  await memory.remember({
    content: "A memory of 猫",
    metadata: { a: "b" },
    idempotencyKey: "i",
    emotion: { valence: 0.5, arousal: 0.5 },
  });
  await memory.scope("below").remember("Another one");
  return exportText(memory, { vectors: true });
}

async function contentOf(memory: MemoryRoot): Promise<readonly string[]> {
  const text = await exportText(memory, { vectors: true });
  return text.split("\n").filter((line) => line.includes('"type":"record"'));
}

test("a copy that was cut anywhere is refused in the end, and what came is written", async () => {
  const text = await exported();
  const records = text.split("\n").filter((line) => line.includes('"type":"record"'));
  const random = seededRandom(5);
  const cuts = Array.from({ length: 60 }, () => Math.floor(random() * (text.length - 2)));
  for (const cut of [0, 1, ...cuts]) {
    const { memory } = testMemory();
    const error = await rejection(() => importText(memory, text.slice(0, cut)));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toMatch(/export is empty|without a footer|is not JSON/u);
    const written = await contentOf(memory);
    expect(records.slice(0, written.length)).toEqual(written);
  }
});

test("a line that is missing, doubled, moved or taken from another export is noticed", async () => {
  const lines = (await exported()).trimEnd().split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const without = lines.toSpliced(index, 1);
    const doubled = lines.toSpliced(index, 0, lines[index] ?? "");
    const moved = [...without, lines[index] ?? ""];
    for (const altered of [without, doubled, ...(index === lines.length - 1 ? [] : [moved])]) {
      const { memory } = testMemory();
      const error = await rejection(() => importText(memory, altered.join("\n")));
      expect(error.code).toBe("invalid-input");
    }
  }
});

test("a flipped bit in any line is noticed by a checker or by the checksum", async () => {
  const text = await exported();
  const bytes = Buffer.from(text);
  const random = seededRandom(11);
  const seen = new Set<MemoryErrorCode>();
  let unnoticed = 0;
  for (let round = 0; round < 1_500; round += 1) {
    const place = Math.floor(random() * bytes.length);
    const flipped = Buffer.from(bytes);
    flipped[place] = (flipped[place] ?? 0) ^ (1 << Math.floor(random() * 8));
    const { memory } = testMemory();
    try {
      await memory.import(parseJsonLines([flipped]));
      // The only flips that mean nothing are in space between lines: the text that comes out is the
      // same.
      if ((await exportText(memory, { vectors: true })) !== text) unnoticed += 1;
    } catch (error) {
      if (!MemoryError.is(error)) throw error;
      seen.add(error.code);
    }
  }
  expect(unnoticed).toBe(0);
  expect([...seen].toSorted()).toEqual(["invalid-input"]);
});

/** Changes one member of one line, by path. */
function changed(
  lines: readonly Record<string, unknown>[],
  path: readonly (string | number)[],
  value: unknown,
): Record<string, unknown>[] {
  const copy = structuredClone(lines) as Record<string, unknown>[];
  let place: Record<string | number, unknown> = copy as unknown as Record<number, unknown>;
  for (const step of path.slice(0, -1)) place = place[step] as Record<string, unknown>;
  const last = path.at(-1) ?? "";
  if (value === undefined) delete place[last];
  else Object.defineProperty(place, last, { value, enumerable: true, configurable: true });
  return copy;
}

const DEEP = JSON.parse(`${"[".repeat(40)}${"]".repeat(40)}`) as unknown;

/** Start of a message, by the line that was changed. */
const NAMED_LINE: Readonly<Record<string, RegExp>> = {
  "2": /^line 3/u,
  "-1": /^line 6|^export is (?:empty|incomplete)/u,
};

/** On the first record, whose last revision is its second. */
const REVISION = [2, "revisions", 1] as const;
const RECORD = [...REVISION, "record"] as const;

test.each<readonly [string, readonly (string | number)[], unknown]>([
  ["a line that is no object", [2], "text"],
  ["a line that is null", [2], null],
  ["an unknown type", [2, "type"], "skill"],
  ["an unknown member", [2, "extra"], 1],
  ["a __proto__", [2, "__proto__"], { polluted: true }],
  ["another format", [0, "format"], "other"],
  ["another version of the format", [0, "formatVersion"], 2],
  ["an unknown part", [0, "parts", "secrets"], true],
  ["parts without reach", [0, "parts", "reach"], undefined],
  ["records below where the header says none", [0, "parts", "reach"], "here"],
  ["history where the header says none", [0, "parts", "history"], false],
  ["vectors where the header says none", [0, "parts", "vectors"], false],
  ["a space without width", [1, "dimensions"], 0],
  ["a space of another width than its vectors", [1, "dimensions"], 16],
  ["a huge space", [1, "dimensions"], 1e9],
  ["a space of an unknown state", [1, "state"], "lost"],
  ["a scope that is a text", [2, "scope"], "a"],
  ["a scope with an empty element", [2, "scope"], [""]],
  ["a scope with a lone surrogate", [2, "scope"], ["\uD800"]],
  ["a scope too deep", [2, "scope"], Array.from({ length: 40 }, () => "x")],
  ["a blank id", [2, "id"], " "],
  ["a long id", [2, "id"], "x".repeat(600)],
  ["an id with NUL", [2, "id"], "a\0b"],
  ["no revisions", [2, "revisions"], []],
  ["revisions that are no list", [2, "revisions"], { length: 1 }],
  ["a revision that is null", [...REVISION], null],
  ["versions that do not increase", [...REVISION, "version"], 1],
  ["a version that is no whole number", [...REVISION, "version"], 2.5],
  ["a version beyond all numbers", [...REVISION, "version"], 1e300],
  ["an unknown change", [...REVISION, "change"], "invented"],
  ["a deletion with a record", [...REVISION, "change"], "deleted"],
  ["an instant that is none", [...REVISION, "at"], "yesterday"],
  ["an instant in another form", [...REVISION, "at"], "2026-03-02"],
  ["an instant that is not the record's", [...REVISION, "at"], "2026-03-03T00:00:00.000Z"],
  ["an actor that is a number", [...REVISION, "actor"], 7],
  ["searchable as text", [...REVISION, "searchable"], "true"],
  ["vectors of what is not searchable", [...REVISION, "searchable"], false],
  ["a revision without record", [...RECORD], undefined],
  ["a record with another scope", [...RECORD, "scope"], ["elsewhere"]],
  ["a record of another version", [...RECORD, "version"], 7],
  ["a record without kind", [...RECORD, "kind"], undefined],
  ["a blank content", [...RECORD, "content"], "  "],
  ["a content that is an object", [...RECORD, "content"], { toString: "x" }],
  ["a long content", [...RECORD, "content"], "x".repeat(4_194_305)],
  ["metadata that is a list", [...RECORD, "metadata"], []],
  ["metadata with __proto__", [...RECORD, "metadata", "__proto__"], { polluted: true }],
  ["metadata too deep", [...RECORD, "metadata", "deep"], DEEP],
  ["a value too deep", [...RECORD, "value"], DEEP],
  ["a value too long", [...RECORD, "value"], "x".repeat(1_048_577)],
  ["a key that is not NFC", [...RECORD, "key"], "e\u0301"],
  ["an unknown origin", [...RECORD, "origin"], "god"],
  ["trust above 1", [...RECORD, "trust"], 1.1],
  ["trust as text", [...RECORD, "trust"], "1"],
  ["importance below 0", [...RECORD, "importance"], -0.1],
  ["sources that are no list", [...RECORD, "sources"], "id"],
  ["a blank source", [...RECORD, "sources"], [""]],
  ["too many sources", [...RECORD, "sources"], Array.from({ length: 10_001 }, () => "x")],
  ["emotion out of range", [...RECORD, "emotion"], { valence: -2, arousal: 0 }],
  ["emotion with more", [...RECORD, "emotion"], { valence: 0, arousal: 0, joy: 1 }],
  ["pinned as number", [...RECORD, "pinned"], 1],
  ["no stability", [...RECORD, "strength", "stabilityDays"], 0],
  ["half a use", [...RECORD, "strength", "uses"], 0.5],
  ["more than a strength", [...RECORD, "strength", "level"], 3],
  ["a use at no time", [...RECORD, "strength", "lastUsedAt"], ""],
  ["an instant as a number", [...RECORD, "occurredAt"], 0],
  ["an instant too far", [...RECORD, "validTo"], "+999999-01-01T00:00:00.000Z"],
  ["no time of creation", [...RECORD, "createdAt"], undefined],
  ["idempotency keys out of order", [2, "idempotencyKeys"], ["b", "a"]],
  ["an idempotency key twice", [2, "idempotencyKeys"], ["a", "a"]],
  ["an idempotency key that is null", [2, "idempotencyKeys"], [null]],
  ["no vectors", [2, "vectors"], undefined],
  ["a vector of an unknown space", [2, "vectors", "other"], ""],
  ["a vector that is no text", [2, "vectors", "test/words@32"], [1, 2]],
  ["a vector that is not base64", [2, "vectors", "test/words@32"], "*".repeat(172)],
  ["a vector of zeros", [2, "vectors", "test/words@32"], vector(() => 0)],
  ["a vector of length 2", [2, "vectors", "test/words@32"], vector((i) => (i === 0 ? 2 : 0))],
  ["a vector that is not a number", [2, "vectors", "test/words@32"], vector(() => Number.NaN)],
  ["a vector without end", [2, "vectors", "test/words@32"], vector(() => Infinity)],
  ["a count in the footer that is wrong", [-1, "records"], 7],
  ["tombstones in the footer that did not come", [-1, "tombstones"], 1],
  ["a checksum that is none", [-1, "sha256"], "x"],
  ["a checksum that is wrong", [-1, "sha256"], "0".repeat(64)],
])("%s is refused as invalid input", async (_, path, value) => {
  const lines = linesOf(await exported());
  const [line, ...rest] = path;
  const at = line === -1 ? lines.length - 1 : (line ?? 0);
  const { memory } = testMemory();
  const error = await rejection(() => memory.import(changed(lines, [at, ...rest], value) as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message.length).toBeLessThan(400);
  // A header or a space may be found wrong only at a later line.
  expect(error.message).toMatch(NAMED_LINE[String(line)] ?? /^line [1-5]/u);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  // The lines before it are written, the line itself is not.
  const { items } = await memory.list({ limit: 10 });
  expect(items.some(({ key }) => key === "key")).toBe(
    line === -1 || (path.includes("reach") && value === "here"),
  );
});

function vector(value: (index: number) => number): string {
  const bytes = Buffer.alloc(128);
  for (let index = 0; index < 32; index += 1) bytes.writeFloatLE(value(index), index * 4);
  return bytes.toString("base64");
}

test("a list that brings a constructor of its own is read like any other", async () => {
  const { memory: source } = testMemory();
  await source.remember({ content: "One", idempotencyKey: "once" });
  const lines = linesOf(await exportText(source));
  const record = lines.find(({ type }) => type === "record") as Record<string, object>;
  for (const name of ["revisions", "idempotencyKeys"]) {
    Object.assign(record[name] ?? {}, { constructor: { [Symbol.species]: "none" } });
  }
  const { memory } = testMemory();
  expect(await memory.import(lines as never)).toMatchObject({ written: 1 });
});

test("a line that looks like a promise is a line", async () => {
  const { memory } = testMemory();
  const lines = linesOf(await exportText(memory));
  const members = ["then"].map((name) => [name, () => undefined]);
  const odd = lines.map((line) => ({ ...line, ...(Object.fromEntries(members) as object) }));
  const error = await rejection(() => memory.import(odd as never));
  expect(error.code).toBe("invalid-input");
});
