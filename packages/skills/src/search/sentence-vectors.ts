import { MemoryError, type CallOptions, type Memory } from "@kioku/core";
import { calibrate, EmbedderProfiles, unlessAborted, type AnySkill } from "@kioku/core/toolkit";

import { loadOwners, type OwnerSources } from "../trigger/load-vectors.js";
import { queryVectors, VectorWidth } from "../trigger/text-vectors.js";
import { VectorCache, type CachedTexts } from "../trigger/vector-cache.js";
import { dot } from "../trigger/vector-rows.js";
import { WaitingSkills } from "../trigger/waiting-skills.js";
import type { SearchTexts } from "./search-texts.js";

/** Parts to make vectors with. */
export interface VectorParts extends Pick<OwnerSources, "embedder" | "log"> {
  /** Scope of the notes of the runtime, where vectors are kept. */
  readonly cache: Memory;
  readonly clock: () => Date;
}

/** A skill with its texts. */
export interface SearchedSkill {
  readonly skill: AnySkill;
  readonly texts: SearchTexts;
}

/** Vectors of the sentences of skills, made when they are first searched. */
export class SentenceVectors {
  readonly #sources: OwnerSources;
  readonly #profiles: EmbedderProfiles;
  readonly #waiting: WaitingSkills;
  readonly #vectors = new WeakMap<AnySkill, readonly Float32Array[]>();
  #loading: Promise<void> | undefined;

  constructor({ embedder, cache: memory, clock, log }: VectorParts) {
    const space = { space: embedder.id, revision: () => "search" };
    const cache = new VectorCache({ ...space, memory, clock, log });
    this.#sources = { embedder, cache, width: new VectorWidth(embedder), log };
    this.#profiles = new EmbedderProfiles({
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    });
    this.#waiting = new WaitingSkills(clock);
  }

  /**
   * Returns the meaning that each skill shares with a query, 0 to 1, `undefined` where the embedder
   * failed: then it is tried again by a later search.
   * @throws the signal's reason.
   */
  async meanings(
    query: string,
    skills: readonly SearchedSkill[],
    { signal }: CallOptions,
  ): Promise<readonly (number | undefined)[]> {
    await this.#ready(skills, { signal });
    const { embedder, log } = this.#sources;
    if (!skills.some((one) => this.#isLoaded(one))) return [];
    try {
      const profile = await this.#profiles.of(embedder, signal);
      const [asked] = await queryVectors([query], { ...this.#sources, signal });
      return skills.map((one) => {
        if (!asked || !this.#isLoaded(one)) return undefined;
        const vectors = this.#vectors.get(one.skill) ?? [];
        return calibrate(Math.max(...vectors.map((vector) => dot(vector, 0, asked))), profile);
      });
    } catch (error) {
      signal?.throwIfAborted();
      log.warn("skills were searched by their words alone", { reason: reasonOf(error) });
      return [];
    }
  }

  #isLoaded({ skill }: SearchedSkill): boolean {
    const [vector] = this.#vectors.get(skill) ?? [];
    return vector !== undefined && vector.length === this.#sources.width.current;
  }

  /** Loads vectors that are missing and due, once for all searches at a time. */
  async #ready(skills: readonly SearchedSkill[], { signal }: CallOptions): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const missing = skills.filter((one) => !this.#isLoaded(one));
      for (const { skill } of missing) if (!this.#waiting.has(skill)) this.#waiting.add(skill);
      const dueSkills = new Set(this.#waiting.due());
      const due = missing.filter(({ skill }) => dueSkills.has(skill));
      if (due.length === 0) return;
      this.#loading ??= this.#load(due, { signal }).finally(() => {
        this.#loading = undefined;
      });
      await unlessAborted(this.#loading, signal);
    }
  }

  /** Loads vectors. Resolves if the signal aborts, so that another search begins anew. */
  async #load(skills: readonly SearchedSkill[], { signal }: CallOptions): Promise<void> {
    let failure: unknown;
    try {
      const loaded = await loadOwners(skills.map(ownerOf), { ...this.#sources, signal });
      ({ failure } = loaded);
      for (const searched of skills) {
        const found = loaded.known.get(ownerOf(searched).name) ?? [];
        this.#vectors.set(
          searched.skill,
          found.filter((vector) => vector !== undefined),
        );
      }
    } catch (error) {
      if (signal?.aborted) return;
      failure = error;
    }
    const failed = skills.filter((one) => !this.#isLoaded(one));
    for (const one of skills) {
      if (failed.includes(one)) this.#waiting.postpone(one.skill);
      else this.#waiting.remove(one.skill.name);
    }
    if (failure === undefined) return;
    this.#sources.log.warn("skills could not be embedded; tried again by a later search", {
      reason: reasonOf(failure),
      skills: failed.length,
    });
  }
}

/** Returns the texts to embed, under the name by which the vectors are kept. */
function ownerOf({ skill, texts: { name, sentences } }: SearchedSkill): CachedTexts {
  const [first = ""] = sentences;
  return { name: `search/${skill.name}`, texts: [`${name}: ${first}`, ...sentences] };
}

function reasonOf(error: unknown): string {
  return MemoryError.is(error) ? error.code : "unknown";
}
