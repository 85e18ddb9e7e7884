import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkObject,
  checkOneOf,
  checkText,
  invalidInput,
} from "@kioku/core/toolkit";

import type { EmbeddingManifest, ModelManifest } from "./manifest.js";
import { QUANTIZATIONS } from "./quantization.js";

/** Checks a member of a manifest that is present; `name` stands in messages. */
type Check = (value: unknown, name: string) => void;

const MAX_TEXT = 1000;
/** More than any model has. */
const POSITIVE = { min: 1, max: 1_048_576, integer: true };

const text: Check = (value, name) => void checkText(value, name, MAX_TEXT);
const positive: Check = (value, name) => void checkNumber(value, name, POSITIVE);
const quantization: Check = (value, name) => void checkOneOf(value, name, QUANTIZATIONS);

function listOf(check: Check): Check {
  return (value, name) => {
    if (!Array.isArray(value)) throw invalidInput(name, "a list", value);
    for (const [index, item] of value.entries()) check(item, `${name}[${index}]`);
  };
}

/** Files of a model on the hub. A checksum under another name would never be compared. */
const FILE = /^(?:onnx\/model\w*\.onnx(?:_data)?|[\w-]+\.json)$/u;

const checksums: Check = (value, name) => {
  checkObject(value, name);
  for (const [file, checksum] of Object.entries(value)) {
    if (!FILE.test(file)) {
      throw invalidInput(name, "by names such as `onnx/model.onnx` or `config.json`", file);
    }
    if (typeof checksum === "string" && /^[\da-f]{64}$/iu.test(checksum)) continue;
    throw invalidInput(`${name}[${JSON.stringify(file)}]`, "64 hexadecimal digits");
  }
};

const prefixes: Check = (value, name) => {
  checkMembers(value, name, ["query", "document"]);
  for (const [purpose, prefix] of Object.entries(value as object)) {
    // May be blank, or empty.
    if (typeof prefix === "string" && prefix.length <= MAX_TEXT) continue;
    throw invalidInput(`${name}.${purpose}`, `a string of at most ${MAX_TEXT} characters`);
  }
};

const OF_ANY: Readonly<Record<keyof ModelManifest, Check>> = {
  revision: text,
  maxTokens: positive,
  output: text,
  quantizations: listOf(quantization),
  externalData: listOf(quantization),
  checksums,
};
const OF_EMBEDDING: Readonly<Record<keyof EmbeddingManifest, Check>> = {
  ...OF_ANY,
  dimensions: positive,
  pooling: (value, name) => void checkOneOf(value, name, ["mean", "cls", "last", "none"]),
  prefixes,
  layerNorm: checkBoolean,
  widths: listOf(positive),
};

function checkAll(value: unknown, checks: Readonly<Record<string, Check>>, needed: string[]): void {
  checkMembers(value, "manifest", Object.keys(checks));
  const members = value as Readonly<Record<string, unknown>>;
  for (const [member, checkMember] of Object.entries(checks)) {
    const given = members[member];
    if (given !== undefined || needed.includes(member)) checkMember(given, `manifest.${member}`);
  }
}

/** Refuses an incomplete or wrong manifest of a model that makes vectors. */
export function checkEmbeddingManifest(value: EmbeddingManifest): void {
  checkAll(value, OF_EMBEDDING, ["revision", "maxTokens", "dimensions", "pooling"]);
  const { dimensions } = value;
  const wide = value.widths?.find((width) => width >= dimensions);
  if (wide !== undefined) throw invalidInput("manifest.widths", `below ${dimensions}`, wide);
}

/** Refuses an incomplete or wrong manifest of a cross-encoder. */
export function checkRerankManifest(value: ModelManifest): void {
  checkAll(value, OF_ANY, ["revision", "maxTokens"]);
}
