import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { runInThisContext } from "node:vm";
import type { Worker } from "node:worker_threads";

import type { SkillContext } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import { createSkillRuntime, defineSkill } from "../../src/index.js";
import type { AnySkill } from "../../src/index.js";
import { skillConformance } from "../../src/testing/index.js";
import { failureOf, reasonOf } from "../support/failure-of.js";
import { quiet } from "../support/test-time.js";
import { testWorld } from "../support/test-world.js";
import { GOOD_OPTIONS } from "../testing/good-skill.js";

const what = { description: "Does what the test wants", isolate: true };

/** A skill that never ends and never lets anything else run. */
const loop = defineSkill({
  name: "loop",
  ...what,
  timeoutMs: 500,
  run: () => {
    for (;;);
  },
});

const IS_FULL = process.env["KIOKU_TEST_SIZE"] === "full";
const CALLS = IS_FULL ? 100 : 20;

/** Workers that the tests began, until they end. */
const running = new Set<Worker>();

function onWorker(message: unknown): void {
  const { worker } = message as { readonly worker: Worker };
  running.add(worker);
  worker.once("exit", () => running.delete(worker));
}

beforeAll(() => subscribe("worker_threads", onWorker));
afterAll(() => void unsubscribe("worker_threads", onWorker));

async function listOf(parts: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const part of parts) list.push(part);
  return list;
}

test("an endless loop ends as timed-out, while other skills and the process go on", async () => {
  const { runtime, time, lines } = await testWorld([
    loop,
    defineSkill({
      name: "wakes",
      description: "Calls the loop",
      on: { message: (_, { call }) => call("loop", null) },
    }),
    { name: "other", description: "Answers", run: () => "here" },
  ]);
  const failing = failureOf(() => runtime.run("loop", null));
  expect(await runtime.run("other", null)).toBe("here");
  expect(running.size).toBe(1);
  await time.pass(500);
  expect(await runtime.run("other", null)).toBe("here");
  await time.pass(1_000);
  expect(await failing).toMatchObject({
    code: "skill-timed-out",
    message: 'skill "loop" did not end within 500 ms',
  });
  expect(lines).toEqual(["warn loop: timed-out"]);
  expect(running.size).toBe(0);
});

test("an isolated skill has the whole context, by messages", async () => {
  const { memory, runtime, lines, time } = await testWorld([
    { name: "twice", description: "Doubles", run: (n: number) => n * 2 },
    defineSkill({
      name: "ear",
      description: "Listens",
      on: { message: (_, { fail }) => fail("too loud") },
    }),
    defineSkill({
      name: "works",
      ...what,
      async run(input: { n: number }, context) {
        const { memory: shared, state, memorySet, memoryGet, log, call, skill } = context;
        await memorySet("n", input.n);
        await state.set("own", [1, 2]);
        await context.memorySetWithEmbedding("tea", "green", { text: "tea", kind: "drink" });
        const found = await context.memorySearch("tea", { kinds: ["drink"] });
        const missing = await shared.recall({ query: "tea", kinds: ["none"] });
        const list = await shared.list({ limit: 1 }, { signal: context.signal });
        const prompt = await shared.context("tea", { budget: 100 });
        const report = await context.emit("message", { text: "done" });
        log.info("worked", { n: input.n });
        return {
          skill,
          n: await memoryGet("n"),
          own: await state.get("own"),
          paths: [shared.scopePath, state.scopePath, shared.scope("a", "b").scopePath],
          found: found.map(({ key }) => key),
          notice: missing.notice?.code,
          items: list.items[0]?.createdAt instanceof Date,
          text: prompt.text.includes("tea"),
          outcomes: report.outcomes.map(({ status, error }) => [status, String(error)]),
          twice: await call("twice", 21),
          now: context.now() instanceof Date,
          env: Object.keys(process.env),
          aborted: context.signal.aborted,
        };
      },
    }),
  ]);
  expect(await runtime.run("works", { n: 7 })).toEqual({
    skill: "works",
    n: 7,
    own: [1, 2],
    paths: [[], ["skills", "works"], ["a", "b"]],
    found: ["tea"],
    notice: "no-match",
    items: true,
    text: true,
    outcomes: [["failed", 'MemoryError: skill "ear" failed: too loud']],
    twice: 42,
    now: true,
    env: [],
    aborted: false,
  });
  expect(await memory.get("n")).toBe(7);
  expect(lines).toEqual(["warn ear: failed", "info works: worked"]);
  expect(time.pending).toBe(0);
});

