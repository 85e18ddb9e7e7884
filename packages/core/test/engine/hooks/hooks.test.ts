import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { definePlugin, inMemoryStore } from "../../../src/index.js";
import type {
  HookContext,
  MemoryHooks,
  RecalledMemory,
  RememberInput,
} from "../../../src/index.js";
import type { AnyPlugin } from "../../../src/toolkit/index.js";

/** A plugin that adds its name to what it sees. */
function signing(id: string, order?: "pre" | "post"): AnyPlugin {
  const handler = (input: RememberInput): RememberInput => {
    return { ...input, content: `${input.content} ${id}` };
  };
  return { id, hooks: { beforeRemember: order ? { order, handler } : handler } };
}

test("hooks run pre first, then plain, then post, and within each in the order of the plugins", async () => {
  const plugins = [
    signing("post1", "post"),
    signing("plain1"),
    signing("pre1", "pre"),
    signing("post2", "post"),
    signing("plain2"),
    signing("pre2", "pre"),
  ];
  const { memory } = testMemory({ plugins });
  const receipt = await memory.remember("x");
  expect(receipt).toMatchObject({
    status: "stored",
    record: { content: "x pre1 pre2 plain1 plain2 post1 post2" },
  });
});

test("a handler with a place is called as a method of its hook, a function as one of its hooks", async () => {
  const seen: unknown[] = [];
  class Named {
    readonly id = "named";
    readonly hooks = {
      word: "plain",
      afterRemember(this: { word: string }): void {
        seen.push(this.word);
      },
    };
  }
  const { hooks, id } = new Named();
  const { word: _, ...known } = hooks;
  const ordered: AnyPlugin = {
    id: "ordered",
    hooks: {
      afterRemember: {
        order: "post",
        handler(this: { readonly order?: string }) {
          seen.push(this.order);
        },
      },
    },
  };
  const plain: AnyPlugin = { id, hooks: Object.setPrototypeOf({ ...known }, hooks) as MemoryHooks };
  const { memory } = testMemory({ plugins: [ordered, plain] });
  await memory.remember("x");
  expect(seen).toEqual(["plain", "post"]);
});

test("every hook is told the verb, who, why, where and when", async () => {
  const told: (HookContext & { readonly hook: string })[] = [];
  const tell = (hook: string, context: HookContext): undefined =>
    void told.push({ hook, ...context });
  const spy = definePlugin({
    id: "spy",
    hooks: {
      beforeRemember: (_input, context) => tell("beforeRemember", context),
      afterRemember: (_record, context) => tell("afterRemember", context),
      settled: (context) => tell("settled", context),
      beforeRecall: (_query, context) => tell("beforeRecall", context),
      afterRecall: (_results, _query, context) => tell("afterRecall", context),
      beforeForget: (_target, context) => tell("beforeForget", context),
      afterForget: (_ids, context) => tell("afterForget", context),
    },
  });
  const { memory, clock } = testMemory({ plugins: [spy] });
  const user = memory.scope("acme", "ann");
  const who = { actor: "ann", cause: "asked to" };
  const writes = ["beforeRemember", "afterRemember", "settled"];
  const reads = ["beforeRecall", "afterRecall"];
  const receipt = await user.remember("tea", who);
  const id = receipt.status === "stored" ? receipt.record.id : "";
  const calls: readonly (readonly [string, readonly string[], () => Promise<unknown>])[] = [
    ["rememberAll", writes, () => user.rememberAll(["coffee"], who)],
    ["set", writes, () => user.set("drink", "tea", who)],
    ["update", writes, () => user.update(id, { importance: 1 }, who)],
    ["recall", reads, () => user.recall("tea")],
    ["context", reads, () => user.context("tea")],
    ["surface", reads, () => user.surface({ cue: "tea" })],
    ["forget", ["beforeForget", "afterForget"], () => user.forget(id, who)],
  ];
  expect(told.map(({ hook }) => hook)).toEqual(writes);
  for (const [operation, hooks, call] of calls) {
    told.length = 0;
    clock.now = new Date(clock.now.getTime() + 1_000);
    await call();
    expect(told.map((one) => [one.hook, one.operation])).toEqual(
      hooks.map((hook) => [hook, operation]),
    );
    for (const one of told) {
      expect(one.scope).toEqual(["acme", "ann"]);
      expect(one.at).toEqual(clock.now);
      expect([one.actor, one.cause]).toEqual(
        hooks === reads ? [undefined, undefined] : ["ann", "asked to"],
      );
    }
  }
});

