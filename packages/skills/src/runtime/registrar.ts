import { MemoryError } from "@kioku/core";
import type { SkillContext } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import { takeSkill } from "../define/take-skill.js";
import type { TriggerMatcher } from "../trigger/trigger-matcher.js";
import { excessAsked } from "./excess-asked.js";
import { closedError } from "./failures.js";
import { startSkill, stopSkill } from "./lifecycle.js";
import { Lifetime } from "./lifetime.js";
import type { MemoryListener } from "./memory-listener.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import type { RegisteredSkill, Roster } from "./roster.js";
import { Sequence } from "./sequence.js";
import { withinTime } from "./within-time.js";
import { Work } from "./work.js";

/** What a registrar works with. */
export interface RegistrarParts {
  /** Limits and seams. */
  readonly settings: RuntimeSettings;
  /** The skills. */
  readonly roster: Roster;
  /** Learns what wakes them. */
  readonly matcher: TriggerMatcher;
  /** Listens to the memory while skills want it. */
  readonly listener: MemoryListener;
  /** What is aborted when the runtime closes. */
  readonly work: Work;
  /** The context of a skill's `start`. */
  readonly homeContext: (entry: RegisteredSkill) => SkillContext;
}

/** Starts and stops skills, one change after the other. */
export class Registrar {
  readonly #parts: RegistrarParts;
  readonly #sequence = new Sequence();
  readonly #starting = new Set<RegisteredSkill>();
  #closed: MemoryError | undefined;

  constructor(parts: RegistrarParts) {
    this.#parts = parts;
  }

  /** Starts skills in order, all or none. */
  async register(skills: readonly AnySkill[]): Promise<void> {
    const taken = skills.map((skill, index) => takeSkill(skill, `skills[${index}]`));
    this.#requireNewNames(taken);
    await this.#sequence.next(() => this.#register(taken));
  }

  /** Stops a skill and forgets it. */
  async unregister(name: string): Promise<boolean> {
    return this.#sequence.next(async () => {
      const entry = this.#parts.roster.get(name);
      if (!entry) return false;
      await this.#remove(entry, closedError(`skill "${name}" was unregistered`));
      await this.#follow();
      return true;
    });
  }

  /** Stops all skills, the latest first. */
  async close(reason: MemoryError): Promise<void> {
    this.#closed = reason;
    const { roster, listener } = this.#parts;
    for (const { calls } of roster.latestFirst()) calls.abort(reason);
    for (const { home } of this.#starting) home.abort(reason);
    await this.#sequence.next(async () => {
      await listener.follow({ remembered: false, forgotten: false });
      for (const entry of roster.latestFirst()) await this.#remove(entry, reason);
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
    const { settings, roster, homeContext } = this.#parts;
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
    roster.add(entry);
    return entry;
  }

  #entryOf(skill: AnySkill): RegisteredSkill {
    const { permissions, defaultPermissions, log } = this.#parts.settings;
    const granted = permissions.get(skill.name) ?? defaultPermissions;
    const asked = skill.permissions ?? {};
    const excess = excessAsked(skill.name, asked, granted);
    if (excess.length > 0) {
      log.warn(`${skill.name}: asks for more than it is granted: ${excess.join(", ")}`);
    }
    return {
      skill,
      permissions: [granted, asked],
      home: new Work(),
      calls: new Work(),
      lifetime: new Lifetime(),
    };
  }

  /** Takes in what wakes the skills. What fails here is tried again when a text comes. */
  async #learn(skills: readonly AnySkill[]): Promise<void> {
    const { settings, matcher, work } = this.#parts;
    const { log, embedder } = settings;
    if (!embedder) {
      for (const { name, triggers = [] } of skills) {
        if (triggers.length > 0) log.warn(`${name}: has triggers, and there is no embedder`);
      }
    }
    try {
      await withinTime(work, settings, (signal) => matcher.add(skills, { signal }));
    } catch (error) {
      const reason = MemoryError.is(error) ? error.message : "unknown";
      log.warn("triggers could not be embedded, which is tried again", { reason });
    }
  }

  async #remove(entry: RegisteredSkill, reason: unknown): Promise<void> {
    const { roster, matcher, settings } = this.#parts;
    roster.remove(entry.skill.name);
    matcher.remove(entry.skill.name);
    await stopSkill(entry, reason, settings);
  }

  async #follow(): Promise<void> {
    const { roster, listener } = this.#parts;
    const open = this.#closed === undefined;
    await listener.follow({
      remembered: open && roster.hears("memory.remembered"),
      forgotten: open && roster.hears("memory.forgotten"),
    });
  }

  #requireNewNames(skills: readonly AnySkill[]): void {
    const taken = new Set(this.#parts.roster.skills.keys());
    for (const { name } of skills) {
      if (taken.has(name)) throw new MemoryError("conflict", `there is a skill "${name}" already`);
      taken.add(name);
    }
  }
}

function startFailure(name: string, error: unknown): unknown {
  if (MemoryError.is(error, "closed") || MemoryError.is(error, "skill-failed")) return error;
  return new MemoryError("skill-failed", `skill "${name}" did not start`, { cause: error });
}
