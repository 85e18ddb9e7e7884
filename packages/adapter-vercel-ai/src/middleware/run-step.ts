import { markText, partsOf, type TurnMessage } from "../turn/marks.js";
import type { ModelStep } from "./model-step.js";
import type { AnswerPart } from "./step-answer.js";

/** Call of a model. */
interface ModelCall {
  readonly prompt: readonly TurnMessage[];
  readonly abortSignal?: AbortSignal | undefined;
}

/** Returns the step of a call, if the user said anything. */
export type StepOf = (call: ModelCall) => ModelStep | undefined;

interface GenerateResult {
  readonly content: readonly unknown[];
  readonly finishReason: unknown;
  readonly warnings: readonly unknown[];
  readonly providerMetadata?: unknown;
}

/** Calls a model with its memory for a whole answer. */
export async function generateStep<Call extends ModelCall, Result extends GenerateResult>(
  stepOf: StepOf,
  call: Call,
  generate: (call: Call) => PromiseLike<Result>,
): Promise<Result> {
  const step = stepOf(call);
  if (!step) return generate(call);
  const prompt = await step.show(call.prompt);
  const result = await step.guard(() => generate({ ...call, prompt }));
  const parts = partsOf(result.content).map((part) => step.add(part));
  step.add({ type: "finish", finishReason: result.finishReason });
  const content = [...step.sources(), ...parts];
  const { providerMetadata } = markText(result, step.verdict);
  await step.end();
  const warnings = [...result.warnings, ...step.warnings];
  return { ...result, content, warnings, ...(providerMetadata ? { providerMetadata } : {}) };
}

interface StreamResult {
  readonly stream: ReadableStream<AnswerPart>;
}

/** Calls a model with its memory for a stream. */
export async function streamStep<Call extends ModelCall, Result extends StreamResult>(
  stepOf: StepOf,
  call: Call,
  begin: (call: Call) => PromiseLike<Result>,
): Promise<Result> {
  const step = stepOf(call);
  if (!step) return begin(call);
  const prompt = await step.show(call.prompt);
  const result = await step.guard(() => begin({ ...call, prompt }));
  return { ...result, stream: answerStream(result.stream, step) };
}

/**
 * Passes the answer on, part by part and on demand, and adds the memory's parts. Closes once the
 * turn is remembered; an answer that breaks off is not.
 */
function answerStream(
  stream: ReadableStream<AnswerPart>,
  step: ModelStep,
): ReadableStream<AnswerPart> {
  const reader = stream.getReader();
  let hasBegun = false;
  let isCancelled = false;
  return new ReadableStream<AnswerPart>(
    {
      async pull(controller) {
        const { done, value } = await step.guard(() => reader.read());
        // Cancelling ends the pending read.
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
    // Reads only on demand.
    { highWaterMark: 0 },
  );
}

/** Returns the first part with warnings and sources where the AI SDK expects them. */
function beginning(first: AnswerPart, step: ModelStep): readonly AnswerPart[] {
  const sources = step.sources();
  if (first.type === "stream-start") {
    const warnings = [...(first.warnings ?? []), ...step.warnings];
    return [{ ...first, warnings }, ...sources];
  }
  if (step.warnings.length === 0) return [...sources, first];
  return [{ type: "stream-start", warnings: [...step.warnings] }, ...sources, first];
}
