import type { EmbedResult } from "@kioku/core/toolkit";
import { expect } from "vitest";

import { textVector } from "./text-vector.js";

/** Expects the vector of each text, in order; base64 and JSON both carry them without loss. */
export function expectVectors(result: EmbedResult, texts: readonly string[], width: number): void {
  expect(result.vectors).toEqual(texts.map((text) => textVector(text, width)));
}
