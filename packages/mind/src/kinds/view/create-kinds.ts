import type { Memory } from "@kioku/core";
import {
  checkedClock,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  innermost,
  layersOf,
} from "@kioku/core/toolkit";

import type { KindSettings, KindsOptions, MemoryKinds } from "../api/memory-kinds.js";
import type { KindHost } from "../model/kind-host.js";
import { keyVaultOf } from "../vault/create-vault.js";
import { KindsView } from "./kinds-view.js";

const MEMBERS = ["memory", "vault", "model", "blockLimit", "clock"];
const METHODS = ["scope", "rememberAll", "recall", "list", "read"];
const BLOCK_LIMITS = { min: 100, max: 100_000, integer: true } as const;

/**
 * Keeps the six kinds of memory of MIRIX in the scope of a memory, a mind or a view of one. Of
 * layers the first one is read and written.
 *
 * ```ts
 * const kinds = createKinds({ memory });
 * await kinds.append("human", "Ana, a carpenter in Porto.");
 * await kinds.insert("semantic", [
 *   { name: "Rex", summary: "Rex is Ana's dog.", details: "A poodle.", source: "user" },
 * ]);
 * const [best] = await kinds.search({ kind: "semantic", query: "dog" });
 * ```
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function createKinds(options: KindsOptions): MemoryKinds {
  checkMembers(options, "options", MEMBERS);
  const { memory, ...given } = options;
  checkMethods(memory, "options.memory", METHODS);
  const settings = checkSettings(given);
  const hostOf = (whole: Memory): KindHost => {
    return { ...settings, whole, memory: layersOf(innermost(whole))[0] };
  };
  return new KindsView(hostOf(memory), hostOf);
}

/** Checks settings and fills in the defaults. @throws `invalid-input` */
export function checkSettings(
  options: KindSettings,
): Pick<KindHost, "vault" | "model" | "blockLimit" | "clock"> {
  const { vault, model, blockLimit = 5_000, clock } = options;
  if (vault !== undefined) keyVaultOf(vault);
  if (model !== undefined) checkMethods(model, "options.model", ["generate"]);
  checkNumber(blockLimit, "options.blockLimit", BLOCK_LIMITS);
  if (clock !== undefined) checkFunction(clock, "options.clock");
  return { vault, model, blockLimit, clock: checkedClock(clock ?? (() => new Date())) };
}
