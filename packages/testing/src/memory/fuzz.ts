import assert, { AssertionError } from "node:assert/strict";

import { createMemory, type MemoryRoot } from "@kioku/core";
import { completeStore, toStorableText } from "@kioku/core/toolkit";

import type { CreateStore } from "../store/store-conformance.js";
import { Picker } from "../support/picker.js";
import type { FuzzContext } from "./fuzz/fuzz-arguments.js";
import { FuzzCanaries } from "./fuzz/fuzz-canaries.js";
import { FUZZED_CALLS } from "./fuzz/fuzzed-calls.js";
import { hostileText } from "./fuzz/hostile-texts.js";
import { judgeFailure, showArguments } from "./fuzz/judge-failure.js";
import { mutate } from "./fuzz/mutate.js";
import { movableClock, type RepeatableVerb } from "./memory-case.js";
import { collect } from "./stored.js";
import { testEmbedder } from "./test-embedder.js";

/** Options of `fuzzMemory`. */
export interface FuzzMemoryOptions {
  /** Number of calls. @defaultValue 10000 */
  readonly cases?: number;
  /** The same seed makes the same calls. @defaultValue 1 */
  readonly seed?: number;
  /** Texts that no message may hold, such as the path of the database. @defaultValue none */
  readonly hidden?: readonly string[];
  /** Called after each case with the number of those made. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Report of a fuzz in which every call ended as it may. */
export interface FuzzMemoryReport {
  /** Calls made. */
  readonly cases: number;
  /** Calls that were answered. */
  readonly answered: number;
  /** Calls that were refused, by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** Calls whose own signal had aborted. */
  readonly aborted: number;
  /** Checks that the memory still works and nothing else has changed. */
  readonly checks: number;
}

/** After how many cases the memory is looked at, and after how many it gets a fresh scope. */
const CHECK_EVERY = 200;
const EPOCH = 1_000;

/**
 * Calls every verb with hostile arguments: wrong types, texts of all kinds, numbers and dates at
 * and beyond their ends, deep and cyclic JSON, proxies, getters that throw, changed cursors.
 * Rejects with an `AssertionError` as soon as a call fails with anything but a typed error that
 * tells nothing, or something else changes. The message has the seed and the number of the case.
 */
export async function fuzzMemory(
  create: CreateStore,
  options: FuzzMemoryOptions = {},
): Promise<FuzzMemoryReport> {
  const { cases = 10_000, seed = 1, hidden = [], onProgress } = options;
  const store = await create();
  const isComplete = completeStore(store) === store;
  const clock = movableClock();
  const picker = new Picker(seed);
  const root = createMemory({
    store,
    ...(store.capabilities.vector === "none" ? {} : { embedder: testEmbedder() }),
    ranking: { minScore: 0 },
    retryEmbedding: false,
    clock: () => clock.now,
    random: () => picker.number(),
  });
  try {
    const run = new FuzzRun(root, picker, { hidden, isComplete });
    await run.start();
    for (let done = 1; done <= cases; done += 1) {
      clock.advance(1_000);
      await run.fuzz(`seed ${seed}, case ${done}`);
      if (done % CHECK_EVERY === 0 || done === cases) await run.check(`seed ${seed}, case ${done}`);
      if (done % EPOCH === 0) await run.renew(`seed ${seed}, case ${done}`);
      onProgress?.(done, cases);
    }
    return { cases, ...run.counts() };
  } finally {
    await root.close();
  }
}

const VERBS = Object.keys(FUZZED_CALLS) as RepeatableVerb[];

/** Calls under way, and what they have come to. */
class FuzzRun {
  readonly #root: MemoryRoot;
  readonly #picker: Picker;
  readonly #judging: Parameters<typeof judgeFailure>[1];
  readonly #canaries: FuzzCanaries;
  readonly #refused = new Map<string, number>();
  readonly #prototype = Reflect.ownKeys(Object.prototype).length;
  #epoch = 0;
  #answered = 0;
  #aborted = 0;
  #checks = 0;
  #ids: readonly string[] = [];
  #lines: readonly unknown[] = [];

