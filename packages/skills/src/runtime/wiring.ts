import { AsyncLocalStorage } from "node:async_hooks";

import type { CallOptions, Memory, SkillContext, SkillEvent } from "@kioku/core";

import { SKILLS_SCOPE } from "../access/grants.js";
import { WriteQuotas } from "../access/write-quotas.js";
import { createTriggerMatcher } from "../trigger/create-trigger-matcher.js";
import type { TriggerMatcher } from "../trigger/trigger-matcher.js";
import { createContext } from "./create-context.js";
import type { ContextParts, SkillAccess } from "./create-context.js";
import { Dispatcher } from "./dispatcher.js";
import { closedError } from "./failures.js";
import { MemoryListener } from "./memory-listener.js";
import { Registrar } from "./registrar.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import { Roots } from "./roots.js";
import { Roster } from "./roster.js";
import type { RegisteredSkill } from "./roster.js";
import { skillAccess } from "./skill-access.js";

/** The parts of a runtime, put together. */
export class Wiring {
  /** Limits and seams. */
  readonly settings: RuntimeSettings;
  /** The skills. */
  readonly roster: Roster = new Roster();
  /** Knows what wakes them by meaning. */
  readonly matcher: TriggerMatcher;
  /** Begins what the runtime is asked for. */
  readonly roots: Roots;
  /** Brings events to skills. */
  readonly dispatcher: Dispatcher;
  /** Makes events of changes of the memory. */
  readonly listener: MemoryListener;
  /** Starts and stops skills. */
  readonly registrar: Registrar;

  constructor(settings: RuntimeSettings) {
    this.settings = settings;
    const { memory, embedder, triggers, clock, log } = settings;
    const notes = memory.scope(SKILLS_SCOPE);
    const trails = new AsyncLocalStorage<readonly string[]>();
    const { roster } = this;
    this.roots = new Roots(settings);
    this.matcher = createTriggerMatcher({ embedder, cache: notes, limits: triggers, clock, log });
    const { matcher } = this;
    const accessOf = skillAccess(new WriteQuotas({ clock }));
    this.dispatcher = new Dispatcher({ settings, roster, matcher, trails, accessOf });
    const deliver = this.#deliver.bind(this);
    this.listener = new MemoryListener({ settings, notes, trails, deliver });
    const { listener } = this;
    const homeContext = (entry: RegisteredSkill): SkillContext =>
      this.#homeContext(entry, { ...accessOf(entry, memory), trails });
    this.registrar = new Registrar({
      settings,
      roster,
      matcher,
      listener,
      homeContext,
      work: this.roots.work,
    });
  }

  /** Ends what runs and stops the skills. */
  async close(): Promise<void> {
    const reason = closedError("the runtime of skills is closed");
    this.roots.work.abort(reason);
    await Promise.all([this.roots.work.idle(), this.registrar.close(reason)]);
  }

  async #deliver(event: SkillEvent, memory: Memory, { signal }: CallOptions): Promise<void> {
    const { trail } = event;
    await this.roots.run({ memory, signal, trail, patient: true }, (chain) =>
      this.dispatcher.dispatch(event, chain),
    );
    // What was aborted by the end of the runtime has not been heard: it is delivered again at the
    // next start.
    this.roots.work.signal.throwIfAborted();
  }

  /** What a skill starts lasts until it stops, and each event of it begins anew. */
  #homeContext(
    { skill, home, lifetime }: RegisteredSkill,
    access: SkillAccess & Pick<ContextParts, "trails">,
  ): SkillContext {
    const { memory } = this.settings;
    const { name } = skill;
    const work = home;
    const chain = this.roots.chain({ memory, work });
    return createContext(this.settings, this.dispatcher, {
      skill: name,
      chain,
      ...access,
      lifetime,
      signal: home.signal,
      below: () => this.roots.chain({ memory, work, trail: [name] }),
    });
  }
}
