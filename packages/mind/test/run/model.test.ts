import type { TextModel, TextRequest } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { recordToEpisode } from "../../src/records/episode-record.js";
import { Background } from "../../src/run/background.js";
import { consolidate } from "../../src/run/consolidate.js";
import { readProgress } from "../../src/run/progress.js";
import { refuseClaims } from "../../src/run/refuse-claims.js";
import { readStats } from "../../src/run/stats.js";
import { listKind, say, testMind } from "./test-mind.js";

const ANA = ["We sailed to Momo island with a grey cat.", "The weather stayed calm for two hours."];
const CAT = "Ana sailed to Momo island with a grey cat.";

const ANSWER = answerOf({
  operations: [
    {
      reason: "a journey",
      op: "add",
      sources: [{ turn: "t1", quote: "We sailed to Momo island with a grey cat." }],
      text: CAT,
      subject: "Ana",
      importance: 0.8,
    },
  ],
  title: "A grey cat",
  summary: [
    { text: CAT, sources: [{ turn: "t1", quote: "sailed to Momo island with a grey cat" }] },
  ],
});
const NOOP = answerOf({ operations: [{ reason: "nothing", op: "noop", sources: [] }] });
const GARBAGE = [
  "",
  "   ",
  "cat cat cat",
  '{"operations": [{"op"',
  "没有值得记住的内容",
  "null",
  "[]",
];

describe("a model", () => {
  test("adds facts and a summary with their sources beside those of rules", async () => {
    const { model } = scripted([ANSWER]);
    const mind = testMind({ model, keepShare: 0 });
    const [cat] = await say(mind, ANA, { speaker: "Ana" });
    const report = await consolidate(mind.host);
    expect(report.tokens).toBe(150);
    const facts = (await listKind(mind.memory, "fact")).items;
    const fact = facts.find(({ content }) => content === CAT);
    expect(fact).toMatchObject({ sources: [cat], importance: 0.8, speaker: "Ana" });
    expect(fact?.metadata["mind"]).toMatchObject({ by: "test/model", reason: "a journey" });
    const [episode] = (await listKind(mind.memory, "episode")).items;
    expect(episode && recordToEpisode(episode)).toMatchObject({
      title: "A grey cat",
      summary: [{ by: "test/model", evidence: [{ source: cat }] }, { by: "rule" }],
    });
    await expect(readStats(mind.host)).resolves.toMatchObject({
      tokens: { total: 150, today: 150 },
      tokensPerTurn: 75,
    });
  });

  test("cannot put in what its turns do not say", async () => {
    const invented = "Ana was promoted to director in Paris.";
    const sources = [{ turn: "t2", quote: "The weather stayed calm" }];
    const { model } = scripted([
      answerOf({
        operations: [{ reason: "r", op: "add", sources, text: invented, subject: "Ana" }],
        title: "Promotion in Paris",
        summary: [{ text: invented, sources }],
      }),
    ]);
    const mind = testMind({ model });
    await say(mind, ANA, { speaker: "Ana" });
    const report = await consolidate(mind.host);
    expect(report.refused.map(({ by }) => by)).toContain("test/model");
    const { items } = await mind.memory.list({ limit: 1000 });
    const shown = items.filter(({ kind }) => kind === "fact" || kind === "episode");
    expect(shown.map(({ content }) => content).join("\n")).not.toMatch(/Paris|director/u);
    const refusals = items.filter(({ kind }) => kind === "mind-refusal");
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.every(({ expiresAt }) => expiresAt !== undefined)).toBe(true);
  });

  test("cannot keep in a summary what is forgotten later", async () => {
    const { model } = scripted([ANSWER, NOOP]);
    const mind = testMind({ model, keepShare: 0 });
    await say(mind, ANA, { speaker: "Ana" });
    await consolidate(mind.host);
    const [fact] = (await listKind(mind.memory, "fact")).items;
    if (!fact) throw new Error("no fact");
    await refuseClaims(mind.host, [fact]);
    await mind.memory.forget(fact.id);
    await say(mind, ["The harbour was full of red boats."], { speaker: "Ana" });
    await consolidate(mind.host);
    const [episode] = (await listKind(mind.memory, "episode")).items;
    expect(episode?.content).not.toMatch(/Momo/u);
  });

  test("is not asked again about turns in which it found nothing", async () => {
    const { model, requests } = scripted([NOOP]);
    const mind = testMind({ model, keepShare: 0 });
    await say(mind, ANA);
    await consolidate(mind.host);
    await consolidate(mind.host);
    expect(requests).toHaveLength(1);
  });
});

