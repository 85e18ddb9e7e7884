import type { Scope } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import type { StrengthUpdate } from "@kioku/core/toolkit";

import { seededRandom } from "../seeded-random.ts";
import type { SeededRandom } from "../seeded-random.ts";
import { endInWorld } from "./change-world.ts";
import { planOp } from "./plan-op.ts";
import type { Step } from "./step.ts";
import { instantOf, SCOPES } from "./world-places.ts";
import type { World } from "./world.ts";

/** Settings for drawing steps. */
export interface Plan {
  readonly seed: number;
  /** Largest batch. */
  readonly largest: number;
  /** True if the file may be rewritten in between. */
  readonly scrubs: boolean;
}

/**
 * Draws the next step and brings the world to where it should be after it. The same world and plan
 * give the same step.
 */
export function planStep(world: World, { seed, largest, scrubs }: Plan): Step {
  const random = seededRandom(seed, world.steps);
  world.steps += 1;
  const kind = random.next();
  if (scrubs && kind < 0.01) return { type: "scrub" };
  if (kind < 0.04) return deleteKind(world, random);
  if (kind < 0.1 && world.live.size > 0) return strengthen(world, random);
  const count = 1 + random.below(largest);
  return { type: "write", ops: Array.from({ length: count }, () => planOp(world, random)) };
}

function strengthen(world: World, random: SeededRandom): Step {
  const all = [...world.live.values()];
  const chosen = new Set(Array.from({ length: 1 + random.below(20) }, () => random.pick(all)));
  const updates = [...chosen].map((one): StrengthUpdate => {
    const { scope, id, strength } = one.record;
    const next = {
      stabilityDays: strength.stabilityDays + random.next(),
      uses: strength.uses + 1,
      lastUsedAt: instantOf(world.steps),
    };
    one.record = { ...one.record, strength: next };
    return { scope, id, strength: next };
  });
  return { type: "strengthen", updates };
}

function deleteKind(world: World, random: SeededRandom): Step {
  const scope: Scope = random.pick(SCOPES);
  const kind = "fleeting";
  const at = instantOf(world.steps);
  const path = scopeToPath(scope);
  for (const one of world.live.values()) {
    const { record } = one;
    if (record.kind !== kind || scopeToPath(record.scope) !== path) continue;
    endInWorld(world, one, { at, actor: "keeper" });
  }
  return { type: "delete", scope, kind, at };
}