test("all hooks of one call are given the same context, and each call has its own", async () => {
  const seen: HookContext[] = [];
  const keep = (context: HookContext): undefined => void seen.push(context);
  const { memory } = testMemory({
    plugins: [
      {
        id: "keep",
        hooks: {
          beforeRemember: (_input, context) => keep(context),
          afterRemember: (_record, context) => keep(context),
          settled: keep,
        },
      },
    ],
  });
  await memory.rememberAll(["a", "b"]);
  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(1);
  await memory.remember("c");
  expect(new Set(seen).size).toBe(2);
});

test("sweep tells afterForget of each scope, under its own name", async () => {
  const told: unknown[] = [];
  const { memory, clock } = testMemory({
    plugins: [
      {
        id: "spy",
        hooks: {
          afterForget: (ids, { scope, operation, actor }) =>
            void told.push([scope, operation, actor, ids.length]),
        },
      },
    ],
  });
  await memory.scope("a").remember({ content: "x", ttlMs: 1_000 });
  await memory.scope("b").rememberAll([
    { content: "x", ttlMs: 1_000 },
    { content: "y", ttlMs: 1_000 },
  ]);
  clock.now = new Date(clock.now.getTime() + 2_000);
  await memory.sweep({ actor: "cron" });
  expect(told).toEqual([
    [["a"], "sweep", "cron", 1],
    [["b"], "sweep", "cron", 2],
  ]);
});

test("the first veto stands, and later plugins are not asked", async () => {
  const asked: string[] = [];
  const { memory } = testMemory({
    plugins: [
      { id: "late", hooks: { beforeRemember: () => void asked.push("late") } },
      {
        id: "no",
        hooks: { beforeRemember: { order: "pre", handler: () => ({ veto: "not this" }) } },
      },
    ],
  });
  expect(await memory.remember("x")).toEqual({ status: "rejected", by: "no", reason: "not this" });
  expect(asked).toEqual([]);
  const error = await rejection(() => memory.set("k", 1));
  expect(error.code).toBe("rejected-by-plugin");
  expect(error.message).toContain("no rejected set: not this");
});

test("a plugin can veto that something is forgotten, and then nothing is", async () => {
  const targets: unknown[] = [];
  const guard = definePlugin({
    id: "guard",
    hooks: {
      beforeForget: async (target, { actor }) => {
        targets.push(target);
        return actor === "admin" ? undefined : { veto: "only an admin may" };
      },
    },
  });
  const { memory } = testMemory({ plugins: [guard] });
  await memory.set("k", "v");
  const error = await rejection(() => memory.forget({ key: "k" }));
  expect([error.code, error.message]).toEqual([
    "rejected-by-plugin",
    "plugin guard rejected forget: only an admin may",
  ]);
  expect(await memory.get("k")).toBe("v");
  expect(await memory.forget({ key: "k" }, { actor: "admin" })).toBe(1);
  expect(targets).toEqual([{ key: "k" }, { key: "k" }]);
});

test("settled comes at the end, also when nothing was written or the write failed", async () => {
  const order: string[] = [];
  let broken = false;
  const store = inMemoryStore();
  const write = store.write.bind(store);
  store.write = async (ops, options) => {
    if (broken) throw new Error("disk full");
    return write(ops, options);
  };
  const { memory } = testMemory({
    store,
    plugins: [
      {
        id: "spy",
        hooks: {
          beforeRemember: ({ content }) => (content === "no" ? { veto: "no" } : undefined),
          afterRemember: () => void order.push("after"),
          settled: ({ operation }) => void order.push(`settled ${operation}`),
        },
      },
    ],
  });
  await memory.rememberAll(["a", "b"]);
  await memory.remember("a");
  await memory.remember("no");
  broken = true;
  await expect(memory.remember("c")).rejects.toHaveProperty("cause.message", "disk full");
  expect(order).toEqual([
    "after",
    "after",
    "settled rememberAll",
    "settled remember",
    "settled remember",
    "settled remember",
  ]);
});

