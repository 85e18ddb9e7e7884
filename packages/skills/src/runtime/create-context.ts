import type { AsyncLocalStorage } from "node:async_hooks";

import { MemoryError } from "@kioku/core";
import type {
  DispatchReport,
  JsonValue,
  Memory,
  SkillContext,
  SkillEvent,
  SkillEventMap,
  SkillEventName,
} from "@kioku/core";
import { checkText, type SkillMatch, type SkillPermissions } from "@kioku/core/toolkit";

import { permittedMemory } from "../access/permitted-memory.js";
import { MAX_REASON_LENGTH } from "../limits.js";
import { Declined } from "./failures.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import type { CausalContext } from "./root-tasks.js";
import { skillLog } from "./safe-log.js";
import { skillMemory } from "./skill-memory.js";
import type { Lifetime } from "./task-scope.js";

export interface EventSink {
  emit<N extends SkillEventName>(
    name: N,
    data: SkillEventMap[N],
    causal: CausalContext,
  ): Promise<DispatchReport>;
  call(skill: string, input: unknown, causal: CausalContext): Promise<unknown>;
}

export interface SkillAccess {
  /** Each of these has to allow what the skill does. */
  readonly permissions: readonly SkillPermissions[];
  readonly countWrites: (records: number) => void;
}

interface ContextParts extends SkillAccess {
  readonly skill: string;
  /** The cause of the call, without the skill itself. */
  readonly causal: CausalContext;
  /** The causes of what the memory does just now. */
  readonly causePaths: AsyncLocalStorage<readonly string[]>;
  readonly lifetime: Lifetime;
  /** Aborts when the time of the skill is over. */
  readonly signal: AbortSignal;
  /** Returns the causal context of what the skill causes. */
  readonly below: () => CausalContext;
  readonly event?: SkillEvent | undefined;
  readonly match?: SkillMatch | undefined;
}

/** Makes the context of one call of a skill. */
export function createContext(
  settings: RuntimeSettings,
  sink: EventSink,
  parts: ContextParts,
): SkillContext {
  const { skill, causal, lifetime, permissions, signal, event, match } = parts;
  const log = skillLog(settings.log, skill);
  const permitted = permittedMemory(causal.memory, {
    skill,
    causePath: causal.causePath,
    permissions,
    signal: lifetime.signal,
    countWrites: parts.countWrites,
    onHandlerFailure: (name) => log.error(`a handler of "${name}" rejected`),
  });
  const causePath = [...causal.causePath, skill];
  const memory = watchedMemory(permitted, { lifetime, causePaths: parts.causePaths, causePath });
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
    memoryGet: (key) => lifetime.run(() => own.memoryGet(key)),
    memorySet: (key, value, options) => lifetime.run(() => own.memorySet(key, value, options)),
    memorySearch: (query, options) => lifetime.run(() => own.memorySearch(query, options)),
    memorySetWithEmbedding: (key, value, given) =>
      lifetime.run(() => own.memorySetWithEmbedding(key, value, given)),
    emit: (name, data) =>
      lifetime.run(() => {
        requireGrant(parts, "emit", name);
        return sink.emit(name, data, parts.below());
      }),
    call: (name: string, input: JsonValue) =>
      lifetime.run(() => {
        requireGrant(parts, "call", name);
        return sink.call(name, input, parts.below());
      }),
    fail: (reason) => {
      throw new Declined(checkText(reason, "reason", MAX_REASON_LENGTH));
    },
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

type Verb = (...given: unknown[]) => unknown;

interface Watch extends Pick<ContextParts, "lifetime" | "causePaths"> {
  /** Skills that led to the calls, the one that makes them last. */
  readonly causePath: readonly string[];
}

/**
 * Wraps a memory so that the lifetime of a context knows its calls: those that a skill does not
 * await end within its time. Events of the memory tell which skills led to them.
 */
function watchedMemory(memory: Memory, watch: Watch): Memory {
  const { lifetime, causePaths, causePath } = watch;
  return new Proxy(memory, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      const verb = member as Verb;
      return (...given: unknown[]): unknown => {
        const answer = causePaths.run(causePath, () => verb.apply(target, given));
        if (answer instanceof Promise) return lifetime.watch(answer);
        return name === "scope" ? watchedMemory(answer as Memory, watch) : answer;
      };
    },
  });
}
