import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";

import { createMemory, inMemoryStore } from "@kioku/core";
import { createMind } from "@kioku/mind";
import { sqliteStore } from "@kioku/store-sqlite";

import { seededRandom } from "../seeded-random.ts";
import { checkMind } from "./check-mind.ts";
import type { MindVerdict } from "./check-mind.ts";
import { HearerProcess } from "./hearer-process.ts";
import type { HearerStart } from "./hearer-process.ts";
import { liveThrough, settle } from "./live-through.ts";
import { contentOf } from "./mind-content.ts";
import type { MindKillsOptions } from "./mind-options.ts";
import { emptyReport } from "./mind-report.ts";
import type { MindReport } from "./mind-report.ts";
import { Life } from "./mortal-store.ts";
import type { Ending } from "./mortal-store.ts";
import { scriptedModel } from "./scripted-model.ts";
import { afterTalk, planTalk } from "./talk-plan.ts";

/** Share of the rounds in which processes are killed. In the others lives end at a call. */
const PROCESS_SHARE = 0.3;
/** Talks that are planned; what they come to without a break is found out once for each. */
const PLANS = 8;
const MAX_DEFECTS = 10;
const LEASE_MS = 300;
/** Rounds of processes at a time. */
const LANES = 2;
/** Calls of a life without a break, about; a life that is over before is no round. */
const CALLS = 160;
const KILL_AFTER_MS = [5, 60, 250];

/**
 * Ends minds in the middle of hearing and consolidating a talk, while another one works on the same
 * file, and checks that afterwards all is as it would be without a break.
 */
export async function mindKills(options: MindKillsOptions): Promise<MindReport> {
  const { rounds, onProgress } = options;
  const kills = new MindKills(options);
  const processes = options.control === undefined ? Math.ceil(rounds * PROCESS_SHARE) : 0;
  let begun = 0;
  const lane = async (): Promise<void> => {
    using killer = new ProcessRounds(kills, options);
    while (begun < processes) {
      begun += 1;
      await killer.round(begun);
      onProgress?.(kills.report.rounds, rounds);
    }
  };
  await Promise.all(Array.from({ length: Math.min(LANES, processes) }, lane));
  for (let number = processes + 1; number <= rounds && !kills.isCaught; number += 1) {
    await kills.callRound(number);
    onProgress?.(kills.report.rounds, rounds);
  }
  return kills.report;
}

/** Rounds of one seed, and what they found. */
class MindKills {
  readonly report: MindReport = emptyReport();
  readonly #options: MindKillsOptions;
  readonly #expected = new Map<number, Promise<string>>();

  constructor(options: MindKillsOptions) {
    this.#options = options;
    mkdirSync(options.directory, { recursive: true });
  }

  /** True once a control is found. */
  get isCaught(): boolean {
    return this.#options.control !== undefined && this.report.defects.length > 0;
  }

