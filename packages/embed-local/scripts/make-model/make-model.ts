import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { bertGraph } from "./bert-graph.ts";
import { configFile } from "./config-file.ts";
import { matchingWeights } from "./matching-weights.ts";
import { modelSettings } from "./model-settings.ts";
import type { ModelSettings } from "./model-settings.ts";
import { randomWeights } from "./random-weights.ts";
import { tokenizerFiles } from "./tokenizer-files.ts";
import type { Weights } from "./weight.ts";
import { writeOnnx } from "./write-onnx.ts";

/**
 * Writes a model of our own making into a folder, laid out as on the Hugging Face hub. The same
 * settings give the same bytes. Answers the settings with what was not given filled in.
 */
export function makeModel(folder: string, given: Partial<ModelSettings> = {}): ModelSettings {
  const settings = modelSettings(given);
  const { tokenizer, configuration } = tokenizerFiles(settings);
  mkdirSync(join(folder, "onnx"), { recursive: true });
  const write = (name: string, content: object): void => {
    writeFileSync(join(folder, name), `${JSON.stringify(content, undefined, 2)}\n`);
  };
  write("config.json", configFile(settings));
  write("tokenizer.json", tokenizer);
  write("tokenizer_config.json", configuration);
  for (const file of settings.files) {
    const quantized = file === "model_quantized.onnx";
    writeOnnx(join(folder, "onnx", file), bertGraph(settings, weightsOf(settings), { quantized }));
  }
  return settings;
}

/** The numbers of the network with these settings. */
export function weightsOf(settings: ModelSettings): Weights {
  return settings.kind === "encoder" ? randomWeights(settings) : matchingWeights(settings);
}