test("an event and a match reach an isolated skill", async () => {
  const { memory } = testMemory();
  const runtime = await createSkillRuntime({
    memory,
    skills: [
      defineSkill({
        name: "hears",
        ...what,
        triggers: [{ when: "turn on the light" }],
        input: z.object({ text: z.string().trim() }),
        run: ({ text }, { event, match }) => [text, event?.name, event?.at, match?.skill],
      }),
    ],
  });
  onTestFinished(() => runtime.close());
  const { outcomes } = await runtime.emit("message", { text: " turn on the light " });
  expect(outcomes).toMatchObject([
    { status: "done", output: ["turn on the light", "message", expect.any(Date), "hears"] },
  ]);
});

test.each<[string, Pick<AnySkill, "run">]>([
  [
    "a method",
    {
      async run(input: unknown) {
        return input;
      },
    },
  ],
  ["an arrow", { run: (input: unknown) => input }],
  [
    "a function",
    {
      run: function echo(input: unknown) {
        return input;
      },
    },
  ],
  [
    "a generator",
    {
      *run(input: unknown) {
        yield 1;
        return input;
      },
    },
  ],
  [
    "an async generator",
    {
      run: async function* echo(input: unknown) {
        yield input;
      },
    },
  ],
])("%s is called in a worker", async (_, skill) => {
  const { runtime } = await testWorld([{ name: "echo", ...what, ...skill }]);
  const at = new Date(0);
  expect(await runtime.run("echo", { at } as never)).toEqual({ at });
});

test("import() works in a worker", async () => {
  // Vite would replace it.
  const code = "async () => (await import('zod')).z.string().parse((await import('node:os')).EOL)";
  const run = runInThisContext(code) as () => Promise<string>;
  const { runtime } = await testWorld([{ name: "imports", ...what, run }]);
  expect(await runtime.run("imports", null)).toBe("\n");
});

class Instance {
  readonly name = "instance";
  readonly description = "Has a this";
  readonly isolate = true;
  run(): string {
    return this.name;
  }
}

test.each<[string, object, string]>([
  ["an instance", new Instance(), "skills[0].isolate"],
  ["native code", { name: "native", ...what, run: Math.max }, "skills[0].run"],
  ["a bound function", { name: "bound", ...what, run: loop.run?.bind(loop) }, "skills[0].run"],
  ["a class", { name: "class", ...what, run: Instance }, "skills[0].run"],
  ["nothing", { name: "none", ...what }, "skills[0].isolate"],
])("%s cannot be isolated", async (_, skill, named) => {
  const error = await failureOf(() => testWorld([skill as AnySkill]));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain(named);
});

test("errors keep their code and their reason on the way out and in", async () => {
  const { runtime, lines } = await testWorld([
    defineSkill({ name: "fails", ...what, run: (_, { fail }) => fail("the door is locked") }),
    defineSkill({
      name: "throws",
      ...what,
      run: (text: string) => {
        throw new RangeError(text);
      },
    }),
    defineSkill({
      name: "text",
      ...what,
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- that is what is tried
      run: () => Promise.reject("secret"),
    }),
    defineSkill({ name: "calls", ...what, run: (name: string, { call }) => call(name, null) }),
    defineSkill({
      name: "catches",
      ...what,
      run: async (_, { call }) => {
        try {
          return await call("fails", null);
        } catch (error) {
          return [error instanceof Error, (error as { code?: string }).code, String(error)];
        }
      },
    }),
  ]);
  const reason = 'skill "fails" failed: the door is locked';
  expect(await failureOf(() => runtime.run("fails", null))).toMatchObject({
    code: "skill-failed",
    message: reason,
  });
  const thrown = await failureOf(() => runtime.run("throws", "secret"));
  expect(thrown.message).toBe('skill "throws" threw');
  expect(thrown.cause).toMatchObject({ name: "RangeError", message: "secret" });
  expect((await failureOf(() => runtime.run("text", null))).cause).toBe("secret");
  expect(await failureOf(() => runtime.run("calls", "nobody"))).toMatchObject({
    message: 'skill "calls" failed with not-found: skill "nobody" not found',
    cause: { code: "not-found" },
  });
  expect(await runtime.run("catches", null)).toEqual([
    true,
    "skill-failed",
    `MemoryError: ${reason}`,
  ]);
  expect(lines.join()).not.toMatch(/secret|locked/u);
});

