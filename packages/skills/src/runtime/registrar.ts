import { MemoryError, type SkillContext } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import { freezeSkill } from "../define/define-skill.js";
import type { TriggerMatcher } from "../trigger/trigger-matcher.js";
import { Deadline, withinTime } from "./deadline.js";
import { closedError, skillFailure } from "./failures.js";
import type { MemoryListener } from "./memory-listener.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import type { RegisteredSkill, SkillRegistry } from "./skill-registry.js";
import { attempt, Lifetime, TaskScope } from "./task-scope.js";
import { ungrantedPermissions } from "./ungranted-permissions.js";

interface RegistrarParts {
  readonly settings: RuntimeSettings;
  readonly registry: SkillRegistry;
  readonly matcher: TriggerMatcher;
  readonly listener: MemoryListener;
  /** The task that is aborted when the runtime closes. */
  readonly task: TaskScope;
  readonly homeContext: (entry: RegisteredSkill) => SkillContext;
}

/** Starts and stops skills, one change after the other. */
export class Registrar {
  readonly #parts: RegistrarParts;
  readonly #changes = new SerialQueue();
  readonly #starting = new Set<RegisteredSkill>();
  #closed: MemoryError | undefined;

  constructor(parts: RegistrarParts) {
    this.#parts = parts;
  }

  /** Starts skills in order, all or none. */
  async register(skills: readonly AnySkill[]): Promise<void> {
    const frozen = skills.map((skill, index) => freezeSkill(skill, `skills[${index}]`));
    this.#requireNewNames(frozen);
    await this.#changes.run(() => this.#register(frozen));
  }

  /** Stops a skill and removes it. Returns false if there is none of this name. */
  async unregister(name: string): Promise<boolean> {
    return this.#changes.run(async () => {
      const entry = this.#parts.registry.get(name);
      if (!entry) return false;
      await this.#remove(entry, closedError(`skill "${name}" was unregistered`));
      await this.#follow();
      return true;
    });
  }

  /** Stops all skills, the latest first. */
  async close(reason: MemoryError): Promise<void> {
    this.#closed = reason;
    const { registry, listener } = this.#parts;
    for (const { calls } of registry.latestFirst()) calls.abort(reason);
    for (const { home } of this.#starting) home.abort(reason);
    await this.#changes.run(async () => {
      await listener.follow({ remembered: false, forgotten: false });
      for (const entry of registry.latestFirst()) await this.#remove(entry, reason);
    });
  }

  async #register(skills: readonly AnySkill[]): Promise<void> {
    this.#requireNewNames(skills);
    const begun: RegisteredSkill[] = [];
    try {
      for (const skill of skills) begun.push(await this.#start(skill));
      await this.#learn(skills);
      await this.#follow();
      if (this.#closed) throw this.#closed;
    } catch (error) {
      for (const entry of begun.toReversed()) await this.#remove(entry, error);
      await this.#follow();
      throw error;
    }
  }

  async #start(skill: AnySkill): Promise<RegisteredSkill> {
    if (this.#closed) throw this.#closed;
    const { settings, registry, homeContext } = this.#parts;
    const entry = this.#entryOf(skill);
    this.#starting.add(entry);
    try {
      await startSkill(entry, () => homeContext(entry), settings);
    } catch (error) {
      entry.home.abort(error);
      entry.lifetime.end(error);
      throw startFailure(skill.name, error);
    } finally {
      this.#starting.delete(entry);
    }
    registry.add(entry);
    return entry;
  }

  #entryOf(skill: AnySkill): RegisteredSkill {
    const { permissions, defaultPermissions, log } = this.#parts.settings;
    const granted = permissions.get(skill.name) ?? defaultPermissions;
    const asked = skill.permissions ?? {};
    const ungranted = ungrantedPermissions({ skill: skill.name, asked, granted });
    if (ungranted.length > 0) {
      log.warn(`${skill.name}: asks for more than it is granted: ${ungranted.join(", ")}`);
    }
    return {
      skill,
      permissions: [granted, asked],
      home: new TaskScope(),
      calls: new TaskScope(),
      lifetime: new Lifetime(),
    };
  }

  /** Adds the triggers of skills to the matcher, which tries failures again with the next text. */
  async #learn(skills: readonly AnySkill[]): Promise<void> {
    const { settings, matcher, task } = this.#parts;
    const { log, embedder } = settings;
    const waking = skills.filter(({ disableModelInvocation }) => disableModelInvocation !== true);
    const [first, ...others] = waking.filter(({ triggers = [] }) => triggers.length > 0);
    if (!embedder && first) {
      const more = others.length > 0 ? ` and ${others.length} more` : "";
      log.warn(`${first.name}${more}: has triggers, and there is no embedder`);
    }
    try {
      await withinTime(task, settings, (signal) => matcher.add(waking, { signal }));
    } catch (error) {
      const reason = MemoryError.is(error) ? error.message : "unknown";
      log.warn("triggers could not be embedded, which is tried again", { reason });
    }
  }

  async #remove(entry: RegisteredSkill, reason: unknown): Promise<void> {
    const { registry, matcher, settings } = this.#parts;
    registry.remove(entry.skill.name);
    matcher.remove(entry.skill.name);
    await stopSkill(entry, reason, settings);
  }

  async #follow(): Promise<void> {
    const { registry, listener } = this.#parts;
    const open = this.#closed === undefined;
    await listener.follow({
      remembered: open && registry.subscribes("memory.remembered"),
      forgotten: open && registry.subscribes("memory.forgotten"),
    });
  }

  #requireNewNames(skills: readonly AnySkill[]): void {
    const taken = new Set(this.#parts.registry.skills.keys());
    for (const { name } of skills) {
      if (taken.has(name)) throw new MemoryError("conflict", `duplicate skill "${name}"`);
      taken.add(name);
    }
  }
}

