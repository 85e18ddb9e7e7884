import type { EmbeddingServer } from "../http/embedding-server.js";
import type { Settings } from "../options/settings.js";

/** What the batches of one call share. */
export interface BatchRun {
  readonly settings: Settings;
  readonly server: EmbeddingServer;
  readonly purpose: "query" | "document";
  readonly signal: AbortSignal;
  /** By the caller's order; filled as vectors arrive. */
  readonly vectors: (Float32Array | undefined)[];
  /** Width of the vectors, once it is known. */
  width: number | undefined;
  /** Sum of what the server counted, once it did. */
  tokens: number | undefined;
}
