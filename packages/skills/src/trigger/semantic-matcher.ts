import { MemoryError, type CallOptions, type Embedder } from "@kioku/core";
import { hashText, unlessAborted, type AnySkill, type SkillMatch } from "@kioku/core/toolkit";

import { decideMatches, type Reading } from "./decide-matches.js";
import { fitScores } from "./fit-scores.js";
import { skillsReferredTo } from "./follow-up.js";
import type { QueryText } from "./gather-fits.js";
import { loadSkillVectors, loadSurroundings, type VectorSources } from "./load-vectors.js";
import { plainRequest } from "./plain-request.js";
import { clip } from "./skill-texts.js";
import { SURROUNDINGS_REVISION, type Surroundings } from "./surroundings.js";
import { textParts } from "./text-form.js";
import { queryVectors, VectorWidth } from "./text-vectors.js";
import { TriggerIndex } from "./trigger-index.js";
import type { MatchCall, TriggerMatcher, TriggerMatcherOptions } from "./trigger-matcher.js";
import { VectorCache } from "./vector-cache.js";
import { WaitingSkills } from "./waiting-skills.js";
import { WakeTimes } from "./wake-times.js";

/** Handicap of a part of a text, in logits: it has lost its context. */
const PART_HANDICAP = 1;

/** Time after which other calls no longer wait for an unanswered load: 10 minutes. */
const LOST_MS = 600_000;

interface Loading {
  readonly done: Promise<void>;
  readonly startedAtMs: number;
}

export class SemanticMatcher implements TriggerMatcher {
  readonly #options: TriggerMatcherOptions;
  readonly #embedder: Embedder;
  readonly #cache: VectorCache;
  readonly #index: TriggerIndex;
  readonly #times: WakeTimes;
  readonly #width: VectorWidth;
  readonly #waiting: WaitingSkills;
  readonly #indexed = new Map<string, AnySkill>();
  #surroundings: Surroundings | undefined;
  #loading: Loading | undefined;
  #failure: unknown;