  /** Ends a life at one of its calls, while another one lives, and then lets a third one finish. */
  async callRound(number: number): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      if (await this.#endLife(number, attempt)) return;
      this.report.finished += 1;
    }
  }

  async #endLife(number: number, attempt: number): Promise<boolean> {
    const random = seededRandom(this.#options.seed, number, attempt);
    const plan = random.below(PLANS);
    const ending: Ending = random.pick(["before", "after", "stall"]);
    const life = new Life(1 + random.below(CALLS), ending);
    const path = this.pathOf(number, attempt);
    let nowMs = afterTalk().getTime();
    // Chunks follow each other in time.
    const clock = (): Date => new Date((nowMs += 1));
    // Leases of lives that have ended run out.
    const pause = async (): Promise<void> => {
      nowMs += LEASE_MS / 3;
      await nextTick();
    };
    const divides = this.#options.control !== undefined;
    const mindOf = (own?: Life) => {
      const store = sqliteStore({ path });
      const memory = createMemory({ store: own ? own.store(store, { divides }) : store, clock });
      const model = own ? own.model(scriptedModel) : scriptedModel;
      const mind = createMind({ memory, model, clock, automatic: false, leaseMs: LEASE_MS });
      return { memory, mind, store };
    };
    const mortal = mindOf(life);
    const other = mindOf();
    const chunks = planTalk(plan);
    const lived = liveThrough(mortal.mind, chunks, { pause }).then(() => "finished" as const);
    lived.catch(() => undefined);
    const others = liveThrough(other.mind, chunks, { pause, consolidates: random.chance(0.5) });
    const outcome = await Promise.race([lived, life.ended.then(() => "ended" as const)]);
    await others;
    await settle(other.mind, pause);
    if (outcome === "ended" && ending === "stall") {
      life.resume();
      await lived;
      this.report.stalled += 1;
    }
    if (outcome === "ended") {
      this.report.calls += 1;
      await this.check({ path, plan, name: `round ${number}, call, ${ending}` });
    }
    // The memory of a life that has ended would wait for it.
    await Promise.all([other.memory.close(), mortal.store.close()]);
    if (outcome !== "ended") removeFile(path);
    return outcome === "ended";
  }

  /** Checks a file after a kill, and counts what is wrong. */
  async check(round: {
    readonly path: string;
    readonly plan: number;
    readonly name: string;
  }): Promise<void> {
    const { path, plan, name } = round;
    const memory = createMemory({ store: sqliteStore({ path }), clock: afterTalk });
    const mind = createMind({ memory, clock: afterTalk, automatic: false });
    const verdict = await checkMind(mind, planTalk(plan));
    const isDifferent = (await contentOf(mind)) !== (await this.#expectedOf(plan));
    const { facts, turns } = await mind.stats();
    await memory.close();
    this.report.rounds += 1;
    this.report.turns += turns;
    this.report.facts += facts;
    this.#count(verdict, {
      isDifferent,
      where: `seed ${this.#options.seed}, ${name}, plan ${plan}, file ${path}`,
    });
    const isSound = !isDifferent && isFlawless(verdict);
    if (isSound) removeFile(path);
  }

  /** Names a new file. */
  pathOf(number: number, attempt: number): string {
    return join(this.#options.directory, `${number}-${attempt}.db`);
  }

  #count(
    verdict: MindVerdict,
    { isDifferent, where }: { readonly isDifferent: boolean; readonly where: string },
  ): void {
    const { report } = this;
    const { lost, half, doubled, unproven } = verdict;
    report.lost += lost.length;
    report.half += half.length;
    report.doubled += doubled.length;
    report.unproven += unproven.length;
    report.different += isDifferent ? 1 : 0;
    const found = [...lost, ...half, ...doubled, ...unproven];
    const words = isDifferent ? [...found, "it knows something else than without a break"] : found;
    if (words.length > 0 && report.defects.length < MAX_DEFECTS) {
      report.defects.push(`${where}: ${words.slice(0, 5).join("; ")}`);
    }
  }

  /** Returns what a talk comes to without a break. */
  async #expectedOf(plan: number): Promise<string> {
    const known = this.#expected.get(plan) ?? withoutBreak(plan);
    this.#expected.set(plan, known);
    return known;
  }
}

function isFlawless({ lost, half, doubled, unproven }: MindVerdict): boolean {
  return [lost, half, doubled, unproven].every((found) => found.length === 0);
}

async function withoutBreak(plan: number): Promise<string> {
  const memory = createMemory({ store: inMemoryStore(), clock: afterTalk });
  const mind = createMind({ memory, model: scriptedModel, clock: afterTalk, automatic: false });
  await liveThrough(mind, planTalk(plan), { pause: nextTick });
  const content = await contentOf(mind);
  await memory.close();
  return content;
}

/** Rounds in which one of two processes is killed, and the other one finishes. */
class ProcessRounds implements Disposable {
  readonly #kills: MindKills;
  readonly #options: MindKillsOptions;
  readonly #start: HearerStart;
  readonly #survivor: HearerProcess;
  #victim: HearerProcess;

  constructor(kills: MindKills, options: MindKillsOptions) {
    this.#kills = kills;
    this.#options = options;
    const cacheDirectory = join(options.directory, "compiled");
    this.#start = { bundled: options.bundled, cacheDirectory };
    this.#survivor = new HearerProcess(this.#start);
    this.#victim = new HearerProcess(this.#start);
  }

  /** One kill and one check; once more if the process was done before it was killed. */
  async round(number: number): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const random = seededRandom(this.#options.seed, number, attempt);
      const plan = random.below(PLANS);
      const path = this.#kills.pathOf(number, attempt);
      const clockOffsetMs = afterTalk().getTime() - Date.now();
      const order = { path, plan, leaseMs: LEASE_MS, clockOffsetMs };
      const killed = this.#victim.hear(order, random.below(random.pick(KILL_AFTER_MS)));
      const [isDone] = await Promise.all([killed, this.#survivor.hear(order)]);
      if (isDone) {
        this.#kills.report.finished += 1;
        removeFile(path);
        continue;
      }
      this.#victim = new HearerProcess(this.#start);
      this.#kills.report.processes += 1;
      await this.#kills.check({ path, plan, name: `round ${number}, process` });
      return;
    }
  }

  [Symbol.dispose](): void {
    this.#survivor.kill();
    this.#victim.kill();
  }
}

function removeFile(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}
