import { rangeKey } from "@kioku/core/toolkit";
import type { ScopeRange } from "@kioku/core/toolkit";

import { bytesOfCodes } from "../codes/block-layout.js";
import { CodeArena } from "../codes/code-arena.js";
import { javascriptCodeKernel } from "../codes/javascript-code-kernel.js";
import { simdCodeKernel } from "../codes/simd-code-kernel.js";
import type { Pause } from "../jobs/turn.js";
import type { MirrorStats } from "../operations/mirror-stats.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../store-context.js";
import { VectorCache } from "../vector/vector-cache.js";
import { SMALL_AREA } from "./area-mirror.js";
import type { AreaMirror, MirroredSpace } from "./area-mirror.js";
import { followChanges } from "./follow-changes.js";
import { loadMirror } from "./load-mirror.js";
import { MirrorShelf } from "./mirror-shelf.js";
import { TermScores } from "./term-scores.js";

/** About what a record takes beside its codes. */
const ENTRY_BYTES = 40;
/** What part of the memory holds whole vectors. */
const VECTORS_SHARE = 8;
/** Areas whose being asked is remembered. */
const MAX_ASKED = 4_096;

/** An area and what a search asks of it. */
export interface WantedMirror {
  readonly area: ScopeRange;
  readonly spaces: readonly MirroredSpace[];
  /** How many records there are. */
  readonly records: number;
}

/** How an area is loaded. */
export interface Loading {
  /** Runs work on one state of the database, on a connection that nobody else uses meanwhile. */
  readonly onConnection: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
  /** Lets others run, and throws when the store is closed. */
  readonly pause: Pause;
}

/** All mirrors of a store: which are there, which are to come, and whether they are up to date. */
export class Mirrors {
  /** Made when the first area is loaded. */
  #arena: CodeArena | undefined;
  readonly #shelf: MirrorShelf;
  /** Vectors as they are on disk, of records that searches compared lately. */
  readonly vectors: VectorCache;
  /**
   * Areas that were asked and had no mirror that could answer, and what was asked. Least recently
   * asked first.
   */
  readonly #asked = new Map<string, WantedMirror>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #scores: TermScores[] = [];
  /** Bytes a record of areas that took more than there was room for. */
  readonly #measured = new Map<string, number>();
  #loads = 0;

  constructor(maxBytes: number) {
    const vectorBytes = Math.floor(maxBytes / VECTORS_SHARE);
    this.vectors = new VectorCache(vectorBytes);
    this.#shelf = new MirrorShelf(maxBytes - vectorBytes);
  }

  /** How many records an area has, if it was asked before and is to be loaded. */
  wanted(area: ScopeRange): number | undefined {
    return this.#asked.get(rangeKey(area))?.records;
  }

  /** Notes that an area was asked, so that it is loaded before it is asked again. */
  want({ area, spaces, records }: WantedMirror): void {
    const key = rangeKey(area);
    const coded = records > SMALL_AREA ? [...spaces, ...this.#shelf.spacesOf(key)] : [];
    const all = new Map(coded.map((space) => [space.id, space]));
    this.#asked.delete(key);
    this.#asked.set(key, { area, records, spaces: [...all.values()] });
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_ASKED && oldest !== undefined) this.#asked.delete(oldest);
  }

  /** Loads an area that is wanted; all who want it wait for the same one. */
  async load(area: ScopeRange, how: Loading): Promise<void> {
    const key = rangeKey(area);
    const loading = this.#loading.get(key) ?? this.#load(key, how);
    this.#loading.set(key, loading);
    try {
      await loading;
    } finally {
      this.#loading.delete(key);
      this.#asked.delete(key);
    }
  }

  /**
   * The mirror of an area for one search, brought up to date; `undefined` if there is none that
   * knows these spaces. `leave` ends its use.
   */
  async use(
    context: StoreContext,
    area: ScopeRange,
    spaces: readonly MirroredSpace[],
  ): Promise<AreaMirror | undefined> {
    const mirror = this.#shelf.take(rangeKey(area));
    if (!mirror) return undefined;
    let isOfUse = false;
    try {
      isOfUse = mirror.covers(spaces) && (await followChanges(context, mirror));
    } finally {
      // One that broke off half way knows neither the old state nor the new one.
      if (!isOfUse && mirror.covers(spaces)) this.#shelf.remove(mirror);
      if (!isOfUse) this.leave(mirror);
    }
    return isOfUse ? mirror : undefined;
  }

  /** Ends the use of a mirror. */
  leave(mirror: AreaMirror): void {
    this.#shelf.giveBack(mirror);
  }

  /** Scratch space for the scores of one search. */
  borrowScores(): TermScores {
    return this.#scores.pop() ?? new TermScores();
  }

  /** Takes scratch space back. */
  returnScores(scores: TermScores): void {
    scores.clear();
    this.#scores.push(scores);
  }

  /** What there is. */
  get stats(): MirrorStats {
    const mirrors = [...this.#shelf.mirrors];
    const sum = (of: (mirror: AreaMirror) => number): number =>
      mirrors.reduce((all, mirror) => all + of(mirror), 0);
    return {
      bytes: this.#shelf.bytes,
      limitBytes: this.#shelf.maxBytes + this.vectors.maxBytes,
      areas: mirrors.length,
      loads: this.#loads,
      records: sum(({ roster }) => roster.alive),
      codesBytes: sum(({ codesBytes }) => codesBytes),
      postingsBytes: sum(({ postings }) => postings.bytes),
      vectorsBytes: this.vectors.bytes,
    };
  }

  /** Waits for what is being loaded, and forgets everything. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#loading.values());
    this.#shelf.clear();
    this.vectors.clear();
    this.#scores.length = 0;
  }

  async #load(key: string, { onConnection, pause }: Loading): Promise<void> {
    const wanted = this.#asked.get(key);
    if (!wanted) return;
    const bytes = this.#estimate(key, wanted);
    if (!this.#shelf.reserve(bytes)) return;
    let mirror: AreaMirror | undefined;
    try {
      const { area, spaces } = wanted;
      const { maxBytes } = this.#shelf;
      const arena = (this.#arena ??= new CodeArena(
        simdCodeKernel() ?? javascriptCodeKernel(),
        maxBytes,
      ));
      this.#loads += 1;
      mirror = await onConnection((connection) =>
        loadMirror(connection, { area, spaces, arena, pause }),
      );
    } finally {
      // Before the mirror is put there, or its bytes would count twice.
      this.#shelf.reserve(-bytes);
    }
    if (!mirror || this.#shelf.put(mirror)) return;
    // Known from now on, so that it is not loaded again in vain.
    if (this.#measured.size >= MAX_ASKED) this.#measured.clear();
    this.#measured.set(key, mirror.bytes / wanted.records);
  }

  /** Returns how many bytes a mirror will take. */
  #estimate(key: string, { records, spaces }: WantedMirror): number {
    const codes = spaces.map(({ dimensions }) => bytesOfCodes(records, dimensions));
    const estimate = codes.reduce((sum, bytes) => sum + bytes, records * ENTRY_BYTES);
    return Math.max(estimate, records * (this.#measured.get(key) ?? 0));
  }
}
