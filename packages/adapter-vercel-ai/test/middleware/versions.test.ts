import type { wrapLanguageModel } from "ai";
import { expect, test } from "vitest";

import { withMemory } from "../../src/index.js";
import { FACT, knowingMemory, queriesOf, saidIn } from "../support/turn-memory.js";
import { callsThenAnswers, promptsOf } from "../support/turn-model.js";
import type { StreamPart } from "../support/turn-model.js";
import { IS_AI_7, WAYS } from "../support/turns.js";

type Model = Parameters<typeof wrapLanguageModel>[0]["model"];

// AI SDK 6 wraps models of version 3 alone.
test
  .runIf(IS_AI_7)
  .each(
    WAYS.flatMap(([name, ask]) => ["v2", "v4"].map((version) => [name, version, ask] as const)),
  )("%s: on AI SDK 7 a model of version %s has a memory as well", async (_, version, ask) => {
  const memory = await knowingMemory();
  const queries = queriesOf(memory);
  const model = callsThenAnswers(["clock"], "Green.");
  const given = version === "v2" ? asVersion2(model) : asVersion4(model);
  const wrapped = withMemory(given, memory, { capture: "turn", sources: true });
  const { text, sources } = await ask({ model: wrapped, prompt: "green tea?" });
  expect(text).toBe("Green.");
  expect(sources).toHaveLength(1);
  expect(queries).toEqual(["green tea?"]);
  for (const prompt of promptsOf(model)) expect(prompt).toContain(FACT);
  expect(await saidIn(memory)).toEqual(["user: green tea?", "assistant: Green."]);
});

type Mock = ReturnType<typeof callsThenAnswers>;

/** Version 4 differs in files and more, and in nothing that is used here. */
function asVersion4(model: Mock): Model {
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: {},
    doGenerate: (options: never) => model.doGenerate(options),
    doStream: (options: never) => model.doStream(options),
  } as unknown as Model;
}

/** In version 2 a reason to finish is a text, and usage is flat. */
function asVersion2(model: Mock): Model {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  return {
    specificationVersion: "v2",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: {},
    doGenerate: async (options: never) => {
      const { finishReason, ...result } = await model.doGenerate(options);
      return { ...result, usage, finishReason: finishReason.unified };
    },
    doStream: async (options: never) => {
      const { stream } = await model.doStream(options);
      const toVersion2 = new TransformStream({
        transform: (part: StreamPart, controller) =>
          controller.enqueue(
            part.type === "finish"
              ? { ...part, usage, finishReason: part.finishReason.unified }
              : part,
          ),
      });
      return { stream: stream.pipeThrough(toVersion2) };
    },
  } as unknown as Model;
}
