import type { MemoryRecord } from "@kioku/core";
import { compareText, scopeToPath, type CompleteStore, type RecordId } from "@kioku/core/toolkit";

import type { Picker } from "../support/picker.js";
import { embedOp, testId } from "../test-records.js";
import type { BothStores } from "./both-stores.js";
import { RANDOM_SCOPES, RANDOM_SPACE, randomInstant, randomUnit } from "./random-data.js";
import { RECORDS, RESTORED } from "./random-questions.js";
import { randomSelection } from "./random-selection.js";

/**
 * Reads all that is known of every record and space, then drops a space and fills it again, then
 * sweeps, and works on the queue.
 * @param searches - How many searches to ask of a space that was filled again.
 */
export async function checkUpkeep(
  both: BothStores,
  picker: Picker,
  searches: number,
): Promise<void> {
  await checkRecords(both);
  await both.check({ what: "spaces", ask: knownOfSpaces });
  await refillSpace(both, picker, searches);
  const now = randomInstant(picker);
  await both.check({
    what: { sweep: now },
    ask: async (subject) => namesOf(await subject.sweep(now)),
  });
  await both.check({ what: "all that is left", ask: listAll });
  await workOff(both, picker);
  await both.check({ what: "spaces after a sweep", ask: knownOfSpaces });
}

async function checkRecords(both: BothStores): Promise<void> {
  const refs = RANDOM_SCOPES.flatMap((scope) =>
    Array.from({ length: RECORDS + RESTORED }, (_, n) => ({ scope, id: testId(n) })),
  );
  const now = new Date(0);
  await both.check({ what: "get", ask: (subject) => subject.get(refs, { now }) });
  await both.check({
    what: "vectors",
    ask: async (subject) =>
      (await subject.vectors(RANDOM_SPACE.id, refs)).map((vector) => vector && [...vector]),
  });
  await both.check({ what: "scopes", ask: (subject) => subject.scopes([], { limit: 9 }) });
  for (const ref of await both.expected(knownRefs)) {
    await both.check({ what: { history: ref }, ask: (subject) => subject.history(ref) });
  }
}

/** Some of those that there are histories of. */
async function knownRefs(reference: CompleteStore): Promise<readonly RecordId[]> {
  const page = await reference.histories({ within: [[]], reach: "below", limit: 100 });
  return [...page.items.map(({ scope, id }) => ({ scope, id })), { scope: [], id: "nobody" }];
}

/** An id of a space that comes again is another space, of another width. */
async function refillSpace(both: BothStores, picker: Picker, searches: number): Promise<void> {
  const { id } = RANDOM_SPACE;
  for (let round = 0; round < 2; round += 1) {
    await both.check({ what: { dropSpace: id }, ask: (subject) => subject.dropSpace(id) });
    await both.check({ what: "spaces without it", ask: knownOfSpaces });
    const dimensions = 2 + picker.integer(20);
    const records = (await both.expected(listAll)).filter(() => picker.chance(0.3));
    const vector = (): Float32Array => randomUnit(picker, dimensions);
    await both.write(
      records.map((record) => embedOp(record, { space: { id, dimensions }, values: vector() })),
    );
    await both.check({ what: "spaces with it again", ask: knownOfSpaces });
    for (let time = 0; time < searches; time += 1) {
      const what = {
        legs: [{ type: "vector", space: id, values: vector() } as const],
        selection: randomSelection(picker),
        limit: 50,
      };
      await both.check({ what, ask: (subject) => subject.search(what) });
    }
  }
}

/**
 * Hands out what is due, and what is then given back. Which of the jobs of one instant comes first
 * is up to a store.
 */
async function workOff(both: BothStores, picker: Picker): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const now = randomInstant(picker);
    const untried = picker.chance(0.5);
    const runAt = randomInstant(picker);
    const ask = async ({ queue }: CompleteStore): Promise<unknown> => {
      const jobs = (await queue?.claim({ now, leaseMs: 2_000, limit: 1_000 })) ?? [];
      const leased = await queue?.stats(now);
      const back = jobs.filter(({ textHash }) => textHash < "8");
      const given = await queue?.release(back.map((job) => ({ ...job, runAt, untried })));
      const names = jobs.map(({ attempt, ...ref }) => `${nameOf(ref)} ${attempt}`);
      return [names.toSorted(compareText), leased, given, await queue?.stats(now)];
    };
    await both.check({ what: { claim: now, runAt, untried }, ask, needs: "queue" });
  }
}

/** Returns the spaces in one order. */
async function knownOfSpaces(subject: CompleteStore): Promise<unknown> {
  const spaces = await subject.spaces();
  const missing: number[] = [];
  for (const id of [RANDOM_SPACE.id, "other", "unknown"]) {
    missing.push(await subject.countMissingVectors(id));
  }
  return [spaces.toSorted((a, b) => compareText(a.id, b.id)), missing];
}

async function listAll(subject: CompleteStore): Promise<readonly MemoryRecord[]> {
  const all = { within: [[]], reach: "below", includeArchived: true } as const;
  const page = await subject.list({ ...all, orderBy: "createdAt", order: "asc", limit: 1_000 });
  return page.items;
}

function namesOf(refs: readonly RecordId[]): readonly string[] {
  return refs.map(nameOf).toSorted(compareText);
}

function nameOf({ scope, id }: RecordId): string {
  return `${scopeToPath(scope)} ${id}`;
}
