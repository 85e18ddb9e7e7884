import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

import protobuf from "protobufjs";

import type { Attribute, GraphNode, GraphValue, OnnxModel, Tensor } from "./onnx-model.ts";

/**
 * Version 8 of the format with version 17 of the operators, the first one that has
 * LayerNormalization.
 */
const IR_VERSION = 8;
const OPERATOR_VERSION = 17;
const [ATTRIBUTE_FLOAT, ATTRIBUTE_INTEGER, ATTRIBUTE_INTEGERS] = [1, 2, 7];
/** Protobuf's sign that a field has a length before it. */
const WITH_LENGTH = 2;

const { root } = protobuf.parse(readFileSync(new URL("onnx.proto", import.meta.url), "utf8"), {
  keepCase: true,
});

/**
 * Writes a model file. Arrays are written one after the other and never held together: the message
 * is put together from its parts, which protobuf allows in any order.
 */
export function writeOnnx(path: string, model: OnnxModel): void {
  const arrays = model.tensors.map(describeTensor);
  const body = encode("GraphProto", {
    name: "network",
    node: model.nodes.map(nodeMessage),
    input: model.inputs.map(valueMessage),
    output: model.outputs.map(valueMessage),
  });
  const head = encode("ModelProto", {
    ir_version: IR_VERSION,
    producer_name: "kioku make-model",
    opset_import: [{ domain: "", version: OPERATOR_VERSION }],
  });
  const graphSize = arrays.reduce((sum, { head: { length }, tensor }) => {
    return sum + length + tensor.size;
  }, body.length);
  const file = openSync(path, "w");
  try {
    writeSync(file, head);
    writeSync(file, lengthField("ModelProto", "graph", graphSize));
    writeSync(file, body);
    for (const { head: start, tensor } of arrays) {
      writeSync(file, start);
      writeAll(file, tensor);
    }
  } finally {
    closeSync(file);
  }
}

/** All of a tensor but its numbers, which follow. */
function describeTensor(tensor: Tensor): { readonly head: Uint8Array; readonly tensor: Tensor } {
  const { name, type, dims, size } = tensor;
  const fields = encode("TensorProto", { name, data_type: type, dims });
  const numbers = lengthField("TensorProto", "raw_data", size);
  const start = lengthField("GraphProto", "initializer", fields.length + numbers.length + size);
  return { head: Buffer.concat([start, fields, numbers]), tensor };
}

function writeAll(file: number, { name, size, bytes }: Tensor): void {
  const content = bytes();
  if (content.length !== size) throw new Error(`${name} has ${content.length} bytes, not ${size}`);
  for (let at = 0; at < size;) at += writeSync(file, content, at);
}

function encode(type: string, message: object): Uint8Array {
  const messageType = root.lookupType(`onnx.${type}`);
  return messageType.encode(messageType.fromObject(message)).finish();
}

function lengthField(type: string, field: string, length: number): Uint8Array {
  const id = root.lookupType(`onnx.${type}`).fields[field]?.id;
  if (id === undefined) throw new Error(`no field ${field} in ${type}`);
  return protobuf.Writer.create()
    .uint32((id << 3) | WITH_LENGTH)
    .uint32(length)
    .finish();
}

function nodeMessage({ operator, inputs, outputs, attributes }: GraphNode): object {
  return {
    op_type: operator,
    name: outputs[0],
    input: inputs,
    output: outputs,
    attribute: Object.entries(attributes).map(([name, value]) => attributeMessage(name, value)),
  };
}

function attributeMessage(name: string, value: Attribute): object {
  if (typeof value === "number") return { name, type: ATTRIBUTE_INTEGER, i: value };
  if ("float" in value) return { name, type: ATTRIBUTE_FLOAT, f: value.float };
  return { name, type: ATTRIBUTE_INTEGERS, ints: value };
}

function valueMessage({ name, type, dims }: GraphValue): object {
  const dim = dims.map((size) => {
    return typeof size === "number" ? { dim_value: size } : { dim_param: size };
  });
  return { name, type: { tensor_type: { elem_type: type, shape: { dim } } } };
}
