/**
 * Makes a small model in a folder: a real network with a real tokenizer, and numbers from a seeded
 * generator.
 *
 * `node scripts/run.mjs packages/embed-local/scripts/make-model/main.ts --out FOLDER`, with options
 * such as `--kind cross-encoder` and `--layers 6`.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { makeModel } from "./make-model.ts";
import type { ModelSettings } from "./model-settings.ts";

const NUMBERS = ["layers", "width", "heads", "inner", "vocabulary", "positions", "seed"] as const;
const USAGE = `--out FOLDER [--kind encoder|cross-encoder] [--no-token-types] [--sentence-embedding] [--quantized]
  ${NUMBERS.map((name) => `[--${name} NUMBER]`).join(" ")}`;

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    kind: { type: "string", default: "encoder" },
    "no-token-types": { type: "boolean", default: false },
    "sentence-embedding": { type: "boolean", default: false },
    quantized: { type: "boolean", default: false },
    ...(Object.fromEntries(NUMBERS.map((name) => [name, { type: "string" }])) as Record<
      (typeof NUMBERS)[number],
      { type: "string" }
    >),
  },
});
const { out, kind } = values;
if (out === undefined || (kind !== "encoder" && kind !== "cross-encoder")) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const numbers: Partial<Record<(typeof NUMBERS)[number], number>> = {};
for (const name of NUMBERS) {
  const value = values[name];
  if (value !== undefined) numbers[name] = Number(value);
}
const given: Partial<ModelSettings> = {
  ...numbers,
  kind,
  tokenTypes: !values["no-token-types"],
  sentenceEmbedding: values["sentence-embedding"],
  files: values.quantized ? ["model.onnx", "model_quantized.onnx"] : ["model.onnx"],
};
const { files } = makeModel(out, given);
const written = ["config.json", "tokenizer.json", "tokenizer_config.json"];
for (const name of [...written, ...files.map((file) => `onnx/${file}`)]) {
  const content = readFileSync(join(out, name));
  const sha256 = createHash("sha256").update(content).digest("hex");
  process.stdout.write(`${name.padEnd(26)}${String(content.length).padStart(12)}  ${sha256}\n`);
}
