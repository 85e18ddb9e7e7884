import type { Embedder, EmbedderProfile } from "../contracts/embedder.js";
import { PLAIN_PROFILE, measureProfile } from "../embedding/measure-profile.js";
import { unlessAborted } from "../internal/async/unless-aborted.js";
import type { Logger } from "../model/call-options.js";

/** Profiles of embedders, measured once if not declared. */
export class EmbedderProfiles {
  readonly #logger: Logger;
  readonly #measured = new Map<Embedder, Promise<EmbedderProfile>>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns the profile, a plain one if it cannot be measured. @throws the signal's reason. */
  async of(embedder: Embedder, signal: AbortSignal | undefined): Promise<EmbedderProfile> {
    if (embedder.profile) return embedder.profile;
    const measuring = this.#measured.get(embedder) ?? this.#measure(embedder);
    this.#measured.set(embedder, measuring);
    return unlessAborted(measuring, signal);
  }

  async #measure(embedder: Embedder): Promise<EmbedderProfile> {
    try {
      return await measureProfile(embedder);
    } catch (error) {
      this.#measured.delete(embedder);
      this.#logger.warn(`the profile of embedder ${embedder.id} could not be measured`, { error });
      return PLAIN_PROFILE;
    }
  }
}
