import type { Embedder } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { openaiEmbedder } from "@kioku/embed-openai";

import type { SkillsSettings } from "./skills-settings.ts";

/** The embedder that the settings name. */
export function openEmbedder({ embedder, model }: SkillsSettings): Embedder {
  if (embedder === undefined) return localEmbedder();
  const apiKey = process.env["KIOKU_BENCH_API_KEY"];
  return openaiEmbedder({
    baseURL: embedder,
    model,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
}
