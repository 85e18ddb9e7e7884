import { FLOAT, INT64, INT8 } from "./onnx-model.ts";
import type { Attribute, GraphNode, Tensor } from "./onnx-model.ts";
import { quantize } from "./quantize.ts";
import { sizeOf } from "./weight.ts";
import type { Weight, Weights } from "./weight.ts";

/** Puts a computation together, step by step. Everything is known by its name. */
export class GraphBuilder {
  readonly nodes: GraphNode[] = [];
  readonly #tensors = new Map<string, Tensor>();
  readonly #weights: Weights;
  readonly #quantized: boolean;
  readonly #inBytes = new Map<string, readonly string[]>();

  /** `quantized`: linear layers compute with 8 bits. */
  constructor(weights: Weights, quantized: boolean) {
    this.#weights = weights;
    this.#quantized = quantized;
  }

  get tensors(): readonly Tensor[] {
    return [...this.#tensors.values()];
  }

  /** A step with one output; answers its name. */
  step(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): string {
    const output = `${operator}_${this.nodes.length}`;
    this.nodes.push({ operator, inputs, outputs: [output], attributes });
    return output;
  }

  /** Gives a value the name under which it leaves the graph. */
  name(value: string, name: string): void {
    this.nodes.push({ operator: "Identity", inputs: [value], outputs: [name], attributes: {} });
  }

  /** An array of the network. */
  weight(name: string): string {
    const { dims, values } = this.#find(name);
    return this.#add({
      name,
      type: FLOAT,
      dims,
      size: sizeOf(dims) * 4,
      bytes: () => bytesOf(values()),
    });
  }

  /** A number with a fraction. */
  number(value: number): string {
    const bytes = bytesOf(new Float32Array([value]));
    return this.#add({
      name: `number_${value}`,
      type: FLOAT,
      dims: [],
      size: 4,
      bytes: () => bytes,
    });
  }

  /** A list of whole numbers. */
  integers(...values: readonly number[]): string {
    const bytes = bytesOf(new BigInt64Array(values.map(BigInt)));
    const name = `integers_${values.join("_")}`;
    return this.#add({
      name,
      type: INT64,
      dims: [values.length],
      size: bytes.length,
      bytes: () => bytes,
    });
  }

  /** A single whole number. */
  integer(value: number): string {
    const bytes = bytesOf(new BigInt64Array([BigInt(value)]));
    return this.#add({
      name: `integer_${value}`,
      type: INT64,
      dims: [],
      size: 8,
      bytes: () => bytes,
    });
  }

  /** A linear layer: `input` times a matrix, plus a bias. */
  linear(input: string, name: string): string {
    const product = this.#quantized
      ? this.#productInBytes(input, `${name}.weight`)
      : this.step("MatMul", [input, this.weight(`${name}.weight`)]);
    return this.step("Add", [product, this.weight(`${name}.bias`)]);
  }

  /**
   * As dynamic quantization writes it: input to unsigned bytes by its own range, whole numbers
   * multiplied, then scaled.
   */
  #productInBytes(input: string, name: string): string {
    const { dims, values } = this.#find(name);
    let parts = this.#inBytes.get(input);
    if (parts === undefined) {
      parts = ["bytes", "scale", "zero"].map((part) => `${input}_${part}`);
      this.nodes.push({
        operator: "DynamicQuantizeLinear",
        inputs: [input],
        outputs: parts,
        attributes: {},
      });
      this.#inBytes.set(input, parts);
    }
    const [bytes = "", scale = "", zero = ""] = parts;
    // Arrays are written in the order of their adding: the matrix is made once, and its scale
    // follows it.
    let scaleOf: number | undefined;
    const matrix = this.#add({
      name: `${name}_quantized`,
      type: INT8,
      dims,
      size: sizeOf(dims),
      bytes: () => {
        const quantized = quantize(values());
        scaleOf = quantized.scale;
        return bytesOf(quantized.bytes);
      },
    });
    const matrixScale = this.#add({
      name: `${name}_scale`,
      type: FLOAT,
      dims: [],
      size: 4,
      bytes: () => bytesOf(new Float32Array([scaleOf ?? Number.NaN])),
    });
    const product = this.step("MatMulInteger", [bytes, matrix, zero]);
    const asFloat = this.step("Cast", [product], { to: FLOAT });
    return this.step("Mul", [asFloat, this.step("Mul", [scale, matrixScale])]);
  }

  #find(name: string): Weight {
    const weight = this.#weights.get(name);
    if (!weight) throw new Error(`no array ${name}`);
    return weight;
  }

  #add(tensor: Tensor): string {
    this.#tensors.set(tensor.name, tensor);
    return tensor.name;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
