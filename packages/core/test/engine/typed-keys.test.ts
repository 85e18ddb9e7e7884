import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { rejection } from "@kioku/testing/support";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { z } from "zod";

import { createMemory, defineKey, inMemoryStore } from "../../src/index.js";
import type { JsonValue, Key, MemoryError, MemoryRecord, MemoryRoot } from "../../src/index.js";

const SECRET = "hunter2-hunter2";

function memoryOf(): MemoryRoot {
  return createMemory({ store: inMemoryStore() });
}

/** A schema by hand, of no library. */
function schemaOf<T>(
  validate: (value: unknown) => StandardSchemaV1.Result<T> | Promise<StandardSchemaV1.Result<T>>,
): StandardSchemaV1<unknown, T> {
  return { "~standard": { version: 1, vendor: "test", validate } };
}

function isText(value: unknown): StandardSchemaV1.Result<string> {
  return typeof value === "string"
    ? { value }
    : { issues: [{ message: `${JSON.stringify(value)} is no text` }] };
}

function expectSilent(error: MemoryError, ...named: readonly string[]): void {
  expect(error.code).toBe("invalid-input");
  for (const one of named) expect(error.message).toContain(one);
  expect(error.message).not.toContain(SECRET);
  expect(JSON.stringify(error.cause ?? null)).not.toContain(SECRET);
}

const theme = defineKey("theme", z.enum(["light", "dark"]));
const profile = defineKey(
  "profile",
  z.object({
    name: z.string(),
    languages: z.array(z.object({ code: z.string().length(2), level: z.number() })),
    nick: z.string().optional(),
  }),
);

test("a value that fits its key's schema is stored and comes back typed", async () => {
  const memory = memoryOf();
  expect(await memory.get(theme)).toBeUndefined();
  const record = await memory.set(theme, "dark");
  expect([record.key, record.value]).toEqual(["theme", "dark"]);
  expect(await memory.get(theme)).toBe("dark");
  expect(await memory.get("theme")).toBe("dark");
  await memory.set(profile, { name: "Ann", languages: [{ code: "zh", level: 3 }] });
  const stored = await memory.get(profile);
  expect(stored?.languages[0]?.code).toBe("zh");
});

test("a value that does not fit is refused, naming key and place, and nothing is written", async () => {
  const memory = memoryOf();
  expectSilent(await rejection(() => memory.set(theme, SECRET as "dark")), '"theme"');
  const wrong = { name: "Ann", languages: [{ code: SECRET, level: 1 }] };
  const error = await rejection(() => memory.set(profile, wrong));
  expectSilent(error, '"profile"', ".languages[0].code");
  expect((await memory.list()).items).toEqual([]);
});

test("names of members that are data are not told", async () => {
  const memory = memoryOf();
  const phones = defineKey("phones", z.record(z.string(), z.number()));
  const wrong = { [SECRET]: "x" } as unknown as Record<string, number>;
  expectSilent(await rejection(() => memory.set(phones, wrong)), '"phones"', "[…]");
  const strict = defineKey("strict", z.strictObject({ a: z.number() }));
  const more = { a: 1, [SECRET]: 2 };
  const error = await rejection(() => memory.set(strict, more));
  expectSilent(error, '"strict"');
  expect(error.message).not.toContain("Unrecognized");
});

test("a stored value that fits no longer is refused with what to do", async () => {
  const memory = memoryOf();
  await memory.set("theme", SECRET);
  const error = await rejection(() => memory.get(theme));
  expectSilent(error, '"theme"', "read it by its plain name and set it anew");
  expect(await memory.get("theme")).toBe(SECRET);
  await memory.remember({ content: SECRET, key: "profile" });
  expectSilent(await rejection(() => memory.get(profile)), '"profile"');
});

