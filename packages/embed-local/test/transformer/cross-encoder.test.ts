import {
  AutoModelForSequenceClassification,
  AutoTokenizer,
  env,
  LogLevel,
} from "@huggingface/transformers";
import { expect, test } from "vitest";

import { localReranker } from "../../src/index.js";
import type { CrossEncoderOptions } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";
import { CROSS_ENCODER, modelFolder } from "../support/made-models.js";
import { threadsOnSources } from "../support/threads-on-sources.js";

threadsOnSources();

const folder = modelFolder({ kind: "cross-encoder" });

function reranker(options: Partial<CrossEncoderOptions> = {}): ReturnType<typeof localReranker> {
  return localReranker({
    model: "kioku/small",
    modelDir: folder,
    manifest: CROSS_ENCODER,
    threads: 1,
    ...options,
  });
}

test("a document that shares words with the query comes first", async () => {
  const own = reranker();
  const ranked = await own.rerank("the cat", ["dogs bark", "the cat sat", "nothing"]);
  expect(ranked.map(({ index }) => index)[0]).toBe(1);
  expect(ranked.every(({ score }) => score > 0 && score < 1)).toBe(true);
  expect(await own.rerank("the cat", ["dogs bark", "the cat sat"], { topN: 1 })).toHaveLength(1);
  await own.close?.();
});

/**
 * Returns the answer of the library's own classes for a pair, or a text alone: one number before
 * the logistic function.
 */
async function logitOf(query: string, document?: string): Promise<number> {
  env.logLevel = LogLevel.NONE;
  const tokenizer = await AutoTokenizer.from_pretrained(folder);
  const options = { dtype: "fp32" as const };
  const model = await AutoModelForSequenceClassification.from_pretrained(folder, options);
  const inputs = tokenizer(query, document === undefined ? {} : { text_pair: document });
  const { logits } = (await model(inputs)) as { logits: { data: Float32Array } };
  return logits.data[0] ?? Number.NaN;
}

async function scoreOfQueryAlone(query: string): Promise<number> {
  return 1 / (1 + Math.exp(-(await logitOf(query))));
}

test("a score is that of the library's own classes, whatever other documents there are", async () => {
  const own = reranker();
  const documents = ["the cat sat there", "dogs", "a long line about the cat and the harbour"];
  const ranked = await own.rerank("the cat", documents);
  for (const { index, score } of ranked) {
    const logit = await logitOf("the cat", documents[index] ?? "");
    expect(score).toBeCloseTo(1 / (1 + Math.exp(-logit)), 5);
  }
  expect(ranked).toHaveLength(3);
  await own.close?.();
});

test("a document that is too long counts as far as it fits, and is refused on demand", async () => {
  const long = `the cat sat ${"word ".repeat(400)}`;
  const own = reranker();
  const [whole, cut] = await Promise.all([
    own.rerank("the cat", [long]),
    own.rerank("the cat", [`${long} the cat the cat`]),
  ]);
  expect(cut[0]?.score).toBeCloseTo(whole[0]?.score ?? 0, 6);
  const strict = reranker({ truncate: false });
  const error = await failureOf(strict.rerank("the cat", ["short", long]));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(
    /query with documents\[1\] has \d+ tokens, and the model takes 128/u,
  );
  await Promise.all([own.close?.(), strict.close?.()]);
});

test("a query that leaves no room is refused", async () => {
  const own = reranker();
  const error = await failureOf(own.rerank("word ".repeat(200), ["the cat"]));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(/query has \d+ tokens/u);
  await own.close?.();
});

test("a query that leaves room for one token is judged, and one that leaves none is refused", async () => {
  // The query has five tokens, and a pair three special ones.
  const fits = reranker({ manifest: { ...CROSS_ENCODER, maxTokens: 9 } });
  expect(await fits.rerank("the cat sat", ["dogs bark there"])).toHaveLength(1);
  const full = reranker({ manifest: { ...CROSS_ENCODER, maxTokens: 8 } });
  const error = await failureOf(full.rerank("the cat sat", ["dogs bark there"]));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(/query has 8 tokens, and the model takes 8 of query and document/u);
  await Promise.all([fits.close?.(), full.close?.()]);
});

test("an empty document is a second text, and not a query alone", async () => {
  const own = reranker();
  // The tokenizer drops blanks, but makes a pair of them.
  const scores = await own.rerank("the cat", ["", " "]);
  expect(scores[0]?.score).toBe(scores[1]?.score);
  expect(scores[0]?.score).not.toBeCloseTo(await scoreOfQueryAlone("the cat"), 4);
  await own.close?.();
});

test("the order stands alone unless a weight is given", () => {
  expect(reranker().weight).toBeUndefined();
  expect(reranker({ weight: 0.4 }).weight).toBe(0.4);
  const q8 = localReranker({
    model: "kioku/small",
    manifest: CROSS_ENCODER,
    quantization: "q8",
    allowDownload: true,
  });
  expect(q8.id).toBe("kioku/small@1+q8");
});
