import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { makeModel, weightsOf } from "../../scripts/make-model/make-model.ts";
import { modelSettings } from "../../scripts/make-model/model-settings.ts";
import type { ModelSettings } from "../../scripts/make-model/model-settings.ts";
import { numbers, openModel } from "./open-model.ts";
import { ReferenceNetwork } from "./reference-network.ts";

const TEXTS = [
  "The user prefers dark mode",
  "Dark mode is what the user likes, in every editor and on the phone",
  "She is allergic to peanuts",
  "用户喜欢深色主题。",
];
const QUERY = "Where is the spare key?";
const DOCUMENTS = [
  "Bread dough has to rise until it has doubled",
  "The spare key is under the flower pot beside the front door",
  "The spare wheel is in the car",
];
/** Single precision, through two layers. */
const TOLERANCE = 1e-5;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kioku-make-model-"));
});
afterAll(() => rm(folder, { recursive: true }));

function made(name: string, given: Partial<ModelSettings>): string {
  makeModel(join(folder, name), given);
  return join(folder, name);
}

async function sha256(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

function greatestDifference(a: readonly number[], b: readonly number[]): number {
  expect(a.length).toBe(b.length);
  return Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? Number.NaN))));
}

function meanOf(rows: readonly (readonly number[])[]): readonly number[] {
  const sums = rows.reduce((a, b) => a.map((value, index) => value + (b[index] ?? Number.NaN)));
  const length = Math.hypot(...sums);
  return sums.map((value) => value / length);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const product = a.reduce((sum, value, index) => sum + value * (b[index] ?? Number.NaN), 0);
  return product / Math.hypot(...a) / Math.hypot(...b);
}

describe("a made encoder", () => {
  const given: Partial<ModelSettings> = { files: ["model.onnx", "model_quantized.onnx"], seed: 7 };
  const settings = modelSettings(given);

  test("computes what a plain computation of the same network does, whatever padding is beside a text", async () => {
    await using model = await openModel(made("encoder", given));
    const network = new ReferenceNetwork(settings, weightsOf(settings));
    const { last_hidden_state: state } = await model.run(TEXTS);
    const [, length = 0] = state?.dims ?? [];
    const values = numbers(state);
    expect(state?.dims).toEqual([TEXTS.length, length, settings.width]);
    for (const [index, text] of TEXTS.entries()) {
      const tokens = model.tokens(text);
      const expected = network.hiddenState(tokens).flat();
      const start = index * length * settings.width;
      const own = values.slice(start, start + expected.length);
      expect(greatestDifference(own, expected)).toBeLessThan(TOLERANCE);
    }
    expect(new Set(TEXTS.map((text) => model.tokens(text).ids.length)).size).toBe(4);
  });

  test("puts texts that share words nearer than others, with either way of pooling", async () => {
    await using model = await openModel(made("near", {}));
    const network = new ReferenceNetwork(modelSettings(), weightsOf(modelSettings()));
    const states = TEXTS.map((text) => network.hiddenState(model.tokens(text)));
    for (const pool of [meanOf, ([first = []]: readonly (readonly number[])[]) => first]) {
      const [dark = [], likes = [], peanuts = []] = states.map(pool);
      expect(cosine(dark, likes)).toBeGreaterThan(cosine(dark, peanuts) + 0.3);
    }
  });

  test("answers nearly the same with weights of 8 bits, and not the same", async () => {
    const path = made("quantized", given);
    await using exact = await openModel(path);
    await using rough = await openModel(path, { dtype: "q8" });
    const [a, b] = await Promise.all([exact.run(TEXTS), rough.run(TEXTS)]);
    const [values, others] = [a, b].map((answer) => numbers(answer["last_hidden_state"]));
    const similarity = cosine(values ?? [], others ?? []);
    expect(similarity).toBeGreaterThan(0.995);
    expect(similarity).toBeLessThan(1);
  });

  test("takes no token types where it is told so, and answers the mean at length 1", async () => {
    const other = modelSettings({ tokenTypes: false, sentenceEmbedding: true });
    await using model = await openModel(made("plain", other));
    const network = new ReferenceNetwork(other, weightsOf(other));
    const { sentence_embedding: answer } = await model.run(TEXTS);
    const expected = TEXTS.map((text) => meanOf(network.hiddenState(model.tokens(text))));
    expect(greatestDifference(numbers(answer), expected.flat())).toBeLessThan(TOLERANCE);
  });
});

