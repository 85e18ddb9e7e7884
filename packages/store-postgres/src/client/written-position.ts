import type { Position } from "./replica-driver.js";

/** Tells after a commit how far the log was written then; nothing if that is not known. */
export type Committed = (at: string | undefined) => void;

/** How far the log of the primary is that this store has written to. */
export class WrittenPosition {
  #position: Position = { known: true, at: undefined };
  #unknown = 0;

  /** What reads have to see now. */
  get position(): Position {
    return this.#position;
  }

  /**
   * To be called when a transaction begins. After a commit that did not tell, only transactions
   * that began later say how far the log is: of the others nobody knows whether they were before
   * it.
   */
  begin(): Committed {
    const unknownBefore = this.#unknown;
    return (at) => {
      if (at === undefined) {
        this.#unknown += 1;
        this.#position = { known: false };
      } else if (this.#position.known) {
        this.#position = laterOf(this.#position.at, at);
      } else if (this.#unknown === unknownBefore) {
        this.#position = { known: true, at };
      }
    };
  }
}

/** Commits that ran at once may tell in any order. */
function laterOf(known: string | undefined, at: string): Position {
  const isLater = known === undefined || numberOf(at) > numberOf(known);
  return { known: true, at: isLater ? at : known };
}

/** Positions such as `16/B374D848` are two hexadecimal numbers. */
function numberOf(position: string): bigint {
  const [high = "0", low = "0"] = position.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
