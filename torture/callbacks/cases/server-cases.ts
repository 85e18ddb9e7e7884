import { openaiEmbedder } from "@kioku/embed-openai";
import type { OpenAIEmbedderOptions } from "@kioku/embed-openai";

import type { CallbackCase } from "../callback-case.ts";
import type { World } from "../world.ts";

const answering: typeof fetch = async (_url, init) => {
  const { input } = JSON.parse(init?.body as string) as { input: readonly string[] };
  const data = input.map((_text, index) => ({ index, embedding: [1, 2, 3] }));
  return Response.json({ data, model: "small" });
};

const refusing: typeof fetch = async () =>
  new Response("slow down", {
    status: 429,
    headers: { "retry-after": "Mon, 05 Jan 2026 00:00:00 GMT" },
  });

async function rememberBy(world: World, options: Partial<OpenAIEmbedderOptions>): Promise<void> {
  const embedder = openaiEmbedder({
    model: "small",
    baseURL: "http://127.0.0.1:9/v1",
    profile: { unrelated: 0.1, related: 0.5 },
    fetch: answering,
    ...options,
  });
  await world.remember(world.memory({ embedder }), ["embedded by a server"]);
}

const of = (
  kind: CallbackCase["kind"],
  name: string,
  {
    nonsense,
    options,
  }: { nonsense: unknown; options: (world: World) => Partial<OpenAIEmbedderOptions> },
): CallbackCase => {
  const run = (world: World): Promise<void> => rememberBy(world, options(world));
  return { kind, name: `openaiEmbedder: ${name}`, nonsense, run };
};

/** Callbacks of the embedder that asks a server. */
export const SERVER_CASES: readonly CallbackCase[] = [
  of("awaited", "fetch", {
    nonsense: 7,
    options: ({ fault }) => ({ fetch: fault, maxRetries: 0 }),
  }),
  of("awaited", "apiKey", {
    nonsense: 7,
    options: ({ fault }) => ({ apiKey: fault, maxRetries: 0 }),
  }),
  of("answer", "countTokens", {
    nonsense: "four",
    options: ({ fault }) => ({ countTokens: fault, maxInputTokens: 100 }),
  }),
  of("answer", "negative countTokens", {
    nonsense: -4,
    options: ({ fault }) => ({ countTokens: fault, maxInputTokens: 100, truncate: true }),
  }),
  of("answer", "clock", {
    nonsense: 7,
    options: ({ fault }) => ({ fetch: refusing, clock: fault, maxRetries: 0 }),
  }),
  of("answer", "random", {
    nonsense: Number.NaN,
    options: ({ fault }) => ({ fetch: refusing, random: fault, maxRetries: 1 }),
  }),
  of("answer", "schedule", { nonsense: 7, options: ({ fault }) => ({ schedule: fault }) }),
];
