import { toStatement } from "../../src/sql/compile.js";
import type { Channel, Driver, Statement } from "../../src/sql/driver.js";

/** Hears of each statement before it is sent; what it throws is the statement's failure. */
export type Spy = (statement: Statement) => void;

/** A driver whose statements are heard of. */
export function spyingDriver(inner: Driver, spy: Spy): Driver {
  return {
    rows: async (statement, options) => {
      spy(toStatement(statement));
      return inner.rows(statement, options);
    },
    commit: async (statement, options) => {
      spy(toStatement(statement));
      return inner.commit(statement, options);
    },
    transaction: (options, work) =>
      inner.transaction(options, (channel) => work(spyingChannel(channel, spy))),
    outside: (work) => inner.outside((channel) => work(spyingChannel(channel, spy))),
    close: () => inner.close(),
  };
}

function spyingChannel(inner: Channel, spy: Spy): Channel {
  return {
    rows: async (statement) => {
      spy(toStatement(statement));
      return inner.rows(statement);
    },
    change: async (statement) => {
      spy(toStatement(statement));
      return inner.change(statement);
    },
    finish: (statement) => {
      spy(toStatement(statement));
      inner.finish(statement);
    },
  };
}
