import type { Database } from "better-sqlite3";
import Driver from "better-sqlite3";

/**
 * A defect that the harness must find, or it proves nothing. `transaction`: the store's writes run
 * without `begin` and `commit`. `acknowledgement`: the writer acknowledges before it writes.
 */
export type Control = (typeof CONTROLS)[number];

/** Every defect by name. */
export const CONTROLS = ["transaction", "acknowledgement"] as const;

const FRAME = /^\s*(?:begin|commit|end|rollback|savepoint|release)\b/iu;

type Work = (...given: readonly unknown[]) => unknown;

let takenOut = 0;

/**
 * From now on, statements that begin, commit or undo a transaction do nothing in this process. It
 * changes the driver's prototype, because the package has no switch for this; databases have to be
 * opened afterwards.
 */
export function takeOutTransactions(): void {
  const original = { ...Driver.prototype };
  Object.assign(Driver.prototype, {
    prepare(this: Database, source: string) {
      const statement = original.prepare.call(this, source);
      if (FRAME.test(source)) Object.defineProperty(statement, "run", { value: doNothing });
      return statement;
    },
    exec(this: Database, source: string) {
      if (!FRAME.test(source)) return original.exec.call(this, source);
      doNothing();
      return this;
    },
    transaction(this: Database, work: Work) {
      const unframed = (...given: readonly unknown[]): unknown => {
        doNothing();
        return work(...given);
      };
      const ways = { deferred: unframed, immediate: unframed, exclusive: unframed };
      return Object.assign(unframed, { default: unframed, ...ways });
    },
  });
}

/** Counts the statements that were called since and did nothing. */
export function countTakenOut(): number {
  return takenOut;
}

function doNothing(): { readonly changes: number; readonly lastInsertRowid: number } {
  takenOut += 1;
  return { changes: 0, lastInsertRowid: 0 };
}
