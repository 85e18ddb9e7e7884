import { oneOf } from "../one-of.ts";
import { optionParser } from "../run-measurement.ts";
import { MODEL_SHAPES } from "./transformer/model-shapes.ts";
import type { ModelShape } from "./transformer/model-shapes.ts";

/** The parts of the measurement. */
export const PARTS = ["static", "transformer", "client", "cache"] as const;
type Part = (typeof PARTS)[number];

/** Weights of 32 bits, or those of linear layers in 8. */
const QUANTIZATIONS = ["fp32", "q8"] as const;
export type Quantization = (typeof QUANTIZATIONS)[number];

/** Parts to measure, and the time for each. */
export interface EmbedSettings {
  readonly parts: readonly Part[];
  readonly shapes: readonly ModelShape[];
  readonly quantizations: readonly Quantization[];
  readonly threads: readonly number[];
  /** Fresh processes for load time and memory. */
  readonly processes: number;
  /** Rounds of one speed, of which the median counts. */
  readonly rounds: number;
  /** Length of a round, in milliseconds. */
  readonly roundMs: number;
  /** True if the run only shows that everything works. */
  readonly quick: boolean;
}

const FULL = { threads: [1, 2], processes: 11, rounds: 5, roundMs: 1000 };
const QUICK = { threads: [1], processes: 2, rounds: 1, roundMs: 50 };

/** Reads the options as they were given. */
export const parseEmbedOptions = optionParser({
  part: { type: "string", multiple: true, default: [...PARTS] },
  shape: { type: "string", multiple: true },
  quantization: { type: "string", multiple: true, default: [...QUANTIZATIONS] },
  quick: { type: "boolean", default: false },
});

/** Checks what was given. @throws `UsageError` naming the option and what it takes. */
export function embedSettings(values: ReturnType<typeof parseEmbedOptions>): EmbedSettings {
  const { quick } = values;
  const names = MODEL_SHAPES.map(({ name }) => name);
  const shapes = (values.shape ?? (quick ? ["small"] : names.filter((name) => name !== "small")))
    .map((given) => oneOf(given, "--shape", names))
    .flatMap((name) => MODEL_SHAPES.filter((shape) => shape.name === name));
  return {
    parts: values.part.map((given) => oneOf(given, "--part", PARTS)),
    shapes,
    quantizations: values.quantization.map((given) =>
      oneOf(given, "--quantization", QUANTIZATIONS),
    ),
    ...(quick ? QUICK : FULL),
    quick,
  };
}
