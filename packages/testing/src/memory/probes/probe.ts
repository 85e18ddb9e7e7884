import type { MemoryErrorCode, Memory } from "@kioku/core";

import type { Owner, Region } from "../owners.js";
import type { Picker } from "../picker.js";
import type { ProbeWorld } from "../probe-world.js";

/** Source of the arguments of probes. */
export interface ProbeContext {
  readonly world: ProbeWorld;
  readonly picker: Picker;
  /** Owner of the scope of the call, and its view. */
  readonly self: Owner;
  readonly view: Memory;
  /** Owner of ids, keys, cursors and words in the arguments. */
  readonly victim: Owner;
}

/** One call in one scope. */
export interface Probe {
  /** Its arguments, for the message of a failure. */
  readonly what: unknown;
  /** All that it may see. */
  readonly region: Region;
  /** All that it may change; absent: nothing. */
  readonly changes?: Region;
  readonly run: () => Promise<unknown>;
  /** Greatest number it may resolve to. */
  readonly atMost?: number;
  /** It must be refused with this code, since it names what only another scope has. */
  readonly refusal?: MemoryErrorCode;
  /** Fails if the result tells of another scope. */
  readonly expect?: (result: unknown) => void;
}

/** Makes a probe with random arguments. */
export type MakeProbe = (context: ProbeContext) => Probe;
