import { rejection, testMemory } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { MemoryError, defineKey, fsrsScoring, inMemoryStore } from "../../src/index.js";
import type { Tracer } from "../../src/index.js";

type Options = NonNullable<Parameters<typeof testMemory>[0]>;

const FAILURE = new Error("the callback failed");
const FAILING: readonly (readonly [string, () => never])[] = [
  [
    "throws",
    () => {
      throw FAILURE;
    },
  ],
  ["rejects", () => Promise.reject(FAILURE) as never],
];
const never = (): Promise<never> => Promise.withResolvers<never>().promise;

function loggedMemory(options: Options = {}): ReturnType<typeof testMemory> & {
  readonly logged: (readonly [string, unknown])[];
} {
  const logged: (readonly [string, unknown])[] = [];
  const log = (message: string, details?: Readonly<Record<string, unknown>>): void =>
    void logged.push([message, details?.["error"]]);
  return { ...testMemory({ logger: { warn: log, error: log }, ...options }), logged };
}

/**
 * Lets rejections reach their handlers. A rejection without a handler fails the run of the tests.
 */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe.each(FAILING)("a callback that %s", (_name, fail) => {
  test("and handles events is logged and harms nothing", async () => {
    const { memory, logged } = loggedMemory();
    const heard: string[] = [];
    memory.on("remembered", fail);
    memory.on("remembered", ({ record }) => heard.push(record.content));
    expect((await memory.remember("tea at noon")).status).toBe("stored");
    await settled();
    expect(heard).toEqual(["tea at noon"]);
    expect(logged).toEqual([['a handler of "remembered" threw', FAILURE]]);
  });

  test("and is told of progress is logged and harms nothing", async () => {
    const { memory, logged } = loggedMemory();
    const onProgress = fail;
    const receipts = await memory.rememberAll(["one", "two"], { onProgress });
    expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored"]);
    const lines = [];
    for await (const line of memory.export({ onProgress })) lines.push(line);
    expect(await memory.scope("copy").import(lines, { onProgress })).toMatchObject({ written: 2 });
    await memory.sweep({ onProgress });
    expect((await memory.erase({ everything: true }, { onProgress })).records).toHaveLength(2);
    await settled();
    expect(new Set(logged.map(([message]) => message))).toEqual(new Set(["onProgress threw"]));
  });

  test("and is the logger itself harms nothing", async () => {
    const { memory } = loggedMemory({ logger: { warn: fail, error: fail } });
    memory.on("remembered", fail);
    expect((await memory.remember("tea at noon")).status).toBe("stored");
    await settled();
  });

  test("and traces is logged and harms nothing", async () => {
    const span = { setAttributes: fail, setStatus: fail, end: fail };
    const tracer: Tracer = { startActiveSpan: (_span, _options, run) => run(span) };
    const { memory, logged } = loggedMemory({ tracer });
    await memory.remember("tea at noon");
    await rejection(() => memory.read(""));
    await settled();
    expect(logged).toContainEqual(["the tracer threw", FAILURE]);
  });

  test("and schedules the background fails no write", async () => {
    const down = { id: "down", embed: () => Promise.reject(new Error("down")) };
    const { memory, logged } = loggedMemory({ embedder: down, schedule: fail });
    expect((await memory.remember("tea at noon")).status).toBe("queued");
    expect(logged.map(([message]) => message)).toContain(
      "vectors could not be scheduled to be made later",
    );
    await settled();
  });
});

test("an async tracer that passes on the failure of a call is not logged", async () => {
  const span = { setAttributes: () => 0, setStatus: () => 0, end: () => undefined };
  const tracer: Tracer = {
    startActiveSpan: (_name, _options, run) => (async () => run(span))() as never,
  };
  const { memory, logged } = loggedMemory({ tracer });
  expect((await rejection(() => memory.read(""))).code).toBe("invalid-input");
  await settled();
  expect(logged).toEqual([]);
});

const WRONG: readonly (readonly [string, Options, RegExp])[] = [
  ["clock", { clock: () => new Date(Number.NaN) }, /^clock must return a valid Date, got an inv/u],
  ["clock", { clock: () => 7 as never }, /^clock must return a valid Date, got 7$/u],
  ["random", { random: () => 1 }, /^random must return a number in \[0, 1\), got 1$/u],
  ["random", { random: () => Number.NaN }, /^random must return/u],
  [
    "generateId",
    { generateId: () => ({}) as never },
    /^generateId must return a text of 1 to 512/u,
  ],
  ["generateId", { generateId: () => "\uD800" }, /^generateId must return well-formed/u],
  ["generateId", { generateId: () => FAILING[1]?.[1]() as never }, /^generateId must return/u],
];

