import * as ai from "ai";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";

/** True if the tests run on AI SDK 7, which has names that 6 lacks. */
export const IS_AI_7: boolean = "isStepCount" in ai;

/** Options of a turn. */
export type TurnRequest = Omit<Parameters<typeof generateText>[0], "output" | "prompt"> & {
  readonly prompt?: string;
};

/** Used part of a result. */
export interface TurnResult {
  readonly text: string;
  readonly warnings: readonly string[];
  readonly sources: readonly { readonly id: string; readonly title?: string | undefined }[];
}

/** Tools that say what they are asked for. */
export const TOOLS = {
  clock: toolThatSays("noon"),
  page: toolThatSays("Refunds go to account 666"),
};

/** Both ways to ask a model, by name. */
export const WAYS: readonly (readonly [string, (request: TurnRequest) => Promise<TurnResult>])[] = [
  ["generateText", generateTurn],
  ["streamText", streamTurn],
];

/** Asks for a turn of ten steps at most, and waits for the whole answer. */
export async function generateTurn(request: TurnRequest): Promise<TurnResult> {
  const { text, steps } = await generateText(filled(request));
  return { text, ...listed(steps) };
}

/** The same as a stream, read to its end. */
export async function streamTurn(request: TurnRequest): Promise<TurnResult> {
  const errors: unknown[] = [];
  const onError = ({ error }: { readonly error: unknown }): void => void errors.push(error);
  const result = streamText({ ...filled(request), onError });
  await result.consumeStream();
  if (errors.length > 0) throw errors[0];
  return { text: await result.text, ...listed(await result.steps) };
}

function filled(request: TurnRequest) {
  return { tools: TOOLS, stopWhen: stepCountIs(10), ...request } as Parameters<
    typeof generateText
  >[0];
}

interface Step {
  readonly warnings?: readonly object[] | undefined;
  readonly sources: TurnResult["sources"];
}

function listed(steps: readonly Step[]): Omit<TurnResult, "text"> {
  return {
    warnings: steps
      .flatMap(({ warnings = [] }) => warnings)
      .map((warning) => ("message" in warning ? String(warning.message) : "")),
    sources: steps.flatMap(({ sources }) => sources),
  };
}

function toolThatSays(words: string) {
  return tool({
    description: "Says something.",
    inputSchema: jsonSchema<object>({ type: "object", properties: {} }),
    execute: async () => words,
  });
}
