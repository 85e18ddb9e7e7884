import type { JsonValue } from "@kioku/core";
import { createSkillRuntime, parseSkill } from "@kioku/skills";
import type { SkillRuntimeOptions } from "@kioku/skills";

import type { CallbackCase } from "../callback-case.ts";
import { lettersEmbedder } from "../world.ts";
import type { World } from "../world.ts";

type Run = CallbackCase["run"];
type AnyRuntime = Awaited<ReturnType<typeof createSkillRuntime>>;

const BASE = { name: "noter", description: "Notes what it is told." };
const GRANTS = { read: [{ path: [] }], write: [{ path: [] }] };
/** Starting and stopping have no signal, and are bounded by the skill's own time. */
const SHORT = { timeoutMs: 200 };

async function runtimeOf(
  world: World,
  skill: object,
  options: Partial<SkillRuntimeOptions> = {},
): Promise<AnyRuntime> {
  const memory = world.memory({ embedder: lettersEmbedder() });
  const runtime = await createSkillRuntime({
    graceMs: 50,
    memory,
    skills: [{ ...BASE, ...skill }],
    ...options,
  });
  return world.closeLater(runtime);
}

const run: () => JsonValue = () => "done";
const fails = (): never => {
  throw new Error("a skill that throws");
};

async function runSkill(world: World, making: Promise<AnyRuntime>): Promise<void> {
  const runtime = await making;
  await runtime.run("noter", "hello", { signal: world.signal });
}

async function emit(world: World, making: Promise<AnyRuntime>): Promise<void> {
  const runtime = await making;
  await runtime.emit("message", { text: "hello there" }, { signal: world.signal });
}

const caseOf =
  (kind: CallbackCase["kind"]) =>
  (name: string, nonsense: unknown, work: Run): CallbackCase => {
    return { kind, name: `skills: ${name}`, nonsense, run: work };
  };
const awaited = caseOf("awaited");
const answer = caseOf("answer");
const told = caseOf("told");

const schema = (world: World): object => ({
  "~standard": { version: 1, vendor: "torture", validate: world.fault },
});

/** Callbacks of skills and of their runtime. */
export const SKILL_CASES: readonly CallbackCase[] = [
  awaited(
    "run",
    () => undefined,
    (world) => runSkill(world, runtimeOf(world, { run: world.fault })),
  ),
  awaited("start", 7, (world) =>
    runSkill(world, runtimeOf(world, { ...SHORT, run, start: world.fault })),
  ),
  awaited("stop", 7, async (world) => {
    const runtime = await runtimeOf(world, { ...SHORT, run, stop: world.fault });
    await runSkill(world, Promise.resolve(runtime));
    await runtime.close();
  }),
  awaited("handler of an event", 7, (world) =>
    emit(world, runtimeOf(world, { on: { message: world.fault } })),
  ),
  awaited("schema of the input", 7, (world) =>
    runSkill(world, runtimeOf(world, { run, input: schema(world) })),
  ),
  awaited("schema of the output", 7, (world) =>
    runSkill(world, runtimeOf(world, { run, output: schema(world) })),
  ),
  awaited("instructions", 7, async (world) => {
    const runtime = await runtimeOf(world, { instructions: world.fault });
    await runtime.activate("noter", { signal: world.signal });
  }),
  awaited("files.read", "no bytes", async (world) => {
    const files = { list: async () => ["a.txt"], read: world.fault };
    const runtime = await runtimeOf(world, { instructions: "Read a.txt.", files });
    await runtime.readFile("noter", "a.txt", { signal: world.signal });
  }),
  awaited("files.list", "no list", async (world) => {
    const files = { list: world.fault, read: async () => new Uint8Array() };
    const runtime = await runtimeOf(world, { instructions: "Read a.txt.", files });
    await runtime.activate("noter", { signal: world.signal });
  }),
  awaited("embedder", { vectors: 7 }, (world) =>
    emit(
      world,
      runtimeOf(
        world,
        { run, triggers: [{ when: "hello there" }] },
        { ...SHORT, embedder: lettersEmbedder({ id: "faulty", embed: world.fault }) },
      ),
    ),
  ),
  awaited(
    "input of a trigger",
    () => undefined,
    async (world) => {
      const triggers = [{ when: "hello there", threshold: 0, input: world.fault }];
      await emit(world, runtimeOf(world, { run, triggers }));
    },
  ),
  told("onReport", 7, (world) =>
    emit(world, runtimeOf(world, { on: { message: run } }, { onReport: world.fault })),
  ),
  told("log.warn", 7, async (world) => {
    const log = { debug: run, info: run, error: run, warn: world.fault } as never;
    await emit(world, runtimeOf(world, { on: { message: fails } }, { log }));
  }),
  told("handler on the memory of a skill", 7, async (world) => {
    const skill = {
      permissions: GRANTS,
      run: async (_input: never, context: { memory: ReturnType<World["memory"]> }) => {
        context.memory.on("remembered", world.fault);
        await context.memory.remember("said by a skill");
        return "done";
      },
    };
    await runSkill(world, runtimeOf(world, skill, { defaultPermissions: GRANTS }));
  }),
  told("onProgress of erase by a skill", 7, async (world) => {
    const skill = {
      permissions: GRANTS,
      run: async (_input: never, context: { memory: ReturnType<World["memory"]> }) => {
        // Erases what the case began with, too.
        await context.memory.remember("soon erased");
        await context.memory.erase({ everything: true }, { onProgress: world.fault });
        return "done";
      },
    };
    const runtime = runtimeOf(world, skill, { defaultPermissions: GRANTS });
    await world.removing(() => runSkill(world, runtime));
  }),
  ...(["clock", "generateId", "schedule"] as const).map((seam) =>
    answer(`${seam} of the feed`, 7, async (world) => {
      const options = { [seam]: world.fault, memoryEvents: { pollMs: 100 } };
      const skill = { on: { "memory.remembered": run, "memory.forgotten": run } };
      await runtimeOf(world, skill, options);
      const memory = world.memory();
      await world.remember(memory, ["heard of by a feed"]);
      await emit(world, runtimeOf(world, { on: { message: run } }, options));
    }),
  ),
  answer("clock", new Date(Number.NaN), (world) =>
    emit(world, runtimeOf(world, { on: { message: run } }, { clock: world.fault })),
  ),
  answer("generateId", { id: 1 }, (world) =>
    emit(world, runtimeOf(world, { on: { message: run } }, { generateId: world.fault })),
  ),
  answer("schedule", 7, (world) =>
    emit(world, runtimeOf(world, { on: { message: run } }, { schedule: world.fault })),
  ),
  told("onWarning of parseSkill", 7, async ({ fault }) => {
    const source = "---\nname: Noter!\ndescription: Notes.\n---\nNote.";
    parseSkill(source, { onWarning: fault });
  }),
];
