import type { Memory } from "@kioku/core";
import {
  backgroundTimer,
  checkBoolean,
  checkedClock,
  checkedSchedule,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkOneOf,
  checkText,
  checkTexts,
  invalidInput,
  MAX_NAME_LENGTH,
  safeLogger,
} from "@kioku/core/toolkit";

import type { MindOptions, MindTriggers } from "../api/mind.js";
import { KINDS } from "../model/kinds.js";
import type { MindHost } from "../model/mind-host.js";

/** Options with defaults, the same for all scopes of a mind. */
export type MindSettings = Omit<MindHost, "memory" | "whole" | "emit" | "at">;

/** Verbs that a memory has to have. */
const VERBS =
  "scope remember rememberAll recall context set get read update forget erase markUsed surface list history scopes export import on".split(
    " ",
  );

type Check = (value: unknown, name: string) => unknown;
const SHARE = { min: 0, max: 1 };
const COUNT = { min: 1, integer: true };

const CHECKS: { readonly [Name in keyof MindOptions]-?: Check } = {
  memory: (value, name) => checkMethods(value, name, VERBS),
  model: checkModel,
  clock: checkFunction,
  schedule: checkFunction,
  kinds: checkKinds,
  triggers: checkTriggers,
  automatic: checkBoolean,
  keepShare: (value, name) => checkNumber(value, name, SHARE),
  tokensPerDay: (value, name) => checkNumber(value, name, { min: 0 }),
  leaseMs: (value, name) => checkNumber(value, name, { above: 0 }),
  attempts: (value, name) => checkNumber(value, name, COUNT),
  recall: (value, name) => checkOneOf(value, name, ["rule", "model"]),
  logger: (value, name) => checkMethods(value, name, ["warn", "error"]),
};

const TRIGGER_CHECKS: { readonly [Name in keyof MindTriggers]-?: Check } = {
  idleMs: (value, name) => checkNumber(value, name, { above: 0 }),
  messages: (value, name) => checkNumber(value, name, COUNT),
  tokens: (value, name) => checkNumber(value, name, { above: 0 }),
  importance: (value, name) => checkNumber(value, name, { above: 0 }),
};

/** Checks the options of a mind and fills in the defaults. @throws `invalid-input` */
export function resolveMindOptions(options: MindOptions): {
  readonly memory: Memory;
  readonly settings: MindSettings;
} {
  checkMembers(options, "createMind", Object.keys(CHECKS));
  CHECKS.memory(options.memory, "memory");
  checkDefined(options, CHECKS, "");
  const { memory, triggers = {} } = options;
  const settings: MindSettings = {
    model: options.model,
    clock: checkedClock(options.clock ?? (() => new Date())),
    schedule: checkedSchedule(options.schedule ?? backgroundTimer),
    kinds: [...(options.kinds ?? ["message", "note"])],
    triggers: {
      idleMs: triggers.idleMs ?? 28_800_000,
      messages: triggers.messages ?? 20,
      tokens: triggers.tokens ?? 6_000,
      importance: triggers.importance ?? 150,
    },
    automatic: options.automatic ?? true,
    keepShare: options.keepShare ?? 0.26,
    tokensPerDay: options.tokensPerDay,
    leaseMs: options.leaseMs ?? 120_000,
    attempts: options.attempts ?? 3,
    recall: options.recall ?? "rule",
    logger: safeLogger(options.logger),
  };
  return { memory, settings };
}

function checkDefined(value: object, checks: object, prefix: string): void {
  const given = value as Readonly<Record<string, unknown>>;
  for (const [member, check] of Object.entries(checks as Readonly<Record<string, Check>>)) {
    if (given[member] !== undefined) check(given[member], `${prefix}${member}`);
  }
}

function checkModel(value: unknown, name: string): void {
  checkMethods(value, name, ["generate"]);
  checkText((value as { readonly id?: unknown }).id, `${name}.id`, MAX_NAME_LENGTH);
}

function checkKinds(value: unknown, name: string): void {
  const own: ReadonlySet<string> = new Set(Object.values(KINDS));
  const kinds = checkTexts(value, name, MAX_NAME_LENGTH);
  if (kinds.length === 0) throw invalidInput(name, "a list of at least one kind", value);
  const taken = kinds.find((kind) => own.has(kind));
  if (taken !== undefined) throw invalidInput(name, "no kinds that a mind itself writes", taken);
}

function checkTriggers(value: unknown, name: string): void {
  checkMembers(value, name, Object.keys(TRIGGER_CHECKS));
  checkDefined(value as object, TRIGGER_CHECKS, `${name}.`);
}