describe("a model that is of no use", () => {
  test.each(GARBAGE)("answers %j, which changes nothing and is counted", async (text) => {
    const { model } = scripted([{ text, isComplete: true }]);
    const mind = testMind({ model });
    await say(mind, ANA);
    const report = await consolidate(mind.host);
    expect(report).toMatchObject({ changes: [], turns: 0, badAnswers: 1 });
    expect((await listKind(mind.memory, "fact")).items).toStrictEqual([]);
    const stats = await readStats(mind.host);
    expect(stats).toMatchObject({ badAnswers: 1, failures: 1, waiting: 2, runs: 0 });
    expect(stats.lastFailure).toMatch(/^answer is /u);
    expect(mind.emitted.map(({ event }) => event)).toStrictEqual(["consolidation-failed"]);
  });

  test("leaves the work to rules after three failures, and is asked again later", async () => {
    const error = new Error("quota used up by: I adopted a cat");
    const { model, requests } = scripted([error, error, error, ANSWER]);
    const mind = testMind({ model });
    await say(mind, ANA, { speaker: "Ana" });
    await expect(consolidate(mind.host)).rejects.toBe(error);
    await expect(consolidate(mind.host)).rejects.toBe(error);
    const stats = await readStats(mind.host);
    expect(stats).toMatchObject({ failures: 2, waiting: 2, lastFailure: "Error" });
    await expect(consolidate(mind.host)).resolves.toMatchObject({ turns: 2 });
    expect((await listKind(mind.memory, "fact")).items.length).toBeGreaterThan(0);
    await expect(readStats(mind.host)).resolves.toMatchObject({ failures: 3, waiting: 0 });
    const failed = "consolidation-failed";
    const events = mind.emitted.map(({ event }) => event);
    expect(events).toStrictEqual([failed, failed, failed, "consolidated"]);
    await say(mind, ANA, { speaker: "Ana", thread: "next" });
    await consolidate(mind.host);
    expect(requests).toHaveLength(4);
    await expect(readStats(mind.host)).resolves.toMatchObject({ failures: 0, waiting: 0 });
  });

  test("is asked by the background after a minute, then two", async () => {
    const { model, requests } = scripted([new Error("down"), new Error("down"), NOOP]);
    const mind = testMind({ model, triggers: { ...LOW, messages: 2 } });
    const background = new Background();
    await say(mind, ANA);
    background.noticed(mind.host, (await listKind(mind.memory, "message")).items);
    await background.settled();
    for (const [minutes, asked] of [
      [0.9, 1],
      [0.2, 2],
      [1.8, 2],
      [0.3, 3],
    ] as const) {
      mind.timers.advance(minutes * 60_000);
      await background.settled();
      expect(requests).toHaveLength(asked);
    }
    expect(mind.emitted.map(({ event }) => event)).toStrictEqual([
      "consolidation-failed",
      "consolidation-failed",
      "consolidated",
    ]);
  });
});

