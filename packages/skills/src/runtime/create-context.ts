import type { AsyncLocalStorage } from "node:async_hooks";

import { MemoryError, skillMemory } from "@kioku/core";
import type {
  DispatchReport,
  JsonValue,
  SkillContext,
  SkillEvent,
  SkillEventMap,
  SkillEventName,
} from "@kioku/core";
import type { SkillMatch, SkillPermissions } from "@kioku/core/toolkit";

import { permittedMemory } from "../access/permitted-memory.js";
import type { Chain } from "./chain.js";
import type { Lifetime } from "./lifetime.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import { skillLog } from "./safe-log.js";
import { watchedMemory } from "./watched-memory.js";

/** Where what a skill causes goes. */
export interface Outlets {
  /** Emits an event. */
  emit<N extends SkillEventName>(
    name: N,
    data: SkillEventMap[N],
    chain: Chain,
  ): Promise<DispatchReport>;
  /** Runs a skill. */
  call(skill: string, input: unknown, chain: Chain): Promise<unknown>;
}

/** What a skill may do. */
export interface SkillAccess {
  /** Each of these has to allow what the skill does. */
  readonly permissions: readonly SkillPermissions[];
  /** Counts records that the skill writes. */
  readonly countWrites: (records: number) => void;
}

/** What a context is made of. */
export interface ContextParts extends SkillAccess {
  /** Name of the skill. */
  readonly skill: string;
  /** What led to the call, the skill itself not in it. */
  readonly chain: Chain;
  /** Told of the skills that led to what the memory does. */
  readonly trails: AsyncLocalStorage<readonly string[]>;
  /** How long the context is of use. */
  readonly lifetime: Lifetime;
  /** What the skill is told by that its time is over. */
  readonly signal: AbortSignal;
  /** What the calls are a part of that the skill causes. */
  readonly below: () => Chain;
  /** The event that woke it. */
  readonly event?: SkillEvent | undefined;
  /** What woke it by meaning. */
  readonly match?: SkillMatch | undefined;
}

/** Makes the context of one call of a skill. */
export function createContext(
  settings: RuntimeSettings,
  outlets: Outlets,
  parts: ContextParts,
): SkillContext {
  const { skill, chain, lifetime, permissions, signal, event, match } = parts;
  const log = skillLog(settings.log, skill);
  const permitted = permittedMemory(chain.memory, {
    skill,
    trail: chain.trail,
    permissions,
    signal: lifetime.signal,
    countWrites: parts.countWrites,
    onHandlerFailure: (heard) => log.error(`a handler of "${heard}" rejected`),
  });
  const trail = [...chain.trail, skill];
  const memory = watchedMemory(permitted, { lifetime, trails: parts.trails, trail });
  const own = skillMemory({ memory, skill });
  return Object.freeze({
    skill,
    signal,
    log,
    ...(event && { event }),
    ...(match && { match }),
    now: () => new Date(settings.clock()),
    memory,
    state: own.state,
    memoryGet: (key) => lifetime.ask(() => own.memoryGet(key)),
    memorySet: (key, value, options) => lifetime.ask(() => own.memorySet(key, value, options)),
    memorySearch: (query, options) => lifetime.ask(() => own.memorySearch(query, options)),
    memorySetWithEmbedding: (key, value, text) =>
      lifetime.ask(() => own.memorySetWithEmbedding(key, value, text)),
    emit: (name, data) =>
      lifetime.ask(() => {
        requireGrant(parts, "emit", name);
        return outlets.emit(name, data, parts.below());
      }),
    call: (name: string, input: JsonValue) =>
      lifetime.ask(() => {
        requireGrant(parts, "call", name);
        return outlets.call(name, input, parts.below());
      }),
  } satisfies SkillContext);
}

function requireGrant(
  { skill, permissions }: ContextParts,
  verb: "call" | "emit",
  name: string,
): void {
  const granted = permissions.every(({ [verb]: names = "any" }) => {
    const allowed: "any" | readonly string[] = names;
    return allowed === "any" || allowed.includes(name);
  });
  if (granted) return;
  throw new MemoryError(
    "not-permitted",
    `skill "${skill}" is not granted to ${verb} ${JSON.stringify(name)}`,
  );
}