  constructor(options: TriggerMatcherOptions & { readonly embedder: Embedder }) {
    const { embedder, cache: memory, reader, clock, log } = options;
    this.#options = options;
    this.#embedder = embedder;
    this.#cache = new VectorCache({
      space: embedder.id,
      revision: () =>
        hashText(SURROUNDINGS_REVISION, ...reader.lists.background, ...reader.lists.concepts),
      memory,
      clock,
      log,
    });
    this.#index = new TriggerIndex(reader, reader.lists);
    this.#times = new WakeTimes(clock);
    this.#width = new VectorWidth(embedder);
    this.#waiting = new WaitingSkills(clock);
  }

  async add(skills: readonly AnySkill[], options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted();
    for (const skill of skills) {
      this.#index.remove(skill.name);
      this.#indexed.delete(skill.name);
      this.#waiting.add(skill);
    }
    while (this.#waiting.due().length > 0) await this.#load(options);
  }

  remove(name: string): void {
    this.#waiting.remove(name);
    this.#indexed.delete(name);
    this.#index.remove(name);
    this.#times.forget(name);
  }

  async match(text: string, call: MatchCall): Promise<readonly SkillMatch[]> {
    const queries = await this.#embed(text, call, textParts);
    const [whole] = queries;
    if (!whole) return [];
    const { limits } = this.#options;
    const parts = { call, limits, times: this.#times, skills: this.#indexed };
    const referredTo = skillsReferredTo(whole.text, parts);
    const always = call.choose === undefined ? referredTo : [call.choose];
    const compared = this.#index.compare(queries, { event: call.event, always });
    const readings = queries.map((query, index): Reading => {
      const handicap = index === 0 ? 0 : PART_HANDICAP;
      return { text: query.text, scored: fitScores(compared[index] ?? [], query, handicap) };
    });
    return decideMatches(readings, { ...parts, referredTo });
  }

  woke({ skill, trigger, reason }: SkillMatch, memoryKey: string): (() => void) | undefined {
    const { limits } = this.#options;
    const cooldownMs = this.#index.triggerOf(skill, trigger)?.cooldownMs ?? limits.cooldownMs;
    const elapsedMs = this.#times.since(skill, memoryKey);
    if (elapsedMs < cooldownMs && reason !== "chosen") return undefined;
    return this.#times.note(skill, memoryKey);
  }

  /** Embeds a text and its parts; returns nothing for a blank text. */
  async #embed(
    text: string,
    options: CallOptions,
    partsOf: (text: string) => readonly string[] = () => [],
  ): Promise<readonly QueryText[]> {
    options.signal?.throwIfAborted();
    const clipped = clip(text);
    if (clipped.trim() === "") return [];
    const surroundings = await this.#ready(options);
    if (!surroundings) return [];
    const texts = [clipped, ...partsOf(clipped)];
    const { signal } = options;
    const vectors = await queryVectors(texts.map(plainRequest), {
      embedder: this.#embedder,
      width: this.#width,
      signal,
    });
    // Another model has answered another call meanwhile.
    if (surroundings.width !== this.#width.current) return this.#embed(text, options, partsOf);
    return vectors.map((vector, index) => ({
      text: texts[index] ?? "",
      vector,
      chance: surroundings.chanceOf(vector),
      profile: surroundings.profileOf(vector),
    }));
  }

  /**
   * Returns the surroundings if there is any skill to compare with. Only without one, it waits for
   * the skills that are due.
   */
  async #ready(options: CallOptions): Promise<Surroundings | undefined> {
    this.#requireWidth();
    while (this.#waiting.due().length > 0) {
      if (this.#current() && this.#indexed.size > 0) break;
      await this.#load(options);
    }
    if (this.#indexed.size > 0) return this.#surroundings;
    if (this.#waiting.size > 0) throw this.#failure;
    return undefined;
  }

  /** Drops all vectors if the embedder has changed their width since. */
  #requireWidth(): void {
    if (!this.#surroundings || this.#surroundings.width === this.#width.current) return;
    this.#surroundings = undefined;
    for (const [name, skill] of this.#indexed) {
      this.#index.remove(name);
      this.#waiting.add(skill);
    }
    this.#indexed.clear();
  }

  /** Loads the skills that are due, once for all callers, and even if one of them aborts. */
  async #load({ signal }: CallOptions): Promise<void> {
    await unlessAborted((this.#current() ?? this.#begin()).done, signal);
  }

  #current(): Loading | undefined {
    const loading = this.#loading;
    if (!loading) return undefined;
    const elapsedMs = this.#options.clock().getTime() - loading.startedAtMs;
    return Math.abs(elapsedMs) < LOST_MS ? loading : undefined;
  }

  #begin(): Loading {
    const done = this.#loadDue().finally(() => {
      if (this.#loading === loading) this.#loading = undefined;
    });
    const loading = { done, startedAtMs: this.#options.clock().getTime() };
    this.#loading = loading;
    return loading;
  }

  async #loadDue(): Promise<void> {
    this.#requireWidth();
    const due = this.#waiting.due();
    try {
      this.#failure = (await this.#loadSkills(due)) ?? this.#failure;
    } catch (error) {
      this.#failure = error;
    }
    const failed = due.filter((skill) => this.#waiting.has(skill));
    for (const skill of failed) this.#waiting.postpone(skill);
    if (failed.length === 0) return;
    const reason = MemoryError.is(this.#failure) ? this.#failure.code : "unknown";
    const skills = failed.length;
    this.#options.log.warn("triggers could not be embedded; tried again when needed", {
      reason,
      skills,
    });
  }

  async #loadSkills(skills: readonly AnySkill[]): Promise<MemoryError | undefined> {
    const { log, reader } = this.#options;
    const sources: VectorSources = {
      embedder: this.#embedder,
      cache: this.#cache,
      lists: reader.lists,
      reader,
      width: this.#width,
      log,
    };
    this.#surroundings ??= await loadSurroundings(sources);
    const { loaded, failure } = await loadSkillVectors(skills, this.#surroundings, sources);
    for (const [skill, vectors] of loaded) {
      // It may have been removed or replaced meanwhile.
      if (!this.#waiting.has(skill)) continue;
      if (vectors.examples.some(({ isCounterexample }) => !isCounterexample)) {
        this.#index.add(skill.name, vectors, this.#surroundings);
        this.#indexed.set(skill.name, skill);
      }
      this.#waiting.remove(skill.name);
    }
    return failure;
  }
}
