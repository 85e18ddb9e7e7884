import type { CacheReport } from "./cache/measure-cache.ts";
import type { ClientReport } from "./client/measure-client.ts";
import type { StaticReport } from "./static/measure-static.ts";
import type { TransformerReport } from "./transformer/measure-transformers.ts";

/** What one run measured; parts that were not asked for are absent. */
export interface EmbedReport {
  /** Whether this only shows that everything runs; its figures mean nothing then. */
  readonly quick: boolean;
  readonly static?: StaticReport;
  readonly transformer?: readonly TransformerReport[];
  readonly client?: readonly ClientReport[];
  readonly cache?: CacheReport;
}
