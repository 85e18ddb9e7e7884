import type { RepeatableVerb } from "../verbs.js";
import type { MakeProbe } from "./probe.js";
import { READ_PROBES } from "./read-probes.js";
import { ROOT_PROBES } from "./root-probes.js";
import { TRANSFER_PROBES } from "./transfer-probes.js";
import { WRITE_PROBES } from "./write-probes.js";

/** A probe for every verb: one that is missing does not compile. */
const ALL_PROBES: Readonly<Record<RepeatableVerb, MakeProbe>> = {
  ...WRITE_PROBES,
  ...READ_PROBES,
  ...ROOT_PROBES,
  ...TRANSFER_PROBES,
};

/** Verbs that look at every scope, and so are asked less often. */
const RARE: ReadonlySet<RepeatableVerb> = new Set([
  "reindex",
  "sweep",
  "spaces",
  "dropSpace",
  "embedQueued",
  "queueStats",
  "runEmbeddingWorker",
]);

const MERGED = Object.keys(ALL_PROBES) as RepeatableVerb[];

/** The verbs to draw from, the rare ones once and the others eight times. */
export const PROBED_VERBS: readonly RepeatableVerb[] = MERGED.flatMap((verb) =>
  Array.from({ length: RARE.has(verb) ? 1 : 8 }, () => verb),
);

/** Returns the function that makes probes of a verb. */
export function probeOf(verb: RepeatableVerb): MakeProbe {
  return ALL_PROBES[verb];
}