test("what the schema makes of a value is what is stored and what it is found by", async () => {
  const memory = memoryOf();
  const tidy = defineKey("city", z.string().trim().toLowerCase());
  const record = await memory.set(tidy, "  Lisbon ");
  expect(record.value).toBe("lisbon");
  expect(record.content).toBe("city: lisbon");
  const limits = defineKey("limits", z.object({ a: z.number(), b: z.number().default(7) }));
  await memory.set(limits, { a: 1 } as unknown as { a: number; b: number });
  expect(await memory.get("limits")).toEqual({ a: 1, b: 7 });
});

test("an asynchronous schema is awaited on both ways", async () => {
  const memory = memoryOf();
  const slow = defineKey(
    "slow",
    schemaOf(async (value) => {
      await Promise.resolve();
      return isText(value);
    }),
  );
  await memory.set(slow, "text");
  expect(await memory.get(slow)).toBe("text");
  await memory.set("slow", 5);
  expect((await rejection(() => memory.get(slow))).code).toBe("invalid-input");
  const refined = defineKey(
    "refined",
    z.string().refine(async (value) => value !== SECRET),
  );
  await memory.set(refined, "fine");
  expectSilent(await rejection(() => memory.set(refined, SECRET)), '"refined"');
});

test("a schema may be a function, as some libraries make them", async () => {
  const memory = memoryOf();
  const callable = Object.assign((value: unknown) => value, schemaOf(isText));
  const key = defineKey("note", callable);
  await memory.set(key, "text");
  expect(await memory.get(key)).toBe("text");
  expect((await rejection(() => memory.set(key, 5 as unknown as string))).code).toBe(
    "invalid-input",
  );
});

test("a schema that does not take its own output is refused before anything is written", async () => {
  const memory = memoryOf();
  const length = defineKey(
    "length",
    z.string().transform((text) => text.length),
  );
  const error = await rejection(() => memory.set(length, SECRET as unknown as number));
  expectSilent(error, '"length"', "does not accept its own output");
  expect((await memory.list()).items).toEqual([]);
});

test("what a schema makes that is no JSON is refused", async () => {
  const memory = memoryOf();
  const made = [new Date(), Number.NaN, 5n, undefined, () => 0, new Map()];
  for (const output of made) {
    const key = defineKey(
      "made",
      schemaOf(() => ({ value: output as unknown as string })),
    );
    expect((await rejection(() => memory.set(key, "x"))).code).toBe("invalid-input");
  }
});

test("a schema that throws or answers nonsense is a typed error", async () => {
  const memory = memoryOf();
  const failure = new Error("broken");
  const throwing = defineKey(
    "throwing",
    schemaOf<string>(() => {
      throw failure;
    }),
  );
  const error = await rejection(() => memory.set(throwing, "x"));
  expect([error.code, error.cause]).toEqual(["invalid-input", failure]);
  for (const answer of [undefined, null, 5, {}, "text", { issues: "many" }]) {
    const key = defineKey(
      "nonsense",
      schemaOf(() => answer as { value: string }),
    );
    const wrong = await rejection(() => memory.set(key, "x"));
    expect([wrong.code, wrong.message]).toEqual([
      "invalid-input",
      expect.stringContaining("neither a value nor issues"),
    ]);
  }
});

test("names and schemas are checked where the key is defined", async () => {
  const text = z.string();
  for (const name of ["", "  ", "x".repeat(513), 5, undefined]) {
    const error = await rejection(() => defineKey(name as string, text));
    expect([error.code, error.message]).toEqual([
      "invalid-input",
      expect.stringContaining("name must be"),
    ]);
  }
  const wrong: unknown[] = [undefined, null, {}, "text", () => true, { "~standard": {} }];
  for (const schema of wrong) {
    const error = await rejection(() => defineKey("x", schema as typeof text));
    expect(error.message).toContain("schema must be a Standard Schema");
  }
  expect(Object.isFrozen(defineKey("x", text))).toBe(true);
});

