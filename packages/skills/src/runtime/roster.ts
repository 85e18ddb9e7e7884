import type { SkillEventName } from "@kioku/core";
import type { AnySkill, SkillPermissions } from "@kioku/core/toolkit";

import type { Lifetime } from "./lifetime.js";
import type { Work } from "./work.js";

/** A skill that is registered. */
export interface RegisteredSkill {
  /** The skill. */
  readonly skill: AnySkill;
  /** What it is granted and what it asks for: each has to allow what it does. */
  readonly permissions: readonly SkillPermissions[];
  /** What its `start` began: it lasts until the skill has stopped. */
  readonly home: Work;
  /** Its calls that run or wait are below this. */
  readonly calls: Work;
  /** What the context of its `start` may do until the skill has stopped. */
  readonly lifetime: Lifetime;
}

/** Events that triggers of a skill look at where they do not say. */
const DEFAULT_EVENTS: readonly SkillEventName[] = ["message"];

/** The skills that are registered, in the order they were started. */
export class Roster {
  readonly #entries = new Map<string, RegisteredSkill>();
  readonly #skills = new Map<string, AnySkill>();

  /** A view of the skills by name. */
  get skills(): ReadonlyMap<string, AnySkill> {
    return this.#skills;
  }

  /** All of them, the latest first. */
  latestFirst(): readonly RegisteredSkill[] {
    return [...this.#entries.values()].toReversed();
  }

  /** The skill of this name. */
  get(name: string): RegisteredSkill | undefined {
    return this.#entries.get(name);
  }

  /** Adds a skill. */
  add(entry: RegisteredSkill): void {
    this.#entries.set(entry.skill.name, entry);
    this.#skills.set(entry.skill.name, entry.skill);
  }

  /** Forgets a skill. */
  remove(name: string): void {
    this.#entries.delete(name);
    this.#skills.delete(name);
  }

  /** The skills that have a handler for the event, in order. */
  listeners(event: SkillEventName): readonly RegisteredSkill[] {
    return [...this.#entries.values()].filter(({ skill }) => handlerOf(skill, event) !== undefined);
  }

  /** Whether triggers of some skill look at the text of the event. */
  hasTriggers(event: SkillEventName): boolean {
    return [...this.#entries.values()].some(({ skill }) => hasTrigger(skill, event));
  }

  /** Whether any skill listens for the event, by a handler or a trigger. */
  hears(event: SkillEventName): boolean {
    return this.listeners(event).length > 0 || this.hasTriggers(event);
  }
}

/** What a skill has for the event. */
export function handlerOf(
  skill: AnySkill,
  event: SkillEventName,
): ((...given: never[]) => unknown) | undefined {
  const { on } = skill;
  const handler = on && Object.hasOwn(on, event) ? on[event] : undefined;
  return handler && ((...given) => Reflect.apply(handler, on, given) as unknown);
}

function hasTrigger(skill: AnySkill, event: SkillEventName): boolean {
  return skill.triggers?.some(({ events = DEFAULT_EVENTS }) => events.includes(event)) ?? false;
}
