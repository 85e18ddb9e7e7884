import { seededRandom } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { STORES, testMind } from "../support/mind-test.js";

const SEEDS = [1, 2, 3, 4, 5, 6];
const CASES = STORES.flatMap((store) => SEEDS.map((seed) => ({ store, seed })));
const SENTENCES = [
  "I live in Berlin.",
  "My name is Mei.",
  "我对花生过敏。",
  "I work as a nurse at the clinic.",
  "I have two cats called Tom and Kit.",
  "I moved to Rome last year.",
  "My birthday is on 9 May.",
  "I bought 3 red bicycles in Oslo.",
];

test.each(CASES)("what is removed while runs go on stays gone: $store, $seed", async (given) => {
  const { mind, memory } = testMind(given.store);
  const random = seededRandom(given.seed);
  const talk = mind.session("t");
  const receipts = await talk.hear(SENTENCES.map((content) => ({ content, speaker: "Mei" })));
  const turns = receipts.flatMap((one) => (one.status === "stored" ? [one.record] : []));
  const gone = turns.filter(() => random() < 0.4);
  const work = gone.map(async ({ id }, index) => {
    for (let ticks = random() * 40; ticks > 0; ticks -= 1) await memory.get("nothing");
    if (index % 3 === 0) await mind.erase(id);
    else await mind.forget(id, { purge: index % 3 === 1 });
  });
  await Promise.all([mind.consolidate(), ...work, mind.consolidate()]);
  await mind.consolidate();
  const ids = new Set(gone.map(({ id }) => id));
  const query = { kinds: ["fact", "episode"], includeRetired: true };
  for (const { content, sources } of (await memory.list(query)).items) {
    expect(sources.filter((id) => ids.has(id))).toEqual([]);
    for (const turn of gone) expect(content).not.toContain(turn.content);
  }
  const names = [
    { document: "portrait", of: "Mei" },
    { document: "thread", thread: "t" },
  ] as const;
  for (const name of names) {
    const { text } = await mind.document(name);
    for (const turn of gone) expect(text).not.toContain(turn.content);
  }
});
