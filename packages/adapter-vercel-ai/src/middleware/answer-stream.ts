import type { ModelStep } from "./model-step.js";
import type { AnswerPart } from "./step-answer.js";

/** The parts of an answer as the model sends them, and how to stop it. */
type Reader = ReadableStreamDefaultReader<AnswerPart>;

/**
 * The answer of a model, part by part as it is read, below what the memory adds. It ends once the
 * turn is remembered, which it is not where the answer breaks off or is not read to its end.
 */
export function answerStream(
  stream: ReadableStream<AnswerPart>,
  step: ModelStep,
): ReadableStream<AnswerPart> {
  const reader = stream.getReader();
  let hasBegun = false;
  let isCancelled = false;
  return new ReadableStream<AnswerPart>(
    {
      async pull(controller) {
        const { done, value } = await nextPart(reader, step);
        // Whoever cancels ends the read that is under way.
        if (isCancelled) return;
        if (done) {
          await step.end();
          controller.close();
          return;
        }
        const part = step.add(value);
        const parts = hasBegun ? [part] : beginning(part, step);
        hasBegun = true;
        for (const one of parts) controller.enqueue(one);
      },
      async cancel(reason) {
        isCancelled = true;
        step.cancel();
        await reader.cancel(reason);
      },
    },
    // Reads nothing ahead of whoever reads this.
    { highWaterMark: 0 },
  );
}

async function nextPart(reader: Reader, step: ModelStep): ReturnType<Reader["read"]> {
  try {
    return await reader.read();
  } catch (error) {
    step.fail();
    throw error;
  }
}

/**
 * The first part, with the warnings and the sources of the memory where the AI SDK looks for them.
 */
function beginning(first: AnswerPart, step: ModelStep): readonly AnswerPart[] {
  const sources = step.sources();
  if (first.type === "stream-start") {
    const warnings = [...(first.warnings ?? []), ...step.warnings];
    return [{ ...first, warnings }, ...sources];
  }
  if (step.warnings.length === 0) return [...sources, first];
  return [{ type: "stream-start", warnings: [...step.warnings] }, ...sources, first];
}