test("what is not granted is refused in a worker, too", async () => {
  const { runtime, memory } = await testWorld(
    [
      defineSkill({
        name: "tries",
        ...what,
        run: async (_, context) => {
          const other = context.memory.scope("other");
          const tries: (() => unknown)[] = [
            () => context.memory.remember("x"),
            () => context.memorySet("x", 1),
            () => other.get("x"),
            () => context.call("tries", null),
            () => context.emit("message", { text: "x" }),
            () => context.memory.scope("skills").list(),
            () => context.memory.export(),
            () => context.memory.on("remembered", () => undefined),
          ];
          const codes: unknown[] = [];
          for (const one of tries) {
            try {
              await one();
              codes.push("done");
            } catch (error) {
              codes.push((error as { code?: unknown }).code);
            }
          }
          return codes;
        },
      }),
    ],
    { defaultPermissions: { write: [], call: [], emit: [] } },
  );
  const refused = "not-permitted";
  expect(await runtime.run("tries", null)).toEqual([
    ...Array.from({ length: 6 }, () => refused),
    "unsupported",
    "unsupported",
  ]);
  expect((await memory.list()).items).toEqual([]);
});

test("messages that the code of a skill makes up give it no more than the context does", async () => {
  const { runtime, memory } = await testWorld(
    [
      defineSkill({
        name: "forges",
        ...what,
        run: async () => {
          const { parentPort: port } = process.getBuiltinModule("node:worker_threads");
          const forged = { type: "call", id: 1, path: [], given: [], signalAt: -1 };
          const heard: unknown[] = [];
          port?.on("message", (message: { error?: { code?: string } }) => {
            heard.push(message.error?.code ?? "none");
          });
          port?.postMessage(null);
          port?.postMessage("text");
          port?.postMessage({ type: "nothing" });
          port?.postMessage({ type: "log", level: "constructor", message: "x" });
          port?.postMessage({ ...forged, target: "memory", verb: "constructor" });
          port?.postMessage({ ...forged, target: "context", verb: "fail" });
          port?.postMessage({ ...forged, target: "elsewhere", verb: "get" });
          port?.postMessage({ ...forged, target: "memory", path: ["skills"], verb: "list" });
          port?.postMessage({ ...forged, target: "memory", verb: "remember", given: ["x"] });
          port?.postMessage({ type: "call" });
          while (heard.length < 6) await new Promise((resolve) => setTimeout(resolve, 1));
          return heard;
        },
      }),
    ],
    { defaultPermissions: { write: [] } },
  );
  const heard = (await runtime.run("forges", null)) as string[];
  expect(heard).toContain("not-permitted");
  expect(heard).toContain("unsupported");
  expect((await memory.list()).items).toEqual([]);
});

test("a clock that throws while a worker is answered fails the call and nothing else", async () => {
  let isBroken = false;
  const clock = (): Date => {
    if (isBroken) throw new Error("no time");
    return new Date("2026-05-01T10:00:00Z");
  };
  const breaks = (): void => {
    isBroken = true;
  };
  const { runtime } = await testWorld(
    [
      defineSkill({ name: "asks", ...what, run: (_, { call }) => call("breaks", null) }),
      { name: "breaks", description: "Breaks the clock", run: breaks },
    ],
    { clock },
  );
  const failure = await failureOf(() => runtime.run("asks", null));
  isBroken = false;
  expect(failure).toMatchObject({ code: "skill-failed" });
});

