import type { RecordHistory } from "../../contracts/history.js";
import { eachPage } from "../../contracts/store-helpers.js";
import { EmbedTimeout } from "../../embedding/guarded-embedder.js";
import type { GuardedEmbedder } from "../../embedding/guarded-embedder.js";
import { MemoryError } from "../../errors/memory-error.js";
import { inGroups } from "../../internal/async/in-groups.js";
import { unlessAborted } from "../../internal/async/unless-aborted.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import type { Engine } from "../engine.js";

/** Most texts that are forgotten a second time. */
const MAX_KEPT = 10_000;
/** Most characters of all of them together. */
const MAX_KEPT_LENGTH = 2 ** 24;

/** Has embedders forget texts that go from the store, once before they go and once afterwards. */
export class TextForgetting {
  readonly #engine: Engine;
  /** Those that keep something, without those that gave no answer in time. */
  readonly #embedders: Set<GuardedEmbedder>;
  /** For the second time. */
  readonly #kept = new Set<string>();
  #keptLength = 0;
  readonly #unreached = new Set<string>();

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#embedders = new Set(engine.embedders.filter(({ forget }) => forget !== undefined));
  }

  /** Which embedders failed to forget something, in words. */
  get unreached(): readonly string[] {
    return [...this.#unreached];
  }

  /**
   * Forgets the texts of all versions of records that are about to go, page by page. Before they
   * go, since afterwards nobody knows these texts: if the process ends in between, they are
   * embedded once more at most.
   */
  async beforeRemoval(records: readonly RecordId[], { signal }: CallOptions): Promise<void> {
    if (this.#embedders.size === 0) return;
    for (const group of Map.groupBy(records, ({ scope }) => scopeToPath(scope)).values()) {
      const within = [group[0]?.scope ?? []];
      for (const some of inGroups(group, MAX_LIMIT)) {
        const ids = some.map(({ id }) => id);
        const request = { within, reach: "here", ids, limit: MAX_LIMIT } as const;
        const pages = eachPage((cursor) =>
          this.#engine.store.histories({ ...request, cursor }, { signal }),
        );
        for await (const page of pages) await this.#forget(this.#textsOf(page), { signal });
      }
    }
  }

  /**
   * Forgets them again, as far as they are kept in memory: somebody may have embedded them in
   * between. Who calls it off does not wait for it, but it goes on, and closing the memory waits
   * for it.
   */
  async afterRemoval({ signal }: CallOptions): Promise<void> {
    const texts = [...this.#kept];
    this.#kept.clear();
    this.#keptLength = 0;
    if (texts.length === 0) return;
    const { lifecycle } = this.#engine;
    await unlessAborted(
      lifecycle.goOn(() => this.#forget(texts, {})),
      signal,
    );
  }

  #textsOf(histories: readonly RecordHistory[]): readonly string[] {
    const texts = new Set<string>();
    for (const { record } of histories.flatMap(({ revisions }) => revisions)) {
      if (!record) continue;
      texts.add(record.content);
      this.#keep(record.content);
    }
    return [...texts];
  }

  #keep(text: string): void {
    if (this.#kept.size >= MAX_KEPT || this.#kept.has(text)) return;
    if (this.#keptLength + text.length > MAX_KEPT_LENGTH) return;
    this.#keptLength += text.length;
    this.#kept.add(text);
  }

  /** One part that fails does not keep the others from being forgotten. */
  async #forget(texts: readonly string[], { signal }: CallOptions): Promise<void> {
    const { logger } = this.#engine;
    for (const embedder of this.#embedders) {
      const { id } = embedder;
      for (const some of inGroups(texts, MAX_LIMIT)) {
        try {
          await embedder.forget?.(some, { signal });
        } catch (error) {
          signal?.throwIfAborted();
          const reason = MemoryError.is(error) ? error.message : "unknown";
          logger.warn(`embedder ${id} could not forget what was erased`, { reason });
          this.#unreached.add(
            `what embedder ${id} keeps of the texts: it failed to forget them; empty its cache`,
          );
          if (!EmbedTimeout.is(error)) continue;
          this.#embedders.delete(embedder);
          break;
        }
      }
    }
  }
}
