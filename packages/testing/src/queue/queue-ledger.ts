import assert from "node:assert/strict";

import type { EmbeddingJob, FinishedJob, SpaceVector } from "@kioku/core/toolkit";

const SPACE = { id: "queue/test@2", dimensions: 2 };
/** Number of vectors that can be told apart. */
const TURN = 1_000_003;

/** A claim, as a worker has it. */
export interface Claim {
  readonly job: EmbeddingJob;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Notes who has what and what came of it, and fails where two have the same. */
export class QueueLedger {
  readonly #held = new Map<string, Claim>();
  /** The vector that was written, by record and text. */
  readonly #effects = new Map<string, SpaceVector>();
  readonly #vectors = new Map<string, SpaceVector>();
  claims = 0;
  completed = 0;
  refused = 0;

  /** Notes what a worker was handed out at `now`. */
  claim(jobs: readonly EmbeddingJob[], now: number, leaseMs: number): readonly Claim[] {
    return jobs.map((job) => {
      this.claims += 1;
      const other = this.#held.get(nameOf(job));
      const claim = { job, until: now + leaseMs };
      // Of two stores, the answer to a claim may come after that to a later one.
      const isLate = other !== undefined && other.until - leaseMs >= claim.until;
      const isFree = other === undefined || other.until <= now || isLate;
      assert.ok(isFree, `${job.id} was handed out again before its lease ran out`);
      if (!isLate) this.#held.set(nameOf(job), claim);
      return claim;
    });
  }

  /** Notes that a worker gives a job back. */
  release({ job }: Claim): void {
    if (this.#held.get(nameOf(job))?.job === job) this.#held.delete(nameOf(job));
  }

  /** Returns the answer of a worker: a vector like no other. */
  answer({ job }: Claim): FinishedJob {
    const angle = ((this.#vectors.size * 7_919) % TURN) * ((2 * Math.PI) / TURN);
    const values = Float32Array.of(Math.cos(angle), Math.sin(angle));
    const vector = { space: SPACE, values };
    this.#vectors.set(`${job.token} ${nameOf(job)}`, vector);
    return { ...job, vectors: [vector] };
  }

  /** Notes what a store said of answers. */
  complete(
    answers: readonly FinishedJob[],
    claims: readonly Claim[],
    results: readonly boolean[],
  ): void {
    for (const [index, claim] of claims.entries()) {
      if (results[index] !== true) {
        this.refused += 1;
        continue;
      }
      const name = nameOf(claim.job);
      const holder = this.#held.get(name);
      assert.ok(
        holder === undefined ||
          holder.job === claim.job ||
          holder.job.textHash !== claim.job.textHash,
        `${claim.job.id} was completed by a worker who had it no more`,
      );
      assert.ok(!this.#effects.has(name), `${claim.job.id} was completed twice`);
      const [vector] = answers[index]?.vectors ?? [];
      assert.ok(vector, "an answer has a vector");
      this.#effects.set(name, vector);
      this.completed += 1;
    }
  }

  /** The vector that the text of a record has to have now. */
  effectOn(ref: { readonly id: string; readonly textHash: string }): SpaceVector {
    const vector = this.#effects.get(nameOf(ref));
    assert.ok(vector, `${ref.id} was never completed`);
    return vector;
  }

  /** The space of all vectors. */
  get space(): string {
    return SPACE.id;
  }
}

function nameOf({ id, textHash }: { readonly id: string; readonly textHash: string }): string {
  return `${id} ${textHash}`;
}
