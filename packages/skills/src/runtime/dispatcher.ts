import { MemoryError } from "@kioku/core";
import type {
  DispatchReport,
  SkillEvent,
  SkillEventMap,
  SkillEventName,
  SkillOutcome,
} from "@kioku/core";
import { checkObject, checkText, invalidInput } from "@kioku/core/toolkit";
import type { AnySkill, SkillCause, SkillMatch } from "@kioku/core/toolkit";

import { MAX_LIMIT, MAX_NAME_LENGTH } from "../limits.js";
import { subscribes } from "../trigger/skill-texts.js";
import type { MatchCall, TriggerMatcher } from "../trigger/trigger-matcher.js";
import type { EventSink } from "./create-context.js";
import { withinTime } from "./deadline.js";
import { eventText } from "./event-text.js";
import type { MemoryKeys } from "./memory-keys.js";
import type { CausalContext } from "./root-tasks.js";
import { IncompleteInput, runBody, triggeredBody } from "./run-body.js";
import { quietly } from "./safe-log.js";
import { SkillCaller, type CallResult, type SkillCallerParts } from "./skill-caller.js";
import { handlerOf, isMemoryEvent } from "./skill-registry.js";
import type { RegisteredSkill, SkillRegistry } from "./skill-registry.js";
import type { TakePart } from "./skill-stream.js";

interface DispatcherParts extends Omit<SkillCallerParts, "sink"> {
  readonly registry: SkillRegistry;
  readonly matcher: TriggerMatcher;
  readonly memoryKeys: MemoryKeys;
}

/** A waking by meaning, and the function that undoes it if the skill does not run. */
interface Waking {
  readonly event: SkillEvent;
  readonly causal: CausalContext;
  readonly undo: () => void;
}

interface Choice {
  /** Skill that wakes by meaning instead of those that fit. */
  readonly choose?: string | undefined;
}

interface Matched {
  readonly matches: readonly SkillMatch[];
  readonly degraded?: string;
}

interface StreamedCall {
  readonly name: string;
  readonly input: unknown;
  readonly take?: TakePart;
}

const NOTHING: Matched = { matches: [] };