test("the signal aborts in the worker, whatever its reason, and ending the runtime ends it", async () => {
  const { runtime, time } = await testWorld([
    defineSkill({
      name: "waits",
      ...what,
      run: (_, { signal, log }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            log.info(`heard ${String(signal.reason)}`);
            reject(new Error("ended"));
          });
        }),
    }),
    loop,
  ]);
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = reasonOf(() => runtime.run("waits", null, { signal }));
  await quiet();
  controller.abort("enough");
  expect(await aborted).toBe("enough");
  const uncopied = new AbortController();
  const reason = new Error("enough", { cause: () => undefined });
  const ended = reasonOf(() => runtime.run("waits", null, { signal: uncopied.signal }));
  await quiet();
  uncopied.abort(reason);
  expect(await ended).toBe(reason);
  const closed = [
    reasonOf(() => runtime.run("loop", null)),
    reasonOf(() => runtime.run("waits", null)),
  ];
  await quiet();
  const closing = runtime.close();
  await time.pass(1_000);
  await closing;
  expect(await Promise.all(closed)).toMatchObject([{ code: "closed" }, { code: "closed" }]);
  expect(running.size).toBe(0);
});

test("a worker that ends by itself or breaks is a failure of the skill", async () => {
  const { runtime } = await testWorld([
    defineSkill({ name: "exits", ...what, run: () => process.exit(3) }),
    defineSkill({
      name: "breaks",
      ...what,
      run: () => {
        setTimeout(() => {
          throw new Error("later");
        }, 0);
        return new Promise(() => undefined);
      },
    }),
    defineSkill({
      name: "fills",
      ...what,
      // Node ends the whole process if the heap of a worker is full at such a place.
      run: (isFast: boolean) => {
        const all: unknown[] = [];
        const piece = Array.from({ length: 200_000 }, () => 0);
        const wait = new Int32Array(new SharedArrayBuffer(4));
        for (;;) {
          all.push(isFast ? {} : [...piece]);
          if (!isFast) Atomics.wait(wait, 0, 0, 1);
        }
      },
    }),
  ]);
  expect(await failureOf(() => runtime.run("exits", null))).toMatchObject({
    message: 'skill "exits" failed with skill-failed: worker ended by itself with code 3',
  });
  const broken = await failureOf(() => runtime.run("breaks", null));
  expect(broken).toMatchObject({ code: "skill-failed", cause: { message: "later" } });
  expect(await failureOf(() => runtime.run("fills", IS_FULL))).toMatchObject({
    message: 'skill "fills" failed with skill-failed: worker ran out of memory',
  });
  expect(running.size).toBe(0);
});

test("outputs that are huge arrive, and those that cannot be copied are a failure", async () => {
  const { runtime } = await testWorld([
    defineSkill({ name: "huge", ...what, run: (length: number) => "x".repeat(length) }),
    defineSkill({ name: "code", ...what, run: () => () => 1 }),
    defineSkill({ name: "takes", ...what, run: (input: unknown) => input }),
    defineSkill({
      name: "parts",
      ...what,
      async *run() {
        yield 1;
        yield () => 2;
      },
    }),
    defineSkill({
      name: "gives",
      ...what,
      run: (_, { memory }) => memory.set("x", (() => 1) as never),
    }),
    defineSkill({ name: "gets", ...what, run: (_, { call }) => call("plain", null) }),
    { name: "plain", description: "Returns code", run: () => () => 1 },
  ]);
  expect(await runtime.run("huge", 20_000_000)).toHaveLength(20_000_000);
  const failure = async (name: "code" | "parts" | "gives" | "gets"): Promise<string> =>
    (await failureOf(() => runtime.run(name, null))).message;
  expect(await failure("code")).toContain("output cannot be copied out of the worker");
  expect(await failure("parts")).toContain("output cannot be copied out of the worker");
  expect(await failure("gives")).toContain("arguments of set cannot be copied out of the worker");
  expect(await failure("gets")).toContain("result of call cannot be copied into a worker");
  expect((await failureOf(() => runtime.run("huge", 70_000_000))).message).toBe(
    'skill "huge" failed with limit-exceeded: message is longer than 67108864 bytes',
  );
  const error = await failureOf(() => runtime.run("takes", (() => 1) as never));
  expect(error.message).toContain("input cannot be copied into a worker");
  expect(running.size).toBe(0);
});

