import assert, { AssertionError } from "node:assert/strict";

import { MemoryError } from "@kioku/core";
import { completeStore } from "@kioku/core/toolkit";

import type { CreateStore } from "../store/store-conformance.js";
import { Picker } from "../support/picker.js";
import type { RepeatableVerb } from "./memory-case.js";
import { covers, findForeign, markersIn, OWNERS_OF_ALL, ownersIn, type Owner } from "./owners.js";
import { ProbeWorld, type HeardEvent } from "./probe-world.js";
import { PROBED_VERBS, probeOf } from "./probes/all-probes.js";
import type { Probe } from "./probes/probe.js";
import { ScopeDigests } from "./scope-digests.js";

/** Options of `isolationProbes`. */
export interface IsolationProbesOptions {
  /** Number of calls. @defaultValue 1000 */
  readonly probes?: number;
  /** The same seed makes the same calls. @defaultValue 1 */
  readonly seed?: number;
  /** After how many probes every scope is read as a whole. @defaultValue 100 */
  readonly checkEvery?: number;
  /** Called after each probe with the number of those made. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Report of probes in which nothing leaked. */
export interface IsolationProbesReport {
  /** Calls made. */
  readonly probes: number;
  /** Scopes that they were made in. */
  readonly scopes: number;
  /** Calls by verb. */
  readonly byVerb: Readonly<Record<string, number>>;
  /** Calls that were refused, by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** Events that were heard, and looked through. */
  readonly events: number;
  /** Comparisons of all scopes with what they held. */
  readonly comparisons: number;
}

/**
 * Calls random verbs with random arguments, many of them ids, keys, cursors and words of other
 * scopes, on a memory of 200 scopes that look alike and hold the same records. Rejects with an
 * `AssertionError` as soon as a result, an event, an error or a count tells of another scope, or
 * another scope has changed. The message has the seed and the number of the probe.
 */
export async function isolationProbes(
  create: CreateStore,
  options: IsolationProbesOptions = {},
): Promise<IsolationProbesReport> {
  const { probes = 1_000, seed = 1, checkEvery = 100, onProgress } = options;
  const world = new ProbeWorld(completeStore(await create()), seed);
  try {
    const run = new ProbeRun(world, new Picker(seed));
    await run.start(`seed ${seed}, at the start`);
    for (let done = 1; done <= probes; done += 1) {
      await run.probe(`seed ${seed}, probe ${done}`);
      if (done % checkEvery === 0 || done === probes)
        await run.compare(`seed ${seed}, probe ${done}`);
      onProgress?.(done, probes);
    }
    return { probes, scopes: OWNERS_OF_ALL.length, ...run.counts() };
  } finally {
    await world.memory.close();
  }
}

/** Probes under way, and what they have come to. */
class ProbeRun {
  readonly #world: ProbeWorld;
  readonly #picker: Picker;
  readonly #digests: ScopeDigests;
  readonly #touched = new Set<Owner>();
  readonly #byVerb = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  #listening = new AbortController();
  #events = 0;
  #comparisons = 0;

  constructor(world: ProbeWorld, picker: Picker) {
    this.#world = world;
    this.#picker = picker;
    this.#digests = new ScopeDigests(world);
  }

  async start(where: string): Promise<void> {
    await named(where, () => this.#world.fill());
    await this.compare(where);
  }

  /** Reads every scope; only what was to change since the last time may have. */
  async compare(where: string): Promise<void> {
    // Reading everything is no probe, and makes more events than all probes.
    this.#listening.abort();
    await named(where, () => this.#digests.check(this.#touched));
    this.#listening = new AbortController();
    this.#world.listen(this.#listening.signal);
    this.#touched.clear();
    this.#comparisons += 1;
  }

  counts(): Pick<IsolationProbesReport, "byVerb" | "refused" | "events" | "comparisons"> {
    const [byVerb, refused] = [this.#byVerb, this.#refused].map((map) =>
      Object.fromEntries([...map].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    );
    return {
      byVerb: byVerb ?? {},
      refused: refused ?? {},
      events: this.#events,
      comparisons: this.#comparisons,
    };
  }

  async probe(where: string): Promise<void> {
    const world = this.#world;
    const picker = this.#picker;
    const self = picker.one(OWNERS_OF_ALL);
    const victim = chooseVictim(picker, self);
    world.clock.advance(1_000);
    const verb = picker.one(PROBED_VERBS);
    const view = world.viewOf(self);
    const probe = probeOf(verb)({ world, picker, self, view, victim });
    world.heard.length = 0;
    const { region, changes } = probe;
    const what = `${where}: ${verb}(${JSON.stringify(probe.what)}) in ${JSON.stringify(region)}`;
    await named(what, async () => {
      this.#count(this.#byVerb, verb);
      await this.#call(probe, verb);
      for (const heard of world.heard) checkEvent(heard);
      this.#events += world.heard.length;
      if (!changes) return;
      for (const owner of ownersIn(changes)) this.#touched.add(owner);
      if (!this.#touched.has(victim)) await this.#digests.check(this.#touched, [victim]);
    });
  }

  async #call(probe: Probe, verb: RepeatableVerb): Promise<void> {
    let result: unknown;
    try {
      result = await probe.run();
    } catch (error) {
      assert.ok(
        MemoryError.is(error) && (error.cause === undefined || MemoryError.is(error.cause)),
        `${verb} failed with what is no MemoryError: ${String(error)}`,
      );
      assert.deepEqual(
        markersIn(`${error.message} ${String(error.cause)}`),
        [],
        "the error tells of memories",
      );
      if (probe.refusal !== undefined) assert.equal(error.code, probe.refusal);
      this.#count(this.#refused, error.code);
      return;
    }
    assert.equal(probe.refusal, undefined, `it should have been refused with ${probe.refusal}`);
    const foreign = findForeign(result, probe.region);
    if (foreign !== undefined) throw new AssertionError({ message: `${verb}: ${foreign}` });
    probe.expect?.(result);
    if (probe.atMost === undefined) return;
    assert.ok(
      Number(result) <= probe.atMost,
      `it says ${String(result)}, but there are ${probe.atMost}`,
    );
  }

  #count(counts: Map<string, number>, name: string): void {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

/** Scopes that stand near each other in the table are often of one family. */
function chooseVictim(picker: Picker, self: Owner): Owner {
  const near = OWNERS_OF_ALL[self.index + 1 + picker.integer(6)];
  return near !== undefined && picker.chance(0.5) ? near : picker.one(OWNERS_OF_ALL);
}

/**
 * An event is of the listener's own scope and has nothing of another; an answer may come from
 * below.
 */
function checkEvent({ by, event, payload }: HeardEvent): void {
  assert.ok(
    covers({ scope: by.scope, reach: "here" }, payload.scope),
    `${event} went to ${by.marker}`,
  );
  const isAnswer = event === "recalled" || event === "surfaced" || event === "erased";
  const foreign = findForeign(payload, { scope: by.scope, reach: isAnswer ? "below" : "here" });
  if (foreign !== undefined) throw new AssertionError({ message: `event ${event}: ${foreign}` });
}

async function named(what: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (cause) {
    const message = `${what}: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new AssertionError({
      message,
      ...(cause instanceof AssertionError
        ? { actual: cause.actual, expected: cause.expected }
        : {}),
    });
  }
}