  constructor(root: MemoryRoot, picker: Picker, judging: Parameters<typeof judgeFailure>[1]) {
    this.#root = root;
    this.#picker = picker;
    this.#judging = judging;
    this.#canaries = new FuzzCanaries(root);
  }

  start(): Promise<void> {
    return this.#canaries.settle();
  }

  counts(): Omit<FuzzMemoryReport, "cases"> {
    return {
      answered: this.#answered,
      refused: Object.fromEntries([...this.#refused].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      aborted: this.#aborted,
      checks: this.#checks,
    };
  }

  async fuzz(where: string): Promise<void> {
    const picker = this.#picker;
    const context = this.#context();
    const verb = picker.one(VERBS);
    const { make, call } = FUZZED_CALLS[verb];
    const given = mutate(make(context), picker);
    const { view } = context;
    try {
      await (call ? call(context, given) : Reflect.apply(view[verb as "read"], view, given));
      this.#answered += 1;
    } catch (error) {
      const verdict = judgeFailure(error, this.#judging);
      if ("wrong" in verdict) {
        const message = `${where}: ${verb}(${showArguments(given)}): ${verdict.wrong}`;
        throw new AssertionError({ message, actual: error });
      }
      if (verdict.code === "aborted") this.#aborted += 1;
      else this.#refused.set(verdict.code, (this.#refused.get(verdict.code) ?? 0) + 1);
    }
    assert.equal(
      Reflect.ownKeys(Object.prototype).length,
      this.#prototype,
      `${where}: ${verb}(${showArguments(given)}) changed the prototype of all objects`,
    );
  }

  /** Fails unless the memory works as before and other scopes are as they were. */
  async check(where: string): Promise<void> {
    this.#checks += 1;
    const { view } = this.#context();
    try {
      await this.#canaries.check();
      const word = `zqword${this.#checks}zq`;
      const content = `${word} ${hostileText(this.#picker)}`;
      const receipt = await view.remember({ content, metadata: { word }, dedupe: "off" });
      assert.ok(receipt.status === "stored", `remember gave ${receipt.status}`);
      const { id } = receipt.record;
      assert.equal((await view.read(id))?.content, toStorableText(content), "it reads as written");
      const found = await view.list({ filter: { word } });
      assert.deepEqual(
        found.items.map((one) => one.id),
        [id],
        "a filter finds it",
      );
      const [best] = await view.recall({ query: word, filter: { word } });
      assert.equal(best?.id, id, "recall finds it");
      assert.equal(await view.forget(id, { purge: true }), 1);
      const page = await view.list({ limit: 50, order: "desc" });
      this.#ids = page.items.map((record) => record.id);
    } catch (cause) {
      throw this.#failedAfterwards(where, cause);
    }
  }

  /** Goes on in another scope, so that the fuzzed one stays small, and forgets this one. */
  async renew(where: string): Promise<void> {
    const { view } = this.#context();
    try {
      this.#lines = (await collect(view.export({ reach: "here" }))).slice(0, 60);
      await view.forget({ everything: true }, { reach: "below", purge: true });
    } catch (cause) {
      throw this.#failedAfterwards(where, cause);
    }
    this.#epoch += 1;
    this.#ids = [];
  }

  /** Says how a call failed that must not fail. */
  #failedAfterwards(where: string, cause: unknown): AssertionError {
    const isJudged = !(cause instanceof AssertionError);
    const verdict = isJudged ? judgeFailure(cause, this.#judging) : undefined;
    const wrong = verdict && "wrong" in verdict ? verdict.wrong : String(cause);
    return new AssertionError({ message: `${where}: afterwards ${wrong}`, actual: cause });
  }

  #context(): FuzzContext {
    const view = this.#root.scope("fuzz", String(this.#epoch));
    return { picker: this.#picker, root: this.#root, view, ids: this.#ids, lines: this.#lines };
  }
}
