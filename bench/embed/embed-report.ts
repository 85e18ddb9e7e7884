import type { CacheReport } from "./cache/measure-cache.ts";
import type { ClientReport } from "./client/measure-client.ts";
import type { StaticReport } from "./static/measure-static.ts";
import type { TransformerReport } from "./transformer/measure-transformers.ts";

/** Figures of one run; parts that were not requested are absent. */
export interface EmbedReport {
  /** True if the run only shows that everything works; its figures mean nothing. */
  readonly quick: boolean;
  readonly static?: StaticReport;
  readonly transformer?: readonly TransformerReport[];
  readonly client?: readonly ClientReport[];
  readonly cache?: CacheReport;
}
