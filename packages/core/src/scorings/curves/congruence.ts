/** A feeling on two axes, each from -1 to 1. */
export interface AffectPoint {
  /** -1 (unpleasant) to 1 (pleasant). */
  readonly valence: number;
  /** -1 (calm) to 1 (excited). */
  readonly arousal: number;
}

/** Distance between two opposite corners of the plane. */
const WIDEST = 2 * Math.SQRT2;

/**
 * How alike two feelings are: 1 for equal ones, 0 for opposite corners of the plane, linear in
 * their distance.
 */
export function congruence(a: AffectPoint, b: AffectPoint): number {
  return 1 - Math.hypot(a.valence - b.valence, a.arousal - b.arousal) / WIDEST;
}
