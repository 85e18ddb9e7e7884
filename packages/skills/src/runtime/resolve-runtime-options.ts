import type { DispatchReport, Embedder, Reach, Schedule, SkillLog } from "@kioku/core";
import {
  backgroundTimer,
  checkedClock,
  checkedIds,
  checkedSchedule,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkObject,
  checkOneOf,
  checkText,
  embedderOf,
  invalidInput,
  MAX_DELAY_MS,
  waitedTimer,
} from "@kioku/core/toolkit";
import type { NumberLimits, SkillPermissions } from "@kioku/core/toolkit";

import { checkPermissions } from "../access/check-permissions.js";
import { checkSkillName } from "../format/skill-name.js";
import { MAX_LIMIT, MAX_NAME_LENGTH } from "../limits.js";
import type { MemoryEventOptions, SkillRuntimeOptions, TriggerOptions } from "./runtime-options.js";
import { safeLog } from "./safe-log.js";

type Filled<K extends keyof SkillRuntimeOptions> = {
  readonly [M in K]-?: NonNullable<SkillRuntimeOptions[M]>;
};

/** The options with all defaults. */
export interface RuntimeSettings extends Filled<
  Exclude<
    keyof SkillRuntimeOptions,
    "embedder" | "permissions" | "triggers" | "memoryEvents" | "onReport"
  >
> {
  /** Timers that do not keep the process alive. */
  readonly background: Schedule;
  readonly embedder: Embedder | undefined;
  readonly permissions: ReadonlyMap<string, SkillPermissions>;
  readonly triggers: Required<{ readonly [M in keyof TriggerOptions]: number }>;
  readonly memoryEvents: { readonly reach: Reach; readonly pollMs: number | undefined };
  readonly onReport: ((report: DispatchReport) => void) | undefined;
}

/** Limits and defaults of numbers. */
const NUMBERS = {
  timeoutMs: { above: 0, max: MAX_DELAY_MS, value: 30_000 },
  graceMs: { min: 0, max: MAX_DELAY_MS, value: 1_000 },
  concurrency: { min: 1, integer: true, value: 4 },
  maxWaiting: { min: 0, integer: true, value: 1_000 },
  maxTrail: { min: 1, integer: true, value: 8 },
  maxFanOut: { min: 1, integer: true, value: 64 },
} as const satisfies Readonly<Record<string, NumberLimits & { readonly value: number }>>;

const TRIGGER_NUMBERS = {
  threshold: { min: 0, max: 1, value: 0.5 },
  hysteresis: { min: 0, max: 1, value: 0.05 },
  awakeMs: { min: 0, max: MAX_DELAY_MS, value: 60_000 },
  cooldownMs: { min: 0, max: MAX_DELAY_MS, value: 0 },
  maxMatches: { min: 0, max: MAX_LIMIT, integer: true, value: 3 },
} as const satisfies Readonly<Record<string, NumberLimits & { readonly value: number }>>;

const OTHERS: readonly string[] = [
  "memory",
  "skills",
  "embedder",
  "name",
  "permissions",
  "defaultPermissions",
  "triggers",
  "memoryEvents",
  "onReport",
  "log",
  "clock",
  "schedule",
  "generateId",
];

/** Checks the options of a runtime and fills in the defaults. */
export function resolveRuntimeOptions(options: SkillRuntimeOptions): RuntimeSettings {
  checkMembers(options, "options", [...OTHERS, ...Object.keys(NUMBERS)]);
  checkMemory(options.memory, "options.memory");
  checkSeams(options);
  const { skills = [], triggers = {}, permissions = {} } = options;
  const log = safeLog(options.log);
  if (!Array.isArray(skills)) throw invalidInput("options.skills", "a list of skills", skills);
  checkMembers(triggers, "options.triggers", Object.keys(TRIGGER_NUMBERS));
  return {
    memory: options.memory,
    skills,
    embedder: options.embedder ?? embedderOf(options.memory),
    name: checkText(options.name ?? "default", "options.name", MAX_NAME_LENGTH),
    permissions: grantsByName(permissions),
    defaultPermissions: checkPermissions(
      options.defaultPermissions ?? {},
      "options.defaultPermissions",
    ),
    ...numbersOf(options, NUMBERS, "options"),
    triggers: numbersOf(triggers, TRIGGER_NUMBERS, "options.triggers"),
    memoryEvents: memoryEventsOf(options.memoryEvents ?? {}),
    onReport: options.onReport,
    log,
    clock: options.clock ? checkedClock(options.clock) : () => new Date(),
    schedule: options.schedule ? scheduleOrWait(options.schedule, log) : waitedTimer,
    background: options.schedule ? scheduleOrWait(options.schedule, log) : backgroundTimer,
    generateId: checkedIds(options.generateId ?? (() => crypto.randomUUID()), MAX_NAME_LENGTH),
  };
}

/** Falls back to a timer of the system: without one, no call would end in time. */
function scheduleOrWait(schedule: Schedule, log: SkillLog): Schedule {
  const checked = checkedSchedule(schedule);
  return (task, delayMs) => {
    try {
      return checked(task, delayMs);
    } catch {
      log.error("options.schedule made no timer, so one of the system is used");
      return waitedTimer(task, delayMs);
    }
  };
}

export function checkMemory(value: unknown, name: string): void {
  checkMethods(value, name, ["scope", "recall", "remember", "get", "set", "list", "on"]);
}

function checkSeams(options: SkillRuntimeOptions): void {
  const { embedder, log } = options;
  if (embedder !== undefined) checkMethods(embedder, "options.embedder", ["embed"]);
  if (log !== undefined) checkMethods(log, "options.log", ["debug", "info", "warn", "error"]);
  for (const name of ["onReport", "clock", "schedule", "generateId"] as const) {
    if (options[name] !== undefined) checkFunction(options[name], `options.${name}`);
  }
}

function grantsByName(given: unknown): ReadonlyMap<string, SkillPermissions> {
  checkObject(given, "options.permissions");
  const entries = Object.entries(given).filter(([, granted]) => granted !== undefined);
  return new Map(
    entries.map(([name, granted]) => [
      checkSkillName(name, "a name in options.permissions"),
      checkPermissions(granted, `options.permissions.${name}`),
    ]),
  );
}

function memoryEventsOf(given: MemoryEventOptions): RuntimeSettings["memoryEvents"] {
  const name = "options.memoryEvents";
  checkMembers(given, name, ["reach", "pollMs"]);
  const { reach = "here", pollMs } = given;
  if (pollMs !== undefined) checkNumber(pollMs, `${name}.pollMs`, { min: 100, max: MAX_DELAY_MS });
  return { reach: checkOneOf<Reach>(reach, `${name}.reach`, ["here", "below"]), pollMs };
}

type Numbers = Readonly<Record<string, NumberLimits & { readonly value: number }>>;

function numbersOf<N extends Numbers>(
  given: { readonly [M in keyof N]?: number | undefined },
  numbers: N,
  name: string,
): { readonly [M in keyof N]: number } {
  const entries = Object.entries(numbers).map(([member, { value, ...limits }]) => [
    member,
    checkNumber(given[member] ?? value, `${name}.${member}`, limits),
  ]);
  return Object.fromEntries(entries) as { readonly [M in keyof N]: number };
}
