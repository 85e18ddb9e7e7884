import { localEmbedder } from "@kioku/embed-local";
import { openaiEmbedder } from "@kioku/embed-openai";

import { fresh } from "./fresh.ts";
import type { Provocation } from "./provocation.ts";
import { runtimeOf } from "./runtime-of.ts";

/** A mistake as JavaScript lets people make it. */
const loosely = ((value: unknown) => value) as (value: unknown) => never;

const calls: readonly (() => unknown)[] = [
  () => fresh(loosely({ embeder: localEmbedder() })),
  () => fresh().recall("tea", loosely({ limit: 3 })),
  () => fresh().recall({ query: "tea", limit: 5000 }),
  () => fresh().remember(" "),
  () => fresh().scope("users", loosely(42)),
  () => fresh().recall({ query: "tea", mode: "semantic" }),
  () => fresh().remember({ content: "tea", metadata: loosely({ at: new Date(0) }) }),
  () => openaiEmbedder({ model: "my-model" }),
  async () => (await runtimeOf([])).match("hello"),
];

/** Provocations by arguments and options. */
export const ofArguments: readonly Provocation[] = calls.map((provoke) => ({
  code: "invalid-input",
  provoke,
}));
