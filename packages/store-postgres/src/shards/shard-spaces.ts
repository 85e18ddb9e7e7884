import type { CallOptions } from "@kioku/core";
import { requireWidth } from "@kioku/core/toolkit";
import type {
  SearchLeg,
  SpaceOp,
  SpaceVector,
  VectorSpace,
  WriteOp,
  WriteResult,
} from "@kioku/core/toolkit";

import type { Shards } from "./shards.js";

/** An op on a space, or a vector, which makes its space known. */
export type SpaceStep = SpaceOp | SpaceVector;

/** Widths of spaces as a process knows them. A shard that finds a space new takes it out. */
export type SpaceWidths = Map<string, number>;

/**
 * Spaces by shard 0, which alone says which there are, how wide, and in which state. A space is
 * made known there before its first vector is written elsewhere.
 */
export class ShardSpaces {
  readonly #shards: Shards;
  readonly #widths: SpaceWidths;

  constructor(shards: Shards, widths: SpaceWidths) {
    this.#shards = shards;
    this.#widths = widths;
  }

  /** Replaces what is known by what shard 0 has. */
  learn(spaces: readonly VectorSpace[]): void {
    this.#widths.clear();
    for (const { id, dimensions } of spaces) this.#widths.set(id, dimensions);
  }

  forget(space: string): void {
    this.#widths.delete(space);
  }

  /** @throws `vector-space-mismatch` if a leg is not as wide as a known space. */
  checkLegs(legs: readonly SearchLeg[]): void {
    for (const leg of legs) {
      const dimensions = leg.type === "vector" ? this.#widths.get(leg.space) : undefined;
      if (leg.type !== "vector" || dimensions === undefined) continue;
      requireWidth({ id: leg.space, dimensions }, leg.values.length);
    }
  }

  /**
   * Makes the spaces of vectors known that no op of these steps is about, before the vectors are
   * written: the first one decides the width.
   * @throws `vector-space-mismatch` if a step has another width than shard 0 or another step.
   */
  async begin(steps: readonly SpaceStep[], options?: CallOptions): Promise<void> {
    if (steps.some(({ space }) => !this.#widths.has(space.id))) {
      this.learn(await (await this.#shards.at(0, options)).spaces(options));
    }
    const widths = new Map(this.#widths);
    for (const { space } of steps) {
      const dimensions = widths.get(space.id) ?? space.dimensions;
      requireWidth({ ...space, dimensions }, space.dimensions);
      widths.set(space.id, dimensions);
    }
    const ofOps = new Set(steps.flatMap((step) => ("op" in step ? [step.space.id] : [])));
    await this.#write(
      unknown(this.#widths, steps).filter(({ space }) => !ofOps.has(space.id)),
      options,
    );
  }

  /**
   * Applies the ops on spaces among written steps, and returns their results. Spaces that were new
   * to their shard are made known again: another process may have dropped them. It cannot be
   * aborted, as the vectors are written.
   */
  async publish(steps: readonly SpaceStep[]): Promise<readonly WriteResult[]> {
    const ops = steps.flatMap((step) => ("op" in step ? [step] : []));
    const results = await this.#write([...ops, ...unknown(this.#widths, steps)]);
    return results.slice(0, ops.length);
  }

  async #write(ops: readonly SpaceOp[], options?: CallOptions): Promise<readonly WriteResult[]> {
    if (ops.length === 0) return [];
    const results = await (await this.#shards.at(0, options)).write(ops, options);
    for (const { space } of ops) this.#widths.set(space.id, space.dimensions);
    return results;
  }
}

/** Returns ops that make the spaces of vectors known that are not. */
function unknown(widths: SpaceWidths, steps: readonly SpaceStep[]): readonly SpaceOp[] {
  const ops = steps.flatMap((step): readonly (readonly [string, SpaceOp])[] => {
    if ("op" in step || widths.has(step.space.id)) return [];
    const { space } = step;
    return [[space.id, { op: "space", space, state: "ready", unlessKnown: true }]];
  });
  return [...new Map(ops).values()];
}

/** Returns what an op says of spaces. */
export function spaceSteps(op: WriteOp): readonly SpaceStep[] {
  if (op.op === "space") return [op];
  if (op.op === "embed") return [op.vector];
  if ((op.op !== "put" && op.op !== "restore") || typeof op.search === "string") return [];
  return op.search.vectors;
}
