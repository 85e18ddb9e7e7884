import type {
  EmbedOptions,
  EmbedResult,
  Embedder,
  EmbedderProfile,
} from "../contracts/embedder.js";

/** An embedder around another one, whose declarations it has. */
export abstract class DelegatingEmbedder implements Embedder {
  protected readonly inner: Embedder;

  constructor(inner: Embedder) {
    this.inner = inner;
  }

  get id(): string {
    return this.inner.id;
  }

  get dimensions(): number | undefined {
    return this.inner.dimensions;
  }

  get maxBatchSize(): number | undefined {
    return this.inner.maxBatchSize;
  }

  get maxBatchTokens(): number | undefined {
    return this.inner.maxBatchTokens;
  }

  get maxConcurrency(): number | undefined {
    return this.inner.maxConcurrency;
  }

  get normalized(): boolean | undefined {
    return this.inner.normalized;
  }

  get profile(): EmbedderProfile | undefined {
    return this.inner.profile;
  }

  abstract embed(texts: readonly string[], options?: EmbedOptions): Promise<EmbedResult>;
}
