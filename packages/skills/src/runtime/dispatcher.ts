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

import { MAX_NAME_LENGTH } from "../limits.js";
import type { TriggerMatcher } from "../trigger/trigger-matcher.js";
import type { Chain } from "./chain.js";
import type { Outlets } from "./create-context.js";
import { isMemoryEvent } from "./hearing-refusal.js";
import { placeOf } from "./place-of.js";
import { handlerOf } from "./roster.js";
import type { RegisteredSkill, Roster } from "./roster.js";
import { runBody, triggeredBody } from "./run-body.js";
import { quietly } from "./safe-log.js";
import { SkillCaller } from "./skill-caller.js";
import type { CallResult, SkillCallerParts } from "./skill-caller.js";
import { textOf } from "./text-of.js";
import { withinTime } from "./within-time.js";

/** What a dispatcher works with. */
export interface DispatcherParts extends Omit<SkillCallerParts, "outlets"> {
  /** The skills. */
  readonly roster: Roster;
  /** Knows what wakes them by meaning. */
  readonly matcher: TriggerMatcher;
}

/** What wakes a skill by meaning, and what says that it did not wake after all. */
interface Waking {
  readonly event: SkillEvent;
  readonly chain: Chain;
  readonly takeBack: () => void;
}

interface Matched {
  readonly matches: readonly SkillMatch[];
  readonly degraded?: string;
}

const NOTHING: Matched = { matches: [] };

/** Brings events to the skills that listen for them or whose triggers mean them. */
export class Dispatcher implements Outlets {
  readonly #parts: DispatcherParts;
  readonly #caller: SkillCaller;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#caller = new SkillCaller({ ...parts, outlets: this });
  }

  /** Makes an event and brings it to the skills. */
  async emit<N extends SkillEventName>(
    name: N,
    data: SkillEventMap[N],
    chain: Chain,
  ): Promise<DispatchReport> {
    checkText(name, "name", MAX_NAME_LENGTH);
    if (isMemoryEvent(name)) {
      throw invalidInput(
        "name",
        "no name that begins with memory., which only the memory emits",
        name,
      );
    }
    checkObject(data, "data");
    const { generateId, clock } = this.#parts.settings;
    const id = generateId();
    return this.dispatch(
      Object.freeze({ id, name, data, at: new Date(clock()), trail: chain.trail }),
      chain,
    );
  }

  /** Brings an event to the skills; resolves when all that it woke are done. */
  async dispatch(event: SkillEvent, chain: Chain): Promise<DispatchReport> {
    const { roster } = this.#parts;
    // Else what a skill remembers would wake it for ever.
    const deaf = isMemoryEvent(event.name) ? event.trail : [];
    const matching = this.#match(event, chain, deaf);
    const heard = roster
      .listeners(event.name)
      .filter(({ skill }) => !deaf.includes(skill.name))
      .map((entry) => this.#tell(entry, event, chain));
    const { matches, degraded } = await matching;
    const woken = matches.flatMap((match) => this.#wake(match, event, chain));
    const report: DispatchReport = Object.freeze({
      event,
      outcomes: Object.freeze(await Promise.all([...heard, ...woken])),
      ...(degraded !== undefined && { degraded }),
    });
    this.#hand(report);
    return report;
  }

  /** Runs one skill and returns what it returns, or throws what kept it from that. */
  async call(name: string, input: unknown, chain: Chain): Promise<unknown> {
    const entry = this.#parts.roster.get(name);
    if (!entry) throw new MemoryError("not-found", `there is no skill ${JSON.stringify(name)}`);
    if (!entry.skill.run) {
      throw new MemoryError(
        "invalid-input",
        `skill "${name}" has no run, it is for a model to read`,
      );
    }
    const { status, output, error } = await this.#caller.call({
      entry,
      chain,
      body: runBody(entry.skill, input),
    });
    if (status !== "done") throw error;
    return output;
  }

  async #match(
    event: SkillEvent,
    { memory, work }: Chain,
    except: readonly string[],
  ): Promise<Matched> {
    const { roster, matcher, settings } = this.#parts;
    const text = textOf(event);
    const { maxMatches } = settings.triggers;
    if (text === undefined || maxMatches === 0 || !roster.hasTriggers(event.name)) return NOTHING;
    const place = placeOf(memory);
    const asked = { event: event.name, place, limit: maxMatches, explain: false, except };
    try {
      const matches = await withinTime(work, settings, (signal) =>
        matcher.match(text, { ...asked, signal }),
      );
      return { matches: matches.filter(({ wakes }) => wakes) };
    } catch (error) {
      const degraded = MemoryError.is(error) ? error.message : "triggers could not be matched";
      if (!work.signal.aborted) settings.log.warn(`nothing was woken by meaning: ${degraded}`);
      return { matches: [], degraded };
    }
  }

  async #tell(entry: RegisteredSkill, event: SkillEvent, chain: Chain): Promise<SkillOutcome> {
    const { skill } = entry;
    const result = await this.#caller.call({
      entry,
      chain,
      event,
      body: (context) => handlerOf(skill, event.name)?.(event as never, context as never),
    });
    return outcome(skill, { event: event.name }, result);
  }

  #wake(match: SkillMatch, event: SkillEvent, chain: Chain): readonly Promise<SkillOutcome>[] {
    const { roster, matcher } = this.#parts;
    const entry = roster.get(match.skill);
    // It may have left since it was found.
    if (!entry) return [];
    const takeBack = matcher.woke(match, placeOf(chain.memory));
    return takeBack ? [this.#answer(entry, match, { event, chain, takeBack })] : [];
  }

  async #answer(
    entry: RegisteredSkill,
    match: SkillMatch,
    { event, chain, takeBack }: Waking,
  ): Promise<SkillOutcome> {
    const { skill } = entry;
    if (!skill.run) return outcome(skill, { match }, { status: "shortlisted", durationMs: 0 });
    const body = triggeredBody(skill, event, match);
    const result = await this.#caller.call({ entry, chain, event, match, body });
    if (result.status === "skipped") takeBack();
    return outcome(skill, { match }, result);
  }

  #hand(report: DispatchReport): void {
    const { settings, trails } = this.#parts;
    const { onReport, log } = settings;
    if (!onReport) return;
    // What the host does then is not what the skills do.
    quietly(
      () => trails.run([], () => onReport(report)),
      () => log.error("onReport threw", { event: report.event.id }),
    );
  }
}

function outcome({ name }: AnySkill, why: SkillCause, result: CallResult): SkillOutcome {
  return Object.freeze({ skill: name, why, ...result });
}
