import { MemoryError } from "@kioku/core";
import type { CallOptions, Embedder } from "@kioku/core";
import { hashText, unlessAborted } from "@kioku/core/toolkit";
import type { AnySkill, SkillMatch } from "@kioku/core/toolkit";

import { BACKGROUND_TEXTS } from "./background-texts.js";
import { bestScores } from "./best-scores.js";
import { ConceptReader } from "./concepts/concept-reader.js";
import { CONCEPTS } from "./concepts/concepts.js";
import type { TriggerMatcherOptions } from "./create-trigger-matcher.js";
import { decideMatches } from "./decide-matches.js";
import { fitScores } from "./fit-scores.js";
import type { Scored } from "./fit-scores.js";
import type { SaidText } from "./gather-fits.js";
import { clip } from "./skill-texts.js";
import { loadSkillVectors } from "./skill-vectors.js";
import { loadSurroundings } from "./surroundings-vectors.js";
import type { VectorSources } from "./surroundings-vectors.js";
import { SURROUNDINGS_REVISION } from "./surroundings.js";
import type { Surroundings } from "./surroundings.js";
import { textParts } from "./text-parts.js";
import { saidVectors } from "./text-vectors.js";
import { TriggerIndex } from "./trigger-index.js";
import type { MatchCall, NearSkill, TriggerMatcher } from "./trigger-matcher.js";
import { VectorCache } from "./vector-cache.js";
import { VectorWidth } from "./vector-width.js";
import { WaitingSkills } from "./waiting-skills.js";
import { WakeTimes } from "./wake-times.js";

/** What a part of a text needs more than a whole one, in logits: it has lost what was around it. */
const PART_HANDICAP = 1;

/**
 * After so many milliseconds of a call that was never answered, others no longer wait for it: 10
 * minutes.
 */
const LOST_MS = 600_000;

/** A load under way. */
interface Loading {
  readonly done: Promise<void>;
  readonly startedAtMs: number;
}

/** The matcher over an embedder. */
export class SemanticMatcher implements TriggerMatcher {
  readonly #options: TriggerMatcherOptions;
  readonly #embedder: Embedder;
  readonly #cache: VectorCache;
  readonly #reader = new ConceptReader(CONCEPTS);
  readonly #index = new TriggerIndex(this.#reader);
  readonly #times: WakeTimes;
  readonly #width: VectorWidth;
  /** Skills whose vectors are still to be had. */
  readonly #waiting: WaitingSkills;
  /** The skills that are in the index, by name. */
  readonly #indexed = new Map<string, AnySkill>();
  #surroundings: Surroundings | undefined;
  #loading: Loading | undefined;
  /** Why skills wait. */
  #failure: unknown;

  constructor(options: TriggerMatcherOptions & { readonly embedder: Embedder }) {
    const { embedder, cache: memory, clock, log } = options;
    this.#options = options;
    this.#embedder = embedder;
    this.#cache = new VectorCache({
      space: embedder.id,
      revision: hashText(SURROUNDINGS_REVISION, ...BACKGROUND_TEXTS, ...CONCEPTS),
      memory,
      clock,
      log,
    });
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
    const [whole, ...parts] = await this.#hear(text, call, textParts);
    if (!whole) return [];
    const near = this.#index.near(whole, call.event);
    const score = (said: SaidText, handicap: number): readonly Scored[] =>
      fitScores(this.#index.evidence(said, near), said, handicap);
    const ofParts = parts.map((part) => score(part, PART_HANDICAP));
    const scored = bestScores(score(whole, 0), ofParts);
    return decideMatches(scored, { call, limits: this.#options.limits, times: this.#times });
  }

  woke({ skill, trigger }: SkillMatch, place: string): (() => void) | undefined {
    const { limits } = this.#options;
    const cooldownMs = this.#index.triggerOf(skill, trigger)?.cooldownMs ?? limits.cooldownMs;
    if (this.#times.since(skill, place) < cooldownMs) return undefined;
    return this.#times.note(skill, place);
  }

  async nearest(
    text: string,
    options: CallOptions & { readonly limit: number },
  ): Promise<readonly NearSkill[]> {
    const [said] = await this.#hear(text, options);
    if (!said) return [];
    return fitScores(this.#index.evidence(said, this.#index.near(said)), said)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, options.limit)
      .map(({ skill, score }) => ({ skill, score }));
  }

  /** The text as it is compared, and then its parts; nothing of a blank one. */
  async #hear(
    text: string,
    options: CallOptions,
    partsOf: (text: string) => readonly string[] = () => [],
  ): Promise<readonly SaidText[]> {
    options.signal?.throwIfAborted();
    const clipped = clip(text);
    if (clipped.trim() === "") return [];
    const surroundings = await this.#ready(options);
    if (!surroundings) return [];
    const texts = [clipped, ...partsOf(clipped)];
    const { signal } = options;
    const vectors = await saidVectors(texts, {
      embedder: this.#embedder,
      width: this.#width,
      signal,
    });
    // Another call was answered by another model meanwhile.
    if (surroundings.width !== this.#width.current) return this.#hear(text, options, partsOf);
    return vectors.map((vector, index) => ({
      text: texts[index] ?? "",
      vector,
      chance: surroundings.chanceOf(vector),
      profile: surroundings.profileOf(vector),
    }));
  }

  /**
   * Tries the skills that are due, and answers what texts are compared in; nothing if there is no
   * skill to compare with. Where there is one, nobody waits for what others are loading.
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

  /**
   * Gives up all vectors if the embedder has answered others since that cannot be compared with
   * them.
   */
  #requireWidth(): void {
    if (!this.#surroundings || this.#surroundings.width === this.#width.current) return;
    this.#surroundings = undefined;
    for (const [name, skill] of this.#indexed) {
      this.#index.remove(name);
      this.#waiting.add(skill);
    }
    this.#indexed.clear();
  }

  /**
   * Loads what is due, once for all who ask; it goes on when one of them aborts. Who failed is
   * tried again after a pause.
   */
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
    const { log } = this.#options;
    const sources: VectorSources = {
      embedder: this.#embedder,
      cache: this.#cache,
      reader: this.#reader,
      width: this.#width,
      log,
    };
    this.#surroundings ??= await loadSurroundings(sources);
    const { loaded, failure } = await loadSkillVectors(skills, this.#surroundings, sources);
    for (const [skill, vectors] of loaded) {
      // Meanwhile it may have been removed, or replaced by another of its name.
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
