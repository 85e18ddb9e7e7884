import { MemoryError } from "@kioku/core";
import type {
  DispatchReport,
  SkillEvent,
  SkillEventMap,
  SkillEventName,
  SkillOutcome,
} from "@kioku/core";
import { checkObject, checkText } from "@kioku/core/toolkit";
import type { AnySkill, SkillCause, SkillMatch } from "@kioku/core/toolkit";

import { MAX_NAME_LENGTH } from "../limits.js";
import type { TriggerMatcher } from "../trigger/trigger-matcher.js";
import type { EventSink } from "./create-context.js";
import { withinTime } from "./deadline.js";
import type { MemoryKeys } from "./memory-keys.js";
import type { CausalContext } from "./root-tasks.js";
import { runBody, triggeredBody } from "./run-body.js";
import { quietly } from "./safe-log.js";
import { SkillCaller, type CallResult, type SkillCallerParts } from "./skill-caller.js";
import { handlerOf, isMemoryEvent } from "./skill-registry.js";
import type { RegisteredSkill, SkillRegistry } from "./skill-registry.js";

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

interface Matched {
  readonly matches: readonly SkillMatch[];
  readonly degraded?: string;
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
    causal: CausalContext,
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
    return this.dispatch(Object.freeze({ id, name, data, at: new Date(clock()), trail }), causal);
  }

  /** Brings an event to the skills. Resolves when all that it woke are done. */
  async dispatch(event: SkillEvent, causal: CausalContext): Promise<DispatchReport> {
    const { registry } = this.#parts;
    // Without this, a skill's own memories would wake it for ever.
    const excluded = isMemoryEvent(event.name) ? event.trail : [];
    const matching = this.#match(event, causal, excluded);
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
    const entry = this.#parts.registry.get(name);
    if (!entry) throw new MemoryError("not-found", `skill ${JSON.stringify(name)} not found`);
    if (!entry.skill.run) {
      throw new MemoryError(
        "invalid-input",
        `skill "${name}" has no run, it is for a model to read`,
      );
    }
    const body = runBody(entry.skill, input);
    const { status, output, error } = await this.#caller.call({ entry, causal, body });
    if (status !== "done") throw error;
    return output;
  }

  async #match(
    event: SkillEvent,
    { memory, task }: CausalContext,
    except: readonly string[],
  ): Promise<Matched> {
    const { registry, matcher, memoryKeys, settings } = this.#parts;
    const text = textOf(event);
    const { maxMatches } = settings.triggers;
    if (text === undefined || maxMatches === 0 || !registry.hasTriggers(event.name)) return NOTHING;
    const memoryKey = memoryKeys.of(memory);
    const query = { event: event.name, memoryKey, limit: maxMatches, explain: false, except };
    try {
      const matches = await withinTime(task, settings, (signal) =>
        matcher.match(text, { ...query, signal }),
      );
      return { matches: matches.filter(({ wakes }) => wakes) };
    } catch (error) {
      const degraded = MemoryError.is(error) ? error.message : "triggers could not be matched";
      if (!task.signal.aborted) settings.log.warn(`nothing was woken by meaning: ${degraded}`);
      return { matches: [], degraded };
    }
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
    return outcome(skill, { match }, result);
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

/** Returns the text that triggers read: of the event, or the content of the record. */
function textOf(event: SkillEvent): string | undefined {
  const data = event.data as { readonly text?: unknown; readonly record?: unknown };
  if (event.name !== "memory.remembered") return unlessBlank(data.text);
  const { record } = data;
  if (typeof record !== "object" || record === null || !("content" in record)) return undefined;
  return unlessBlank(record.content);
}

function unlessBlank(text: unknown): string | undefined {
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