test.each(WRONG)(
  "an answer of %s that cannot be used is an error",
  async (_name, options, words) => {
    const { memory } = loggedMemory(options);
    const error = await rejection(() => memory.remember("tea at noon"));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toMatch(words);
    await settled();
  },
);

test("ids that repeat themselves refuse the batch and overwrite nothing", async () => {
  const { memory } = loggedMemory({ generateId: () => "always" });
  expect((await rejection(() => memory.rememberAll(["one", "two"]))).code).toBe("conflict");
  await memory.remember("first");
  const error = await rejection(() => memory.remember("second"));
  expect(error).toMatchObject({ code: "conflict", retryable: false });
  expect(error.message).toMatch(/^record always cannot be written as version 1/u);
  expect((await memory.list()).items.map(({ content }) => content)).toEqual(["first"]);
});

test("a clock that throws is named, with the error as the cause", async () => {
  const { memory } = loggedMemory({ clock: FAILING[0]?.[1] });
  const error = await rejection(() => memory.remember("tea at noon"));
  expect([error.code, error.message, error.cause]).toEqual([
    "invalid-input",
    "clock threw",
    FAILURE,
  ]);
});

test.each([() => -1, () => "4", () => Number.NaN, () => Promise.reject(FAILURE)])(
  "a count of tokens that is none is an error (%s)",
  async (count) => {
    const { memory } = loggedMemory();
    await memory.remember("tea at noon");
    const error = await rejection(() => memory.context("tea", { countTokens: count as never }));
    expect(error.message).toMatch(/^options.countTokens must return a number of tokens, got/u);
  },
);

test("a scoring that answers promises is an error, and their rejections are handled", async () => {
  const scoring = { ...fsrsScoring(), score: () => Promise.reject(FAILURE) as never };
  const { memory } = loggedMemory({ scoring });
  await memory.remember("tea at noon");
  expect((await rejection(() => memory.recall("tea"))).code).toBe("invalid-input");
  await settled();
});

test("an extension that throws is a plugin that failed", () => {
  const plugins = [{ id: "odd", extend: FAILING[0]?.[1] as () => never }];
  const make = (): unknown => loggedMemory({ plugins, store: inMemoryStore() });
  expect(make).toThrow(MemoryError);
  expect(make).toThrow('extend of plugin "odd" threw');
});

describe("a callback that never settles ends with the signal of its call:", () => {
  const hook = (name: string): Options => ({
    plugins: [{ id: "slow", hooks: { [name]: never } }],
  });
  const schema = { "~standard": { version: 1, vendor: "test", validate: never } } as const;
  const reason = new Error("enough");

  test.each(["beforeRemember", "beforeRecall", "afterRecall", "beforeForget"])(
    "the hook %s",
    async (name) => {
      const { memory } = loggedMemory(hook(name));
      const controller = new AbortController();
      const { signal } = controller;
      const calls: Record<string, () => Promise<unknown>> = {
        beforeRemember: () => memory.remember("tea", { signal }),
        beforeForget: () => memory.forget({ everything: true }, { signal }),
      };
      const call = (calls[name] ?? (() => memory.recall("tea", { signal })))();
      setImmediate(() => controller.abort(reason));
      await expect(call).rejects.toBe(reason);
      await memory.close();
    },
  );

  test.each(["afterRemember", "settled"])(
    "the hook %s, after which the receipt says what was written",
    async (name) => {
      const { memory } = loggedMemory(hook(name));
      const controller = new AbortController();
      const call = memory.remember("tea at noon", { signal: controller.signal });
      setImmediate(() => controller.abort(reason));
      expect((await call).status).toBe("stored");
      expect((await memory.list()).items).toHaveLength(1);
      await memory.close();
    },
  );

  test("a reranker, and the schema of a key", async () => {
    const { memory } = loggedMemory({ reranker: { id: "slow", rerank: never } });
    await memory.rememberAll(["tea at noon", "tea at four"]);
    for (const call of [
      (signal: AbortSignal) => memory.recall("tea", { signal }),
      (signal: AbortSignal) => memory.set(defineKey("theme", schema as never), "dark", { signal }),
    ]) {
      const controller = new AbortController();
      const called = call(controller.signal);
      setImmediate(() => controller.abort(reason));
      await expect(called).rejects.toBe(reason);
    }
  });
});