describe("tokens", () => {
  test("of a call are not exceeded: rules go on alone", async () => {
    const { model, requests } = scripted([]);
    const mind = testMind({ model });
    await say(mind, ANA);
    const report = await consolidate(mind.host, { maxTokens: 500 });
    expect(report).toMatchObject({ turns: 2, tokens: 0, badAnswers: 0 });
    expect(report.changes.length).toBeGreaterThan(0);
    expect(requests).toStrictEqual([]);
  });

  test("of a day are given anew the next day", async () => {
    const costly = { ...NOOP, inputTokens: 9_900, outputTokens: 50 };
    const { model, requests } = scripted([costly, costly]);
    const mind = testMind({ model, tokensPerDay: 10_000 });
    for (const asked of [1, 1, 2]) {
      await say(mind, ANA);
      if (asked === 2) mind.timers.advance(86_400_000);
      await consolidate(mind.host);
      expect(requests).toHaveLength(asked);
    }
    const { tokens } = await readStats(mind.host);
    expect(tokens).toStrictEqual({ total: 19_900, today: 9_950 });
  });

  test("limit the answer, too", async () => {
    const { model, requests } = scripted([NOOP]);
    const mind = testMind({ model });
    await say(mind, ANA);
    await consolidate(mind.host, { maxTokens: 3_000 });
    expect(requests[0]?.maxTokens).toBeLessThan(3_000);
  });
});

describe("while a model answers", () => {
  test("an abort ends the run, writes nothing and gives the lease back", async () => {
    const aborting = new AbortController();
    const reason = new Error("stopped");
    const model: TextModel = {
      id: "test/model",
      generate: (_, { signal } = {}) => {
        aborting.abort(reason);
        expect(signal?.reason).toBe(reason);
        return new Promise(() => undefined);
      },
    };
    const mind = testMind({ model });
    await say(mind, ANA);
    await expect(consolidate(mind.host, { signal: aborting.signal })).rejects.toBe(reason);
    const { items } = await mind.memory.list({ includeRetired: true });
    expect(items.map(({ kind }) => kind)).toStrictEqual(["message", "message"]);
  });

  test("what is erased takes its proposals along", async () => {
    const mind = testMind();
    const [id = ""] = await say(mind, ANA, { speaker: "Ana" });
    const { model } = scripted([ANSWER], async () => {
      const record = await mind.memory.read(id);
      if (record) await refuseClaims(mind.host, [record]);
      await mind.memory.erase(id);
    });
    const report = await consolidate({ ...mind.host, model });
    expect(report.refusals["unknown-source"]).toBe(1);
    const { items } = await mind.memory.list({ limit: 1000, includeRetired: true });
    expect(items.map(({ content }) => content).join("\n")).not.toMatch(/Momo/u);
    expect(items.filter(({ sources }) => sources.includes(id))).toStrictEqual([]);
  });

  test("others may talk on: their turns are left for the next run", async () => {
    const mind = testMind();
    await say(mind, ANA, { speaker: "Ana" });
    const { model } = scripted([ANSWER, NOOP], async () => {
      await say(mind, ["I planted tulips."], { speaker: "Ana" });
    });
    const first = await consolidate({ ...mind.host, model });
    expect(first.turns).toBe(2);
    await expect(readProgress(mind.memory, {})).resolves.toMatchObject({ turns: 2 });
  });
});

const LOW = { idleMs: 28_800_000, messages: 20, tokens: 6000, importance: 150 };

interface Scripted {
  readonly model: TextModel;
  readonly requests: readonly TextRequest[];
}

type Answer = Awaited<ReturnType<TextModel["generate"]>>;

function answerOf(value: object): Answer {
  const counted = { inputTokens: 100, outputTokens: 50 };
  return { text: JSON.stringify(value), isComplete: true, ...counted };
}

/** A model with answers to give one after the other. */
function scripted(
  answers: readonly (Answer | Error)[],
  whileAnswering: () => Promise<void> = async () => undefined,
): Scripted {
  const requests: TextRequest[] = [];
  const generate: TextModel["generate"] = async (request) => {
    const answer = answers[requests.length];
    requests.push(request);
    await whileAnswering();
    if (answer === undefined) throw new Error("no answer left");
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { model: { id: "test/model", generate }, requests };
}
