import type { JsonObject } from "@kioku/core";

import { ATTRIBUTES, BLOCKS } from "../rules/attributes.js";

const TEXT = { type: "string" } as const;
const SOURCES = {
  type: "array",
  items: {
    type: "object",
    properties: { turn: TEXT, quote: TEXT },
    required: ["turn", "quote"],
    additionalProperties: false,
  },
} as const;

/** Operations as a model names them. */
const OPERATIONS = ["add", "reinforce", "supersede", "retract", "edit-block", "noop"];

/** JSON Schema of an answer. The reason of an operation comes first. */
export const ANSWER_SCHEMA: JsonObject = {
  type: "object",
  properties: {
    operations: {
      type: "array",
      items: {
        type: "object",
        properties: {
          reason: TEXT,
          op: { type: "string", enum: OPERATIONS },
          sources: SOURCES,
          text: TEXT,
          subject: TEXT,
          attribute: { type: "string", enum: /* @__PURE__ */ ATTRIBUTES.map(({ name }) => name) },
          value: TEXT,
          target: TEXT,
          targets: { type: "array", items: TEXT },
          block: { type: "string", enum: [...BLOCKS] },
          importance: { type: "number", minimum: 0, maximum: 1 },
        },
        required: ["reason", "op", "sources"],
        additionalProperties: false,
      },
    },
    title: TEXT,
    summary: {
      type: "array",
      items: {
        type: "object",
        properties: { text: TEXT, sources: SOURCES },
        required: ["text", "sources"],
        additionalProperties: false,
      },
    },
  },
  required: ["operations", "title", "summary"],
  additionalProperties: false,
};
