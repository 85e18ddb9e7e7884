import { isPglite } from "../../src/open/client/clients.js";
import type {
  PgliteDatabase,
  PgliteTransaction,
  PostgresPool,
  PostgresPoolClient,
} from "../../src/open/client/clients.js";

/** A client whose connection breaks when it is told to. */
export interface FailingClient {
  readonly client: PostgresPool | PgliteDatabase;
  /**
   * Breaks at its n-th statement from now on, and at each one after it.
   * @param isAnswerLost - The n-th one is run, and only its answer is lost.
   */
  breakAt(nth: number, isAnswerLost: boolean): void;
}

/** A client that can break. */
export function failingClient(client: PostgresPool | PgliteDatabase): FailingClient {
  let left = Number.POSITIVE_INFINITY;
  let losesAnswer = false;
  const attempt = async <T>(run: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left > 0) return run();
    if (losesAnswer && left === 0) await run();
    throw new Error("the connection broke");
  };
  return {
    client: isPglite(client) ? breakingPglite(client, attempt) : breakingPool(client, attempt),
    breakAt: (nth, isAnswerLost) => {
      left = nth;
      losesAnswer = isAnswerLost;
    },
  };
}

type Attempt = <T>(run: () => Promise<T>) => Promise<T>;

function breakingPool(pool: PostgresPool, attempt: Attempt): PostgresPool {
  return {
    connect: async (): Promise<PostgresPoolClient> => {
      const client = await pool.connect();
      return {
        // So that each statement knows whether the one before it went through.
        pipeline: false,
        query: (config) => attempt(() => client.query(config)),
        release: (destroy) => {
          client.release(destroy);
        },
      };
    },
  };
}

function breakingPglite(database: PgliteDatabase, attempt: Attempt): PgliteDatabase {
  const breaking = (target: PgliteTransaction): PgliteTransaction => ({
    query: (text, values, options) => attempt(() => target.query(text, values, options)),
  });
  return {
    waitReady: database.waitReady,
    ...breaking(database),
    transaction: (work) => database.transaction((transaction) => work(breaking(transaction))),
  };
}
