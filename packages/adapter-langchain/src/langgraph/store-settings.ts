import type { Embedder, Memory, Origin } from "@kioku/core";
import { checkNumber } from "@kioku/core/toolkit";

import type { PathStep } from "./text/parse-path.js";

const MS_PER_MINUTE = 60_000;
/** Longest life, in minutes: the 1,000 years of core. */
const MAX_TTL_MINUTES = 1_000 * 366 * 24 * 60;

/** Options of a store, checked and with every default. */
export interface StoreSettings {
  readonly memory: Memory;
  /** Ranks by its vectors; absent: the memory ranks. */
  readonly embedder?: Embedder | undefined;
  /** What is indexed of a value. */
  readonly paths: readonly (readonly PathStep[])[];
  readonly origin: Origin;
  readonly defaultTtlMs?: number | undefined;
  readonly refreshOnRead: boolean;
  readonly clock: () => Date;
}

/** A life in minutes as milliseconds; `null` is one without end. */
export function ttlToMs(minutes: unknown, name: string): number | undefined {
  if (minutes === null) return undefined;
  return checkNumber(minutes, name, { above: 0, max: MAX_TTL_MINUTES }) * MS_PER_MINUTE;
}
