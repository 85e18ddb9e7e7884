import { listOf } from "../../gate/read-proposal.js";
import { fenceTurns } from "../../proposals/write-prompt.js";
import { problemOf } from "../../run/ask-in-budget.js";
import { askForObject } from "../../run/ask-object.js";
import { countBy } from "../../run/progress.js";
import type { AbsorbOptions, AbsorbReport, ManagerReport } from "../api/managers.js";
import type { MemoryKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { kindsSchema } from "./answer-schema.js";
import { type AbsorbSettings, checkAbsorb, MEMORY_KINDS } from "./check-absorb.js";
import { type KindBatch, readBatches, toBatch } from "./read-batches.js";
import { type ManagerOutcome, NOTHING_DONE, runManager, skipBatch } from "./run-manager.js";
import { metaInstructions } from "./write-prompt.js";

/** Batches of a kind that other processes may take, one after the other. */
const MOST_TAKEN = 8;

/** Asks a manager for each kind that what waits concerns what to write, all at once. */
export async function absorb(host: KindHost, options: AbsorbOptions): Promise<AbsorbReport> {
  return new Absorption(host, checkAbsorb(host, options)).run();
}

/** A task of one round. */
type Task = () => Promise<void>;

/** One call of `absorb`. */
class Absorption {
  readonly #host: KindHost;
  readonly #settings: AbsorbSettings;
  readonly #outcomes = new Map<MemoryKind, ManagerOutcome[]>();
  readonly #failed = new Set<MemoryKind>();
  readonly #taken = new Map<MemoryKind, number>();
  readonly #turns = new Set<string>();
  #tokens = 0;

  constructor(host: KindHost, settings: AbsorbSettings) {
    this.#host = host;
    this.#settings = settings;
  }

  /** Works batch by batch. A kind that fails waits for the next call; the others go on. */
  async run(): Promise<AbsorbReport> {
    let { kinds } = this.#settings;
    while (kinds.length > 0) {
      this.#settings.signal?.throwIfAborted();
      const batches = await readBatches(this.#host, kinds, this.#settings);
      for (const { id } of batches.flatMap((batch) => batch.turns)) this.#turns.add(id);
      const tasks = await Promise.all(batches.map((batch) => this.#tasksOf(batch)));
      await runBounded(tasks.flat(), this.#settings.concurrency);
      const waiting = batches.flatMap((batch) => batch.kinds);
      kinds = waiting.filter((kind) => !this.#failed.has(kind));
    }
    const managers = MEMORY_KINDS.flatMap((kind) => {
      const outcomes = this.#outcomes.get(kind);
      return outcomes ? reportOf(kind, outcomes) : [];
    });
    return { turns: this.#turns.size, managers, tokens: this.#tokens };
  }

  async #tasksOf(batch: KindBatch): Promise<readonly Task[]> {
    const { turns, watermark, progress } = batch;
    const concerned = turns.length === 0 ? [] : await this.#choose(batch);
    if (typeof concerned === "string") {
      const failure = `meta manager: ${concerned}`;
      for (const kind of batch.kinds)
        this.#add(kind, { ...NOTHING_DONE, result: "failed", failure });
      return [];
    }
    const whole = await toBatch(this.#host, turns, this.#settings);
    return batch.kinds.map((kind) => async () => {
      const place = progress.get(kind) ?? { version: 0, seen: [] };
      const job = { kind, progress: place, watermark, batch: whole };
      const isConcerned = concerned.includes(kind);
      const work = isConcerned ? runManager : skipBatch;
      try {
        const outcome = await work(this.#host, job, this.#settings);
        if (isConcerned || outcome.result !== "done") this.#add(kind, outcome);
      } catch (error) {
        this.#settings.signal?.throwIfAborted();
        this.#add(kind, { ...NOTHING_DONE, result: "failed", failure: problemOf(error) });
      }
    });
  }

  /** Chooses the kinds that turns concern; returns why the model could not. */
  async #choose({ kinds, turns }: KindBatch): Promise<readonly MemoryKind[] | string> {
    // For one kind, its manager answers at the same price.
    if (this.#settings.areKindsGiven || kinds.length === 1) return kinds;
    const question = {
      system: metaInstructions(kinds),
      prompt: fenceTurns(turns),
      schema: kindsSchema(kinds),
      isWanted: (value: object) => "kinds" in value && Array.isArray(value.kinds),
    };
    const answer = await askForObject(this.#settings.model, question, this.#settings);
    this.#tokens += answer.tokens;
    if ("members" in answer) {
      const named = listOf(answer.members["kinds"]);
      return kinds.filter((kind) => named.includes(kind));
    }
    // A model that cannot choose may still do the work.
    return answer.isBadAnswer ? kinds : answer.problem;
  }

  #add(kind: MemoryKind, outcome: ManagerOutcome): void {
    const taken = outcome.result === "taken" ? (this.#taken.get(kind) ?? 0) + 1 : 0;
    this.#taken.set(kind, taken);
    const isLost = taken > MOST_TAKEN;
    if (outcome.result === "failed" || isLost) this.#failed.add(kind);
    const outcomes = this.#outcomes.get(kind) ?? [];
    this.#outcomes.set(kind, [...outcomes, isLost ? { ...outcome, failure: "conflict" } : outcome]);
  }
}

function reportOf(kind: MemoryKind, outcomes: readonly ManagerOutcome[]): ManagerReport {
  const sumOf = (member: "written" | "tokens"): number =>
    outcomes.reduce((sum, outcome) => sum + outcome[member], 0);
  const failure = outcomes.at(-1)?.failure;
  const written = sumOf("written");
  const done = written > 0 ? "done" : "nothing";
  return {
    kind,
    status: failure === undefined ? done : "failed",
    written,
    refused: countBy(outcomes.flatMap(({ refused }) => refused)),
    tokens: sumOf("tokens"),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Runs tasks, so many at once, and waits for all of them. Rejects with the first error. */
async function runBounded(tasks: readonly Task[], limit: number): Promise<void> {
  const waiting = tasks.values();
  const work = async (): Promise<void> => {
    for (const task of waiting) await task();
  };
  const results = await Promise.allSettled(Array.from({ length: limit }, work));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
