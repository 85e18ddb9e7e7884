/**
 * One measurement of a fresh process, printed as JSON: `start` starts a runtime on a SQLite
 * file, `match` asks one, `emit` sends events; each with COUNT EXAMPLES and its own argument.
 */
import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createSkillRuntime } from "@kioku/skills";
import type { AnySkill, SkillRuntime } from "@kioku/skills";
import { sqliteStore } from "@kioku/store-sqlite";

import { residentMiB } from "../../embed/resident-mib.ts";
import { percentile } from "../../recall/metrics.ts";
import { setToSkills } from "../set-to-skills.ts";
import { madeSkills, madeTexts } from "./made-skills.ts";

/** A start in a process of its own, all modules loaded. */
export interface Start {
  /** Time from `createMemory` until `createSkillRuntime` resolved. */
  readonly startMs: number;
  /** Processor time of that; independent of other work on the machine. */
  readonly startCpuMs: number;
  /** The first `match` after that. */
  readonly firstMatchMs: number;
  /** Memory of the process over that before, after both, in MiB. */
  readonly residentMiB: number;
}

/** Times of `runtime.match`, in milliseconds. */
export interface MatchTimes {
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Processor time of one, the mean of all. */
  readonly cpuMs: number;
  /** Texts that woke something, as a proof that matching worked. */
  readonly woke: number;
}

/** Cost of an event. */
export interface EmitRate {
  /** Events one after the other, microseconds each. */
  readonly oneByOneUs: number;
  /** Events a second, 100 at a time. */
  readonly perSecond: number;
  /** Calls of skills that all these events caused. */
  readonly calls: number;
}

/** Skills that are made, and the examples of each. */
interface Made {
  readonly skills: number;
  readonly examples: number;
}

/** Events that are waited for at once. */
const AT_ONCE = 100;
/** Calls before the first that is timed, as a share of those that are. */
const WARM_UP = 0.2;

const [what, ...args] = process.argv.slice(2);
const measurements: Readonly<Record<string, () => Promise<unknown>>> = {
  start: () => measureStart(madeOf(args), args[2] ?? ""),
  match: () => measureMatch(madeOf(args), Number(args[2])),
  emit: () => measureEmit(madeOf(args), Number(args[2])),
};
process.stdout.write(`${JSON.stringify(await measurements[what ?? ""]?.())}\n`);

function madeOf([skills, examples]: readonly string[]): Made {
  return { skills: Number(skills), examples: Number(examples) };
}

async function measureStart(made: Made, path: string): Promise<Start> {
  const skills = setToSkills(madeSkills(made.skills, made.examples));
  const before = await residentMiB();
  const cpu = process.cpuUsage();
  const started = performance.now();
  await using memory = createMemory({ store: sqliteStore({ path }), embedder: localEmbedder() });
  await using runtime = await createSkillRuntime({ memory, skills });
  const startMs = performance.now() - started;
  const startCpuMs = cpuMsSince(cpu);
  const [text = ""] = madeTexts(1, made.skills);
  const asked = performance.now();
  await runtime.match(text);
  const firstMatchMs = performance.now() - asked;
  return { startMs, startCpuMs, firstMatchMs, residentMiB: (await residentMiB()) - before };
}

async function measureMatch(made: Made, calls: number): Promise<MatchTimes> {
  await using memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
  await using runtime = await createSkillRuntime({
    memory,
    skills: setToSkills(madeSkills(made.skills, made.examples)),
  });
  const warmUp = Math.ceil(calls * WARM_UP);
  const texts = madeTexts(warmUp + calls, made.skills);
  for (const text of texts.slice(0, warmUp)) await runtime.match(text);
  const times: number[] = [];
  let woke = 0;
  const cpu = process.cpuUsage();
  for (const text of texts.slice(warmUp)) {
    const started = performance.now();
    const matches = await runtime.match(text);
    times.push(performance.now() - started);
    if (matches.some(({ wakes }) => wakes)) woke += 1;
  }
  const cpuMs = cpuMsSince(cpu) / calls;
  return { p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95), cpuMs, woke };
}

/** Adds a skill that gets every message by name, and others that wake by meaning. */
async function measureEmit(made: Made, events: number): Promise<EmitRate> {
  await using memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
  let calls = 0;
  const listener: AnySkill = {
    name: "listener",
    description: "Hears every message.",
    on: {
      message: () => {
        calls += 1;
      },
    },
  };
  const others: readonly AnySkill[] = setToSkills(madeSkills(made.skills, made.examples)).map(
    (skill) => ({
      ...skill,
      run: () => {
        calls += 1;
      },
    }),
  );
  const skills: readonly AnySkill[] = [listener, ...others];
  await using runtime = await createSkillRuntime({ memory, skills });
  const warmUp = Math.ceil(events * WARM_UP);
  // Without triggers texts make no difference; the skills of the others' texts are then not there.
  const texts = madeTexts(warmUp + 2 * events, Math.max(made.skills, 1));
  for (const text of texts.slice(0, warmUp)) await emit(runtime, text);
  calls = 0;
  let started = performance.now();
  for (const text of texts.slice(warmUp, warmUp + events)) await emit(runtime, text);
  const oneByOneUs = (1_000 * (performance.now() - started)) / events;
  started = performance.now();
  for (let first = warmUp + events; first < texts.length; first += AT_ONCE) {
    await Promise.all(texts.slice(first, first + AT_ONCE).map((text) => emit(runtime, text)));
  }
  return { oneByOneUs, perSecond: (1_000 * events) / (performance.now() - started), calls };
}

async function emit(runtime: SkillRuntime, text: string): Promise<void> {
  const { outcomes, degraded } = await runtime.emit("message", { text });
  // Made skills may fit alike.
  const failed = outcomes.find(({ status }) => status !== "done" && status !== "ambiguous");
  if (failed) throw new Error(`${failed.skill} is ${failed.status}`, { cause: failed.error });
  if (degraded !== undefined) throw new Error(degraded);
}

function cpuMsSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}
