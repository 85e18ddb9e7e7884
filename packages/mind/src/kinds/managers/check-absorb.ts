import type { TextModel } from "@kioku/core";
import {
  backgroundTimer,
  checkCallOptions,
  checkedSchedule,
  checkFunction,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkTexts,
  invalidInput,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import type { TimeLimit } from "../../run/ask-object.js";
import type { AbsorbOptions } from "../api/managers.js";
import type { MemoryKind } from "../model/kind-fields.js";
import type { KindHost } from "../model/kind-host.js";
import { CORE } from "../records/kind-keys.js";
import { ITEM_KINDS } from "../schemas/item-schemas.js";

/** All kinds, in the order of reports. */
export const MEMORY_KINDS: readonly MemoryKind[] = [CORE, ...ITEM_KINDS];

const COUNT = { min: 1, integer: true } as const;

/** Options of `absorb` with defaults. */
export interface AbsorbSettings extends TimeLimit {
  readonly model: TextModel;
  readonly kinds: readonly MemoryKind[];
  /** True if the caller chose the kinds, so that no meta manager does. */
  readonly areKindsGiven: boolean;
  readonly minTurns: number;
  readonly concurrency: number;
}

/** Checks the options of `absorb` and fills in the defaults. @throws `invalid-input` */
export function checkAbsorb({ model, vault }: KindHost, options: AbsorbOptions): AbsorbSettings {
  const members = ["kinds", "minTurns", "concurrency", "timeoutMs", "schedule", "signal"];
  checkMembers(options, "options", members);
  const { kinds, minTurns = 1, concurrency = 6, timeoutMs = 120_000, signal } = options;
  const { schedule = backgroundTimer } = options;
  checkCallOptions({ signal });
  if (!model) throw invalidInput("options.model of the kinds", "given: managers need one");
  checkNumber(minTurns, "options.minTurns", COUNT);
  checkNumber(concurrency, "options.concurrency", { ...COUNT, max: MEMORY_KINDS.length });
  checkNumber(timeoutMs, "options.timeoutMs", { above: 0 });
  checkFunction(schedule, "options.schedule");
  if (kinds !== undefined) checkKinds(kinds, vault !== undefined);
  const chosen = MEMORY_KINDS.filter((kind) =>
    kinds === undefined ? vault !== undefined || kind !== "knowledge_vault" : kinds.includes(kind),
  );
  const limit = { timeoutMs, schedule: checkedSchedule(schedule), signal };
  return {
    ...limit,
    model,
    kinds: chosen,
    areKindsGiven: kinds !== undefined,
    minTurns,
    concurrency,
  };
}

function checkKinds(kinds: readonly MemoryKind[], hasVault: boolean): void {
  for (const kind of checkTexts(kinds, "options.kinds", MAX_NAME_LENGTH)) {
    checkOneOf(kind as MemoryKind, "options.kinds", MEMORY_KINDS);
  }
  if (kinds.includes("knowledge_vault") && !hasVault) {
    throw invalidInput("options.kinds", "without knowledge_vault: the kinds have no vault");
  }
}
