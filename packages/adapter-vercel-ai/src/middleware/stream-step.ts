import { answerStream } from "./answer-stream.js";
import type { AnswerPart } from "./step-answer.js";
import type { ModelCall, TurnMemory } from "./turn-memory.js";

/** What is used of the result of a model that streams. */
export interface StreamResult {
  readonly stream: ReadableStream<AnswerPart>;
}

/** Calls a model with its memory, for an answer that comes bit by bit. */
export async function streamStep<Call extends ModelCall, Result extends StreamResult>(
  turns: TurnMemory,
  call: Call,
  begin: (call: Call) => PromiseLike<Result>,
): Promise<Result> {
  const step = turns.stepOf(call);
  if (!step) return begin(call);
  const prompt = await step.show(call.prompt);
  try {
    const result = await begin({ ...call, prompt });
    return { ...result, stream: answerStream(result.stream, step) };
  } catch (error) {
    step.fail();
    throw error;
  }
}
