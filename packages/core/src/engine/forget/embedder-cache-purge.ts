import type { RecordHistory } from "../../contracts/history.js";
import { EmbedTimeout, type GuardedEmbedder } from "../../embedding/guarded-embedder.js";
import { MemoryError } from "../../errors/memory-error.js";
import { chunk } from "../../internal/async/chunk.js";
import { unlessAborted } from "../../internal/async/notify.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { historyPages } from "../history-pages.js";

/** Most texts that are forgotten twice, and most characters of all of them together. */
const MAX_KEPT = 10_000;
const MAX_KEPT_LENGTH = 2 ** 24;

/** Makes embedders forget erased texts, once before they go from the store and once after. */
export class EmbedderCachePurge {
  readonly #engine: Engine;
  /** Embedders that keep texts, without those that timed out. */
  readonly #embedders: Set<GuardedEmbedder>;
  /** Texts to forget again. */
  readonly #kept = new Set<string>();
  #keptLength = 0;
  readonly #unreached = new Set<string>();

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#embedders = new Set(engine.embedders.filter(({ forget }) => forget !== undefined));
  }

  /** Sentences on embedders that failed to forget something. */
  get unreached(): readonly string[] {
    return [...this.#unreached];
  }

  /** Forgets the texts of all versions of records that are about to go: later nobody knows them. */
  async beforeRemoval(records: readonly RecordId[], { signal }: CallOptions): Promise<void> {
    if (this.#embedders.size === 0) return;
    for (const group of Map.groupBy(records, ({ scope }) => scopeToPath(scope)).values()) {
      const within = [group[0]?.scope ?? []];
      const request = { within, reach: "here", ids: group.map(({ id }) => id) } as const;
      const pages = historyPages(this.#engine, request, { signal });
      for await (const page of pages) await this.#forget(this.#textsOf(page), { signal });
    }
  }

  /** Forgets them again, since others may have embedded them; after an abort it goes on. */
  async afterRemoval({ signal }: CallOptions): Promise<void> {
    const texts = [...this.#kept];
    this.#kept.clear();
    this.#keptLength = 0;
    if (texts.length === 0) return;
    const forgotten = this.#engine.lifecycle.goOn(() => this.#forget(texts, {}));
    await unlessAborted(forgotten, signal);
  }

  #textsOf(histories: readonly RecordHistory[]): readonly string[] {
    const revisions = histories.flatMap((history) => history.revisions);
    const texts = new Set(revisions.flatMap(({ record }) => record?.content ?? []));
    for (const text of texts) this.#keep(text);
    return [...texts];
  }

  #keep(text: string): void {
    if (this.#kept.size >= MAX_KEPT || this.#kept.has(text)) return;
    if (this.#keptLength + text.length > MAX_KEPT_LENGTH) return;
    this.#keptLength += text.length;
    this.#kept.add(text);
  }

  async #forget(texts: readonly string[], { signal }: CallOptions): Promise<void> {
    const { logger } = this.#engine;
    for (const embedder of this.#embedders) {
      const { id } = embedder;
      for (const some of chunk(texts, MAX_LIMIT)) {
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
