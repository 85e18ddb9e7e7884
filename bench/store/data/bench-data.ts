import type { MemoryRecord, Scope } from "@kioku/core";
import { documentTerms, hashText, initialStabilityDays, recordTraits } from "@kioku/core/toolkit";
import type { PutOp, VectorSpace } from "@kioku/core/toolkit";

import { ClusteredVectors } from "./clustered-vectors.ts";
import type { DataSettings } from "./clustered-vectors.ts";
import { idOf, instantOf } from "./record-id.ts";
import { queryTextOf, textOf } from "./texts.ts";

/** A question with its vector. */
export interface BenchQuery {
  readonly text: string;
  readonly vector: Float32Array;
}

const IMPORTANCE = 0.5;
/** Every second run of this many records is a conversation. */
const THREAD_LENGTH = 20;

/** Records and questions by number, made when they are asked for. */
export class BenchData {
  readonly settings: DataSettings;
  readonly space: VectorSpace;
  readonly #vectors: ClusteredVectors;

  constructor(settings: DataSettings) {
    this.settings = settings;
    const { dimensions } = settings;
    this.space = { id: `bench/clustered@${dimensions}`, dimensions };
    this.#vectors = new ClusteredVectors(settings);
  }

  vectorOf(index: number): Float32Array {
    return this.#vectors.vectorOf(index);
  }

  textOf(index: number): string {
    return textOf(this.#vectors, this.settings.seed, index);
  }

  /** Questions from this number on. */
  queries(first: number, count: number): readonly BenchQuery[] {
    return Array.from({ length: count }, (_, place) => ({
      text: queryTextOf(this.#vectors, this.settings.seed, first + place),
      vector: this.#vectors.queryOf(first + place),
    }));
  }

  /** Makes the op that writes the record into a scope, as core would send it to a store. */
  putOf(scope: Scope, index: number, vector: Float32Array = this.vectorOf(index)): PutOp {
    const content = this.textOf(index);
    const at = instantOf(index);
    const run = Math.floor(index / THREAD_LENGTH);
    const record: MemoryRecord = {
      id: idOf(index),
      scope,
      kind: "note",
      content,
      metadata: {},
      ...(run % 2 === 0 ? { thread: `thread-${run}` } : {}),
      form: "statement",
      origin: "user",
      trust: 1,
      sources: [],
      importance: IMPORTANCE,
      pinned: false,
      strength: { stabilityDays: initialStabilityDays(IMPORTANCE), uses: 0 },
      createdAt: at,
      updatedAt: at,
      version: 1,
    };
    const terms = documentTerms(content);
    const vectors = [{ space: this.space, values: vector }];
    return {
      op: "put",
      record,
      change: "created",
      contentHash: hashText("note", content),
      search: { textHash: hashText(content), terms, traits: recordTraits(record), vectors },
    };
  }
}