test("closing waits for settled, so that a plugin is never called once it is closed", async () => {
  const order: string[] = [];
  const { memory } = testMemory({
    plugins: [
      {
        id: "slow",
        hooks: {
          settled: async () => {
            await new Promise<void>((resolve) => {
              setImmediate(resolve);
            });
            order.push("settled");
          },
        },
        close: () => void order.push("closed"),
      },
    ],
  });
  const pending = memory.remember("x");
  await memory.close();
  await pending;
  expect(order).toEqual(["settled", "closed"]);
});

test("a hook that returns nothing leaves things as they are", async () => {
  const { memory } = testMemory({
    plugins: [
      {
        id: "idle",
        hooks: {
          beforeRemember: idle,
          beforeRecall: idle,
          afterRecall: idle,
          beforeForget: idle,
        },
      },
    ],
  });
  const { id } = await memory.set("k", "tea");
  await memory.update(id, { importance: 1 });
  expect((await memory.recall("tea")).map((hit) => hit.id)).toEqual([id]);
  expect(await memory.forget(id)).toBe(1);
});

test("afterRecall decides which hits there are and in which order, not what they say", async () => {
  const { memory } = testMemory({
    plugins: [
      {
        id: "liar",
        hooks: {
          afterRecall: (results) =>
            results.toReversed().map((hit) => ({ ...hit, content: "lies", score: 5 })),
        },
      },
      { id: "dropper", hooks: { afterRecall: (results) => results.slice(1) } },
    ],
  });
  const told: unknown[] = [];
  memory.on("recalled", ({ results }) => told.push(results));
  for (const content of ["tea", "green tea", "green tea leaves"]) await memory.remember(content);
  const { memory: honest } = testMemory();
  for (const content of ["tea", "green tea", "green tea leaves"]) await honest.remember(content);
  const found = await honest.recall("tea");
  const expected = found.toReversed().slice(1);
  expect(expected.length).toBe(2);
  const hits = await memory.recall("tea");
  expect(hits.map(({ content, score }) => [content, score])).toEqual(
    expected.map(({ content, score }) => [content, score]),
  );
  expect(told).toEqual([hits]);
});

type AfterRecall = (hits: readonly RecalledMemory[]) => readonly RecalledMemory[];

test.each<readonly [string, AfterRecall]>([
  ["was not found", (hits) => hits.map((hit) => ({ ...hit, id: "other" }))],
  ["is of another scope", (hits) => hits.map((hit) => ({ ...hit, scope: ["other"] }))],
  ["has no scope", (hits) => hits.map(({ id, content }) => ({ id, content }) as RecalledMemory)],
  ["comes twice", (hits) => [...hits, ...hits]],
])("afterRecall may not answer a hit that %s", async (_what, afterRecall) => {
  const { memory } = testMemory({ plugins: [{ id: "odd", hooks: { afterRecall } }] });
  await memory.remember("tea");
  const error = await rejection(() => memory.recall("tea"));
  expect([error.code, error.message]).toEqual([
    "plugin-failed",
    expect.stringMatching(
      /^afterRecall of plugin "odd" (?:must return memories that were found, each once|returned what cannot be used)/u,
    ),
  ]);
});

