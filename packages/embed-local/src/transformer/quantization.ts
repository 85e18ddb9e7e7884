/** Storage of a model's numbers: `dtype` of `@huggingface/transformers`. */
export type Quantization =
  | "fp32"
  | "fp16"
  | "q8"
  | "int8"
  | "uint8"
  | "q4"
  | "q4f16"
  | "bnb4"
  | "q2"
  | "q2f16"
  | "q1"
  | "q1f16";

/** Endings of file names on the hub, as `@huggingface/transformers` 4.3.1 reads them. */
const SUFFIXES: Readonly<Record<Quantization, string>> = {
  fp32: "",
  fp16: "_fp16",
  q8: "_quantized",
  int8: "_int8",
  uint8: "_uint8",
  q4: "_q4",
  q4f16: "_q4f16",
  bnb4: "_bnb4",
  q2: "_q2",
  q2f16: "_q2f16",
  q1: "_q1",
  q1f16: "_q1f16",
};

/** All quantizations, for checks of options. */
export const QUANTIZATIONS: readonly Quantization[] = Object.keys(SUFFIXES) as Quantization[];

/** Returns the path of a model's file on the hub. */
export function modelFile(quantization: Quantization): string {
  return `onnx/model${SUFFIXES[quantization]}.onnx`;
}

/** Returns the part of a model's id; none for full precision. */
export function quantizationSuffix(quantization: Quantization): string {
  return quantization === "fp32" ? "" : `+${quantization}`;
}
