import { rangeKey } from "@kioku/core/toolkit";

import type { AreaMirror, MirroredSpace } from "./area-mirror.js";

/**
 * Mirrors up to a number of bytes; those used least recently leave first, but none while it is in
 * use.
 */
export class MirrorShelf {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #mirrors = new Map<string, AreaMirror>();
  /** What each took when it was last looked at. */
  readonly #bytesOf = new Map<AreaMirror, number>();
  #bytes = 0;
  /** For what is being loaded. */
  #reserved = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** What all mirrors take in memory, as of their last use. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many bytes they may take. */
  get maxBytes(): number {
    return this.#maxBytes;
  }

  /** All mirrors, least recently used first. */
  get mirrors(): Iterable<AreaMirror> {
    return this.#mirrors.values();
  }

  /** The spaces that the mirror of an area knows. */
  spacesOf(key: string): readonly MirroredSpace[] {
    return this.#mirrors.get(key)?.spaces ?? [];
  }

  /** The mirror of an area, to be given back. */
  take(key: string): AreaMirror | undefined {
    const mirror = this.#mirrors.get(key);
    if (!mirror) return undefined;
    this.#mirrors.delete(key);
    this.#mirrors.set(key, mirror);
    mirror.users += 1;
    return mirror;
  }

  /** Ends a use. What has grown meanwhile may cost others their place. */
  giveBack(mirror: AreaMirror): void {
    mirror.users -= 1;
    if (this.#isHere(mirror)) this.#count(mirror);
    else if (mirror.users === 0) mirror.release();
    this.#makeRoom();
  }

  /**
   * Adds a mirror in place of the one that its area may have. Returns false if there is no room for
   * it.
   */
  put(mirror: AreaMirror): boolean {
    const key = rangeKey(mirror.area);
    const before = this.#mirrors.get(key);
    if (before) this.remove(before);
    this.#mirrors.set(key, mirror);
    this.#count(mirror);
    this.#makeRoom();
    return this.#isHere(mirror);
  }

  /** Takes a mirror away; its memory is free as soon as nobody uses it. */
  remove(mirror: AreaMirror): void {
    if (!this.#isHere(mirror)) return;
    this.#mirrors.delete(rangeKey(mirror.area));
    this.#bytes -= this.#bytesOf.get(mirror) ?? 0;
    this.#bytesOf.delete(mirror);
    if (mirror.users === 0) mirror.release();
  }

  /**
   * Keeps so many bytes free for what is to come, or fewer again. False: there is no room for them,
   * nothing was kept.
   */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > this.#maxBytes) return false;
    this.#reserved += bytes;
    this.#makeRoom();
    if (bytes <= 0 || this.#over() <= 0) return true;
    this.#reserved -= bytes;
    return false;
  }

  /** Takes all away. */
  clear(): void {
    for (const mirror of this.#mirrors.values()) this.remove(mirror);
  }

  #isHere(mirror: AreaMirror): boolean {
    return this.#mirrors.get(rangeKey(mirror.area)) === mirror;
  }

  #count(mirror: AreaMirror): void {
    const { bytes } = mirror;
    this.#bytes += bytes - (this.#bytesOf.get(mirror) ?? 0);
    this.#bytesOf.set(mirror, bytes);
  }

  #over(): number {
    return this.#bytes + this.#reserved - this.#maxBytes;
  }

  /**
   * First what was used least recently goes, then what the last one can do without, then the last
   * one.
   */
  #makeRoom(): void {
    if (this.#over() <= 0) return;
    for (const mirror of this.#mirrors.values()) {
      if (this.#over() <= 0) return;
      if (mirror.users > 0) continue;
      if (this.#mirrors.size > 1) {
        this.remove(mirror);
        continue;
      }
      mirror.filters.clear();
      mirror.postings.makeRoom(this.#over());
      this.#count(mirror);
      if (this.#over() > 0) this.remove(mirror);
    }
  }
}
