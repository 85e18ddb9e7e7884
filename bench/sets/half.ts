/** Half of a public set: the one the ranking was developed on, or the other one. */
export type Half = "dev" | "held-out";

/** Tests whether the item at a place, counted from 0, is of the half. */
export function isOfHalf(place: number, half: Half): boolean {
  return (place % 2 === 0) === (half === "dev");
}