test("a worker that floods the host waits for it, and ends in its time", async () => {
  const { runtime, time, lines } = await testWorld([
    defineSkill({
      name: "floods",
      ...what,
      timeoutMs: 500,
      run: (_, { log, memoryGet }) => {
        for (let n = 0; ; n += 1) {
          log.debug(String(n));
          void memoryGet("n");
        }
      },
    }),
    defineSkill({
      name: "prints",
      ...what,
      run: async () => {
        const { stdout, stderr } = process;
        stdout.write("out\n");
        await new Promise((resolve) => stderr.write("x".repeat(200_000), resolve));
        await new Promise((resolve) => stdout.write("unseen", resolve));
      },
    }),
  ]);
  await runtime.run("prints", null);
  expect(lines[0]).toBe("info prints: out");
  expect(lines.join().length).toBeLessThan(110_000);
  expect(lines.join()).not.toContain("unseen");
  const failing = failureOf(() => runtime.run("floods", null));
  await expect.poll(() => lines.length).toBeGreaterThan(2_000);
  await time.pass(500);
  await time.pass(1_000);
  expect(await failing).toMatchObject({ code: "skill-timed-out" });
});

test("parts of an isolated generator stream, and ending the iteration ends its worker", async () => {
  const { runtime } = await testWorld([
    defineSkill({
      name: "counts",
      ...what,
      output: z.number(),
      async *run(to: number, { memorySet, signal }) {
        try {
          for (let n = 1; n <= to; n += 1) {
            await memorySet("n", n);
            yield n;
          }
        } finally {
          if (signal.aborted) await memorySet("ended", true).catch(() => undefined);
        }
      },
    }),
  ]);
  expect(await listOf(runtime.stream("counts", 3))).toEqual([1, 2, 3]);
  expect(await runtime.run("counts", 3)).toBe(3);
  for await (const part of runtime.stream("counts", 1_000_000)) {
    if (part === 2) break;
  }
  await runtime.close();
  expect(running.size).toBe(0);
});

test("many isolated calls at once leave no worker behind", async () => {
  const { runtime } = await testWorld(
    [defineSkill({ name: "echo", ...what, run: (input: number) => input })],
    { concurrency: 8 },
  );
  const inputs = Array.from({ length: CALLS }, (_, n) => n);
  expect(await Promise.all(inputs.map((n) => runtime.run("echo", n)))).toEqual(inputs);
  await runtime.close();
  expect(running.size).toBe(0);
});

/** Does the same as the good skill, in a worker. */
function isolatedFinder(): AnySkill {
  return defineSkill({
    ...what,
    name: "finder",
    input: z.object({ text: z.string() }),
    permissions: { call: [], emit: [] },
    run: async ({ text }, { memory, signal, state }) => {
      const [room] = await memory.recall({ query: text, kinds: ["room"], limit: 1 }, { signal });
      await memory.set(`place of: ${text}`, text, { signal });
      await state.set("last", text, { signal });
      return room === undefined ? "noted" : `noted, ${room.content}`;
    },
  });
}

/** Keeps the type of the context in view: a member that is new has to work in a worker, too. */
const MEMBERS: Readonly<Record<keyof SkillContext, true>> = {
  skill: true,
  signal: true,
  log: true,
  event: true,
  match: true,
  now: true,
  memory: true,
  state: true,
  memoryGet: true,
  memorySet: true,
  memorySearch: true,
  memorySetWithEmbedding: true,
  emit: true,
  call: true,
  fail: true,
};

const CASES = skillConformance(isolatedFinder, { ...GOOD_OPTIONS, answers: [] });

test.for(CASES.filter(({ group }) => group === "calls" || group === "bounds"))(
  "an isolated skill passes $group: $name",
  async ({ run }) => {
    expect(["passed", "skipped"]).toContain((await run()).status);
  },
);

test("the context of a worker has every member and every verb of the memory", async () => {
  const { runtime, memory } = await testWorld([
    defineSkill({
      name: "lists",
      ...what,
      run: (_, context) => [Object.keys(context), Object.keys(context.memory)],
    }),
    {
      name: "host",
      description: "Lists",
      run: (_: unknown, context: SkillContext) => Object.keys(context),
    },
  ]);
  const [members, verbs] = await runtime.run("lists", null);
  expect([...(members ?? []), "event", "match"].toSorted()).toEqual(
    Object.keys(MEMBERS).toSorted(),
  );
  const all = Object.getOwnPropertyNames(Object.getPrototypeOf(memory.scope("x")));
  expect(verbs?.toSorted()).toEqual(
    [...new Set([...all, "scopePath"])].filter((name) => name !== "constructor").toSorted(),
  );
});