test("what is no key is refused where it is used", async () => {
  const memory = memoryOf();
  for (const key of [undefined, null, 5, {}, [], { name: "x" }, { name: "x", schema: {} }]) {
    expect((await rejection(() => memory.get(key as unknown as string))).code).toBe(
      "invalid-input",
    );
    expect((await rejection(() => memory.set(key as unknown as string, 1))).code).toBe(
      "invalid-input",
    );
  }
});

test("a typed key is found in whichever Unicode form its name was typed", async () => {
  const memory = memoryOf();
  await memory.set(defineKey("cafe\u0301", z.number()), 1);
  expect(await memory.get(defineKey("caf\u00E9", z.number()))).toBe(1);
});

test("a typed key gives its type, and a plain one promises nothing", () => {
  const memory = memoryOf();
  expectTypeOf(theme).toEqualTypeOf<Key<"light" | "dark">>();
  expectTypeOf(() => memory.get(theme)).returns.resolves.toEqualTypeOf<
    "light" | "dark" | undefined
  >();
  expectTypeOf(() => memory.get("theme")).returns.resolves.toEqualTypeOf<JsonValue | undefined>();
  expectTypeOf(() => memory.set(theme, "dark")).returns.resolves.toEqualTypeOf<MemoryRecord>();
});

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Each on a line of its own; `wrong` says which must not compile. */
const STATEMENTS = [
  { code: 'memory.set(theme, "dark")', wrong: false },
  { code: 'memory.set(theme, "blue")', wrong: true },
  { code: "memory.set(volume, 5)", wrong: false },
  { code: 'memory.set(volume, "loud")', wrong: true },
  { code: "memory.set(volume, undefined)", wrong: true },
  { code: 'memory.set("theme", { any: ["json", 1, null] })', wrong: false },
  { code: 'memory.set("theme", new Date())', wrong: true },
  { code: 'memory.get<string>("theme")', wrong: true },
  { code: 'const text: string | undefined = await memory.get("theme")', wrong: true },
  { code: "const text: string | undefined = await memory.get(theme)", wrong: false },
  { code: "const count: number | undefined = await memory.get(theme)", wrong: true },
  { code: 'defineKey("at", z.date())', wrong: true },
  { code: 'defineKey("at", 5)', wrong: true },
  { code: "layered.set(volume, 5)", wrong: false },
  { code: 'layered.set(volume, "loud")', wrong: true },
];

const PREAMBLE = [
  'import { createMemory, defineKey, inMemoryStore, layer } from "@kioku/core"',
  'import { z } from "zod"',
  "const memory = createMemory({ store: inMemoryStore() })",
  "const layered = layer(memory)",
  'const theme = defineKey("theme", z.enum(["light", "dark"]))',
  'const volume = defineKey("volume", z.number())',
].join(";");

/** The lines that the compiler complains about, each statement being one, from 1. */
function wrongLines(): readonly number[] {
  const built = join(root, "packages", "core", "dist");
  mkdirSync(built, { recursive: true });
  const folder = mkdtempSync(join(built, "types-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const blocks = STATEMENTS.map(({ code }) => `async () => { ${code}; };`);
  writeFileSync(join(folder, "statements.ts"), `${PREAMBLE};${blocks.join("\n")}\n`);
  const compilerOptions = { noUnusedLocals: false };
  const config = { extends: "../../../../tsconfig.base.json", compilerOptions };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "--pretty", "false", "-p", folder]);
  const complaints = String(stdout).matchAll(/statements\.ts\((?<line>\d+),\d+\): error/gu);
  return [...new Set([...complaints].map(({ groups }) => Number(groups?.["line"])))];
}

test("the compiler refuses values that do not fit, and types that nobody checks", () => {
  const lines = wrongLines();
  const refused = STATEMENTS.filter((_, index) => lines.includes(index + 1));
  expect(refused).toEqual(STATEMENTS.filter(({ wrong }) => wrong));
});
