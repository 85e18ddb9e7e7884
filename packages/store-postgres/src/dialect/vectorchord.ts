import { indexedBy } from "./access-method.js";
import type { Dialect, Settings } from "./dialect.js";
import { pgvector } from "./pgvector.js";

/** Below, one list holds everything and `probes` has to be empty. */
const LISTS_FROM = 1_000_000;
const VECTORS_PER_LIST = 1_000;

/**
 * PostgreSQL with VectorChord, which has to be in `shared_preload_libraries`. How many lists an
 * index has is fixed when it is made, so `probes` is left to the index: a setting that does not fit
 * the lists of an index makes its searches fail. Golden only, not run.
 */
export const vectorchord: Dialect = {
  ...pgvector,
  ...indexedBy({
    method: "vchordrq",
    parameters: (count) =>
      count < LISTS_FROM
        ? ""
        : `options = $$build.internal.lists = [${Math.ceil(count / VECTORS_PER_LIST)}]$$, probes = '32'`,
  }),
  name: "vectorchord",
  indexExtensions: ["vchord"],
  preparation: ["alter system set shared_preload_libraries = 'vchord' -- and restart the server"],
  searchSettings: (): Settings => ({ "vchordrq.epsilon": "1.9", "vchordrq.prefilter": "on" }),
};