describe("a made cross-encoder", () => {
  test("scores what a plain computation does", async () => {
    const settings = modelSettings({ kind: "cross-encoder", layers: 3 });
    await using model = await openModel(made("scores", settings), { scores: true });
    const network = new ReferenceNetwork(settings, weightsOf(settings));
    const { logits } = await model.run(
      DOCUMENTS.map(() => QUERY),
      DOCUMENTS,
    );
    expect(logits?.dims).toEqual([DOCUMENTS.length, 1]);
    const expected = DOCUMENTS.map((document) => network.score(model.tokens(QUERY, document)));
    expect(greatestDifference(numbers(logits), expected)).toBeLessThan(1e-4);
  });

  test.for([1, 2, 3])(
    "ranks by the words that query and document share, with seed %i",
    async (seed) => {
      await using model = await openModel(made(`ranks-${seed}`, { kind: "cross-encoder", seed }), {
        scores: true,
      });
      const pairs = [
        [QUERY, "Bread dough has to rise until it has doubled"],
        [QUERY, "The spare wheel is in the car"],
        [QUERY, "The spare key is under the flower pot beside the front door"],
        ["备用钥匙放在哪里？", "面团要发到两倍大，然后放进烤箱。"],
        ["备用钥匙放在哪里？", "备用钥匙在门口的花盆下面。"],
      ] as const;
      const { logits } = await model.run(
        pairs.map(([query]) => query),
        pairs.map(([, document]) => document),
      );
      const [bread = 0, wheel = 0, key = 0, dough = 0, pot = 0] = numbers(logits);
      expect([bread, wheel, key]).toEqual([bread, wheel, key].toSorted((a, b) => a - b));
      expect(wheel - bread).toBeGreaterThan(1);
      expect(key - wheel).toBeGreaterThan(0.3);
      expect(pot - dough).toBeGreaterThan(1);
    },
  );
});

describe("makeModel", () => {
  test("writes the same bytes for the same seed, on every machine, and others for another seed", async () => {
    const path = join("onnx", "model.onnx");
    const [first, second, other] = await Promise.all(
      [1, 1, 2].map((seed, index) => sha256(join(made(`bytes-${index}`, { seed }), path))),
    );
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect(first).toBe("4cda57636184317a2950ea8b80110c12d4e7597bffd768590646165805d05046");
  });

  test("makes a tokenizer that spells words, marks pairs, and cuts at the model's length", async () => {
    await using model = await openModel(made("tokenizer", { positions: 16 }));
    const { tokenizer } = model;
    const pieces = ["the", "sp", "##ar", "##e", "k", "##e", "##y", "##s", ":", "钥", "匙", "[UNK]"];
    expect(tokenizer.tokenize("The Spare Keys: 钥匙 🗝")).toEqual(pieces);
    const pair = model.tokens("the key", "the door");
    expect(tokenizer.decode([...pair.ids])).toBe("[CLS] the key [SEP] the door [SEP]");
    expect(pair.types.join("")).toMatch(/^0{6}1{3,}$/u);
    expect(model.tokens("the ".repeat(40)).ids.length).toBe(16);
  });

  test("refuses a shape that is no network", () => {
    expect(() => modelSettings({ heads: 3 })).toThrow(/no multiple of 3 heads/u);
    expect(() => modelSettings({ kind: "cross-encoder", layers: 1 })).toThrow(/needs 2 layers/u);
    expect(() => modelSettings({ vocabulary: 10 })).not.toThrow();
    expect(() => makeModel(join(folder, "small"), { vocabulary: 10 })).toThrow(/at least/u);
  });
});
