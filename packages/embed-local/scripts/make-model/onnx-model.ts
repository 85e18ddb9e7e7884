/** Codes of the element types, as `TensorProto.DataType` numbers them. */
export const FLOAT = 1;
export const INT8 = 3;
export const INT64 = 7;

/** An array that is stored in the model. */
export interface Tensor {
  readonly name: string;
  readonly type: number;
  readonly dims: readonly number[];
  /** Length of `bytes()`. */
  readonly size: number;
  /** Little-endian, row by row. Made when asked for. */
  readonly bytes: () => Uint8Array;
}

/** One step of the computation. */
export interface GraphNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** A whole number, a list of them, or a number with a fraction. */
export type Attribute = number | readonly number[] | { readonly float: number };

/** An input or output; a dimension with a name may have any size. */
export interface GraphValue {
  readonly name: string;
  readonly type: number;
  readonly dims: readonly (number | string)[];
}

/** A whole computation. */
export interface OnnxModel {
  readonly inputs: readonly GraphValue[];
  readonly outputs: readonly GraphValue[];
  readonly nodes: readonly GraphNode[];
  readonly tensors: readonly Tensor[];
}
