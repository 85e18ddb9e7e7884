import { MemoryError, type SkillEventName } from "@kioku/core";
import type { AnySkill, SkillPermissions } from "@kioku/core/toolkit";

import { Grants } from "../access/grants.js";
import type { Lifetime, TaskScope } from "./task-scope.js";

/** A registered skill. */
export interface RegisteredSkill {
  readonly skill: AnySkill;
  /** Its grants and its requests. Each has to allow what the skill does. */
  readonly permissions: readonly SkillPermissions[];
  /** The task of its `start`, which lasts until the skill has stopped. */
  readonly home: TaskScope;
  /** The parent of its calls that run or wait. */
  readonly calls: TaskScope;
  readonly lifetime: Lifetime;
}

/** Events of triggers that name none. */
const DEFAULT_EVENTS: readonly SkillEventName[] = ["message"];

/** The registered skills, in the order they were started. */
export class SkillRegistry {
  readonly #entries = new Map<string, RegisteredSkill>();
  readonly #skills = new Map<string, AnySkill>();

  get skills(): ReadonlyMap<string, AnySkill> {
    return this.#skills;
  }

  latestFirst(): readonly RegisteredSkill[] {
    return [...this.#entries.values()].toReversed();
  }

  get(name: string): RegisteredSkill | undefined {
    return this.#entries.get(name);
  }

  add(entry: RegisteredSkill): void {
    this.#entries.set(entry.skill.name, entry);
    this.#skills.set(entry.skill.name, entry.skill);
  }

  remove(name: string): void {
    this.#entries.delete(name);
    this.#skills.delete(name);
  }

  /** Returns the skills that have a handler for the event, in order. */
  listeners(event: SkillEventName): readonly RegisteredSkill[] {
    return [...this.#entries.values()].filter(({ skill }) => handlerOf(skill, event) !== undefined);
  }

  /** Returns true if a trigger of any skill reads the text of the event. */
  hasTriggers(event: SkillEventName): boolean {
    return [...this.#entries.values()].some(({ skill: { triggers = [] } }) =>
      triggers.some(({ events = DEFAULT_EVENTS }) => events.includes(event)),
    );
  }

  /** Returns true if any skill has a handler or a trigger for the event. */
  subscribes(event: SkillEventName): boolean {
    return this.listeners(event).length > 0 || this.hasTriggers(event);
  }
}

/** Returns the handler of the event, or else that of all, bound to the handlers of the skill. */
export function handlerOf(
  skill: AnySkill,
  event: SkillEventName,
): ((...given: never[]) => unknown) | undefined {
  const { on } = skill;
  const handler = on && (Object.hasOwn(on, event) ? on[event] : on["*"]);
  return handler && ((...given) => Reflect.apply(handler, on, given) as unknown);
}

/** Returns true for an event that only the memory emits. */
export function isMemoryEvent(name: SkillEventName): boolean {
  return name.startsWith("memory.");
}

/** Returns an error if an event would tell a skill of a memory that it may not read. */
export function subscriptionDenied(
  { skill, permissions }: RegisteredSkill,
  event: SkillEventName,
): MemoryError | undefined {
  if (!isMemoryEvent(event)) return undefined;
  if (new Grants(skill.name, permissions).allows("read", [])) return undefined;
  return new MemoryError(
    "not-permitted",
    `skill "${skill.name}" may not receive ${event} there: its permissions lack a grant of read for { path: [] }`,
  );
}