/** Brings events to the skills that listen for them or whose triggers mean them. */
export class Dispatcher implements EventSink {
  readonly #parts: DispatcherParts;
  readonly #caller: SkillCaller;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#caller = new SkillCaller({ ...parts, sink: this });
  }

  /** Makes an event and brings it to the skills. */
  async emit<N extends SkillEventName>(
    name: N,
    data: SkillEventMap[N],
    { choose, ...causal }: CausalContext & Choice,
  ): Promise<DispatchReport> {
    checkText(name, "name", MAX_NAME_LENGTH);
    if (isMemoryEvent(name)) {
      const message = `event name ${JSON.stringify(name)} is reserved: only the memory emits "memory." events`;
      throw new MemoryError("invalid-input", message);
    }
    checkObject(data, "data");
    const { generateId, clock } = this.#parts.settings;
    const id = generateId();
    const { causePath: trail } = causal;
    const event = Object.freeze({ id, name, data, at: new Date(clock()), trail });
    if (choose !== undefined) this.#requireChoice(choose, event);
    return this.dispatch(event, causal, choose);
  }

  /** Brings an event to the skills. Resolves when all that it woke are done. */
  async dispatch(
    event: SkillEvent,
    causal: CausalContext,
    choose?: string,
  ): Promise<DispatchReport> {
    const { registry } = this.#parts;
    // Without this, a skill's own memories would wake it for ever.
    const excluded = isMemoryEvent(event.name) ? event.trail : [];
    const matching = this.#match(event, causal, { except: excluded, choose });
    const handled = registry
      .listeners(event.name)
      .filter(({ skill }) => !excluded.includes(skill.name))
      .map((entry) => this.#handle(entry, event, causal));
    const { matches, degraded } = await matching;
    const woken = matches.flatMap((match) => this.#wake(match, event, causal));
    const report: DispatchReport = Object.freeze({
      event,
      outcomes: Object.freeze(await Promise.all([...handled, ...woken])),
      ...(degraded !== undefined && { degraded }),
    });
    this.#report(report);
    return report;
  }

  /** Runs one skill and returns its output, or throws why there is none. */
  async call(name: string, input: unknown, causal: CausalContext): Promise<unknown> {
    return this.stream({ name, input }, causal);
  }

  /** Runs one skill as `call` does, and hands over each part of its output. */
  async stream({ name, input, take }: StreamedCall, causal: CausalContext): Promise<unknown> {
    const entry = this.#require(name);
    if (!entry.skill.run) {
      throw new MemoryError(
        "invalid-input",
        `skill "${name}" has no run, it is for a model to read`,
      );
    }
    const body = runBody(entry.skill, input, take);
    const { status, output, error } = await this.#caller.call({ entry, causal, body });
    if (status !== "done") throw error;
    return output;
  }

  async #match(
    event: SkillEvent,
    { memory, task }: CausalContext,
    among: Pick<MatchCall, "except" | "choose">,
  ): Promise<Matched> {
    const { registry, matcher, memoryKeys, settings } = this.#parts;
    const text = eventText(event);
    const isOff = settings.triggers.maxMatches === 0 && among.choose === undefined;
    if (text === undefined || isOff || !registry.hasTriggers(event.name)) return NOTHING;
    const memoryKey = memoryKeys.of(memory);
    const query = { event: event.name, memoryKey, limit: MAX_LIMIT, explain: true, ...among };
    try {
      const matches = await withinTime(task, settings, (signal) =>
        matcher.match(text, { ...query, signal }),
      );
      const told = matches.filter(({ wakes, reason }) => wakes || reason === "ambiguous");
      if (among.choose === undefined || told.length > 0) return { matches: told };
      return { matches: [], degraded: `the triggers of skill "${among.choose}" are not known yet` };
    } catch (error) {
      const degraded = MemoryError.is(error) ? error.message : "triggers could not be matched";
      if (!task.signal.aborted) settings.log.warn(`nothing was woken by meaning: ${degraded}`);
      return { matches: [], degraded };
    }
  }

  /** Checks that a skill can be chosen for an event. @throws `not-found`, `invalid-input` */
  #requireChoice(choose: string, event: SkillEvent): void {
    const { triggers = [], disableModelInvocation } = this.#require(choose).skill;
    if (disableModelInvocation) {
      throw new MemoryError("invalid-input", `skill "${choose}" wakes by no text`);
    }
    if (!triggers.some((trigger) => subscribes(trigger, event.name))) {
      const shown = JSON.stringify(event.name);
      throw new MemoryError("invalid-input", `skill "${choose}" has no trigger for event ${shown}`);
    }
    if (eventText(event) === undefined) throw invalidInput("data.text", "a text", undefined);
  }

  #require(name: string): RegisteredSkill {
    const entry = this.#parts.registry.get(name);
    if (entry) return entry;
    throw new MemoryError("not-found", `skill ${JSON.stringify(name)} not found`);
  }

  async #handle(
    entry: RegisteredSkill,
    event: SkillEvent,
    causal: CausalContext,
  ): Promise<SkillOutcome> {
    const { skill } = entry;
    const result = await this.#caller.call({
      entry,
      causal,
      event,
      body: (context) => handlerOf(skill, event.name)?.(event as never, context as never),
    });
    return outcome(skill, { event: event.name }, result);
  }

  #wake(
    match: SkillMatch,
    event: SkillEvent,
    causal: CausalContext,
  ): readonly Promise<SkillOutcome>[] {
    const { registry, matcher, memoryKeys } = this.#parts;
    const entry = registry.get(match.skill);
    // It may have been unregistered since it was found.
    if (!entry) return [];
    if (!match.wakes) {
      const asked = outcome(entry.skill, { match }, { status: "ambiguous", durationMs: 0 });
      return [Promise.resolve(asked)];
    }
    const undo = matcher.woke(match, memoryKeys.of(causal.memory));
    return undo ? [this.#runWoken(entry, match, { event, causal, undo })] : [];
  }

  async #runWoken(
    entry: RegisteredSkill,
    match: SkillMatch,
    { event, causal, undo }: Waking,
  ): Promise<SkillOutcome> {
    const { skill } = entry;
    if (!skill.run) return outcome(skill, { match }, { status: "shortlisted", durationMs: 0 });
    const body = triggeredBody(skill, event, match);
    const result = await this.#caller.call({ entry, causal, event, match, body });
    if (result.status === "skipped") undo();
    const { output, durationMs } = result;
    if (!(output instanceof IncompleteInput)) return outcome(skill, { match }, result);
    const { input } = output;
    return Object.freeze({
      ...outcome(skill, { match }, { status: "shortlisted", durationMs }),
      input,
    });
  }

  #report(report: DispatchReport): void {
    const { settings, causePaths } = this.#parts;
    const { onReport, log } = settings;
    if (!onReport) return;
    // The host's reaction is not an effect of the skills.
    quietly(
      () => causePaths.run([], () => onReport(report)),
      () => log.error("onReport threw", { event: report.event.id }),
    );
  }
}

function outcome({ name }: AnySkill, why: SkillCause, result: CallResult): SkillOutcome {
  return Object.freeze({ skill: name, why, ...result });
}
