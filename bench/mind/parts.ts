import type { MindPart } from "./mind-part.ts";
import { durableFacts } from "./parts/durable-facts.ts";
import { forgetting } from "./parts/forgetting.ts";
import { garbage } from "./parts/garbage.ts";
import { gate } from "./parts/gate.ts";
import { kept } from "./parts/kept.ts";
import { restraint } from "./parts/restraint.ts";
import { scale } from "./parts/scale.ts";
import { summaries } from "./parts/summaries.ts";

/** All parts, in the order in which they are measured. */
export const PARTS: readonly MindPart[] = [
  kept,
  summaries,
  gate,
  garbage,
  restraint,
  durableFacts,
  forgetting,
  scale,
];