function startFailure(name: string, error: unknown): unknown {
  if (MemoryError.is(error, "closed") || MemoryError.is(error, "skill-failed")) return error;
  return new MemoryError("skill-failed", `skill "${name}" did not start`, { cause: error });
}

class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task when all before it have settled. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task, task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

type Limits = Pick<RuntimeSettings, "timeoutMs" | "graceMs" | "schedule" | "log">;

/**
 * Starts a skill within its time. @throws `skill-failed`, `skill-timed-out`, or the abort's reason.
 */
async function startSkill(
  { skill, home }: RegisteredSkill,
  makeContext: () => SkillContext,
  limits: Limits,
): Promise<void> {
  if (!skill.start) return;
  const deadline = new Deadline(home, skill.name, limitsOf(skill, limits));
  const started = attempt(() => skill.start?.(makeContext())).then(
    () => ({ failure: undefined }),
    (thrown: unknown) => ({ failure: skillFailure(skill.name, thrown) }),
  );
  const ended = await Promise.race([started, deadline.over]);
  deadline.cancel();
  if (home.signal.aborted) throw home.signal.reason;
  if (ended?.failure) throw ended.failure;
}

/** Aborts the calls of a skill, and stops it within its time. Failures are logged. */
async function stopSkill(entry: RegisteredSkill, reason: unknown, limits: Limits): Promise<void> {
  const { skill, calls, home, lifetime } = entry;
  calls.abort(reason);
  home.abort(reason);
  await Promise.all([calls.idle(), home.idle()]);
  if (skill.stop) await stopInTime(skill, limits);
  lifetime.end(closedError(`skill "${skill.name}" has stopped`));
}

async function stopInTime(skill: AnySkill, limits: Limits): Promise<void> {
  const { log } = limits;
  const ownLimits = { ...limitsOf(skill, limits), graceMs: 0 };
  const deadline = new Deadline(new TaskScope(), skill.name, ownLimits);
  const stopped = attempt(() => skill.stop?.()).then(
    () => true,
    (thrown: unknown) => {
      const code = MemoryError.is(thrown) ? thrown.code : "skill-failed";
      log.error(`${skill.name}: did not stop`, { code });
      return true;
    },
  );
  const ended = await Promise.race([stopped, deadline.over]);
  deadline.cancel();
  if (!ended) log.error(`${skill.name}: did not stop within its time`);
}

function limitsOf({ timeoutMs }: AnySkill, limits: Limits): Limits {
  return timeoutMs === undefined ? limits : { ...limits, timeoutMs };
}