const nonsense: readonly (readonly [keyof MemoryHooks, unknown, RegExp])[] = [
  ["beforeRemember", "text", /must return an input or \{ veto \}, got "text"/],
  ["beforeRemember", null, /must return an input or \{ veto \}|returned what cannot be used/],
  [
    "beforeRemember",
    { content: 5 },
    /returned what cannot be used: input\.content must be a string, got 5/,
  ],
  ["beforeRemember", { content: "x", colour: "red" }, /input has no option "colour"/],
  ["beforeRemember", { veto: "" }, /returned a veto without a reason/],
  ["beforeRemember", { veto: 5 }, /returned a veto without a reason: 5/],
  ["beforeRecall", "text", /must return a query, got "text"/],
  ["beforeRecall", { query: "x", limit: 0 }, /returned what cannot be used: query\.limit/],
  ["afterRecall", { length: 0 }, /must return a list of memories, got an object/],
  ["afterRecall", ["text"], /must return a list of memories, got a list of 1/],
  ["beforeForget", true, /must return \{ veto \} or nothing, got true/],
];

test.each(nonsense)(
  "%s that returns %j is an error that names plugin and hook",
  async (hook, returned, message) => {
    const { memory } = testMemory({
      plugins: [{ id: "odd", hooks: { [hook]: () => returned } }],
    });
    const call = {
      beforeRemember: () => memory.remember("x"),
      beforeRecall: () => memory.recall("x"),
      afterRecall: () => memory.recall("x"),
      beforeForget: () => memory.forget("x"),
    }[hook as "beforeRemember"];
    const error = await rejection(call);
    expect(error.code).toBe("plugin-failed");
    expect(error.message).toMatch(new RegExp(`^${hook} of plugin "odd" `, "u"));
    expect(error.message).toMatch(message);
  },
);

test.each(["beforeRemember", "beforeRecall", "afterRecall", "beforeForget"] as const)(
  "%s that throws is an error that names plugin and hook and keeps the cause",
  async (hook) => {
    const cause = new TypeError("oops, with the text of a memory");
    const failing = (): never => {
      throw cause;
    };
    const { memory } = testMemory({
      plugins: [{ id: "odd", hooks: { [hook]: failing } }],
    });
    const call = {
      beforeRemember: () => memory.remember("x"),
      beforeRecall: () => memory.recall("x"),
      afterRecall: () => memory.surface(),
      beforeForget: () => memory.forget("x"),
    }[hook];
    const error = await rejection(call);
    expect([error.code, error.message, error.cause]).toEqual([
      "plugin-failed",
      `${hook} of plugin "odd" threw`,
      cause,
    ]);
  },
);

test("a hook that passes an abort on rejects with the signal's reason", async () => {
  const reason = { because: "enough" };
  const controller = new AbortController();
  const { memory } = testMemory({
    plugins: [
      {
        id: "odd",
        hooks: {
          beforeRemember: (_input, { signal }) => {
            controller.abort(reason);
            signal?.throwIfAborted();
          },
        },
      },
    ],
  });
  await expect(memory.remember("x", { signal: controller.signal })).rejects.toBe(reason);
});

function idle(): undefined {
  return undefined;
}

test.each([
  [
    "an unknown hook",
    { hooks: { beforeRembmer: () => undefined } },
    /plugins\[0\]\.hooks has no option "beforeRembmer".*beforeRemember/,
  ],
  [
    "a hook that is no function",
    { hooks: { afterForget: "x" } },
    /plugins\[0\]\.hooks\.afterForget must be a function/,
  ],
  [
    "an order that there is not",
    { hooks: { afterForget: { order: "last", handler: idle } } },
    /hooks\.afterForget\.order must be one of pre, post/,
  ],
  [
    "a place without a handler",
    { hooks: { afterForget: { order: "pre" } } },
    /hooks\.afterForget\.handler must be a function/,
  ],
  [
    "an unknown member of a hook",
    { hooks: { afterForget: { handler: idle, when: 1 } } },
    /has no option "when"/,
  ],
  ["hooks that are no object", { hooks: [] }, /plugins\[0\]\.hooks must be an object/],
  ["an extend that is no function", { extend: {} }, /plugins\[0\]\.extend must be a function/],
  ["a close that is no function", { close: true }, /plugins\[0\]\.close must be a function/],
  ["an unknown member", { hook: {} }, /plugins\[0\] has no option "hook"/],
])("%s is refused at once", async (_, plugin, message) => {
  const error = await rejection(() => testMemory({ plugins: [{ id: "p", ...plugin } as never] }));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});
