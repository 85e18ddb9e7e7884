import type { MemoryOptions } from "../api/options.js";
import type { AnyPlugin } from "../api/plugin.js";
import { resolveRankingOptions } from "../api/ranking-options.js";
import { checkEmbedder } from "../embedding/check-embedder.js";
import { MAX_DELAY_MS } from "../internal/async/timers.js";
import {
  checkBoolean,
  checkFunction,
  checkMethods,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkText,
} from "../internal/check/check.js";
import { invalidInput } from "../internal/check/invalid-input.js";
import { MAX_NAME_LENGTH } from "../model/limits.js";
import { resolveRetention } from "./check-retention.js";
import { resolveRetryDelays } from "./embedding/retry/embedding-retry.js";
import { checkHooks } from "./hooks/collect-hooks.js";
import { MemoryView } from "./memory-view.js";
import { toEmbedders } from "./to-embedders.js";

const OPTIONS = [
  "store",
  "embedder",
  "reranker",
  "plugins",
  "scoring",
  "ranking",
  "newSpace",
  "embedding",
  "embedTimeoutMs",
  "retryEmbedding",
  "untrustedShare",
  "retention",
  "tracer",
  "traceScope",
  "clock",
  "random",
  "schedule",
  "generateId",
  "logger",
];

/** Names a plugin cannot take, because they are a memory's own. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(MemoryView.prototype),
  "scopePath",
  "untrustedShare",
  "reindex",
  "spaces",
  "dropSpace",
  "sweep",
  "embedQueued",
  "runEmbeddingWorker",
  "queueStats",
  "close",
  "then",
  "__proto__",
]);

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function checkMemoryOptions(options: MemoryOptions): void {
  checkMembers(options, "createMemory", OPTIONS);
  const { store, embedder, reranker, plugins = [], scoring, newSpace, logger } = options;
  checkMethods(store, "store", ["open", "write", "get", "search", "list", "close"]);
  checkEmbedders(embedder);
  if (reranker !== undefined) {
    checkMethods(reranker, "reranker", ["rerank"]);
    const { weight } = reranker;
    if (weight !== undefined) checkNumber(weight, "reranker.weight", { min: 0, max: 1 });
  }
  resolveRankingOptions(options.ranking);
  const { embedding, embedTimeoutMs, retryEmbedding } = options;
  if (embedding !== undefined) checkOneOf(embedding, "embedding", ["inline", "queued"]);
  if (embedding === "queued" && !store.queue) {
    throw invalidInput("embedding", `"inline", since the store ${store.name} has no queue`);
  }
  if (embedTimeoutMs !== undefined) {
    checkNumber(embedTimeoutMs, "embedTimeoutMs", { above: 0, max: MAX_DELAY_MS });
  }
  if (typeof retryEmbedding !== "boolean") resolveRetryDelays(retryEmbedding);
  resolveRetention(options.retention);
  if (scoring !== undefined) checkMethods(scoring, "scoring", ["score"]);
  if (logger !== undefined) checkMethods(logger, "logger", ["warn", "error"]);
  if (options.tracer !== undefined) checkMethods(options.tracer, "tracer", ["startActiveSpan"]);
  if (options.traceScope !== undefined) checkBoolean(options.traceScope, "traceScope");
  if (newSpace !== undefined) checkOneOf(newSpace, "newSpace", ["refuse", "start"]);
  const { untrustedShare } = options;
  if (untrustedShare !== undefined)
    checkNumber(untrustedShare, "untrustedShare", { min: 0, max: 1 });
  for (const name of ["clock", "random", "schedule", "generateId"] as const) {
    if (options[name] !== undefined) checkFunction(options[name], name);
  }
  checkPlugins(plugins);
}

function checkEmbedders(given: MemoryOptions["embedder"]): void {
  const ids = new Set<string>();
  for (const [index, embedder] of toEmbedders(given).entries()) {
    const name = Array.isArray(given) ? `embedder[${index}]` : "embedder";
    checkEmbedder(embedder, name);
    if (ids.has(embedder.id)) throw invalidInput(`${name}.id`, "unlike the others", embedder.id);
    ids.add(embedder.id);
  }
}

/**
 * Refuses plugins that have unknown members or hooks, or ids that cannot be.
 * @throws `invalid-input` naming the member, what is allowed and what came.
 */
export function checkPlugins(plugins: unknown): void {
  if (!Array.isArray(plugins)) throw invalidInput("plugins", "a list of plugins", plugins);
  const seen = new Set<string>();
  for (const [index, plugin] of plugins.entries()) {
    const name = `plugins[${index}]`;
    checkMembers(plugin, name, ["id", "hooks", "extend", "close"]);
    const id = checkText((plugin as AnyPlugin).id, `${name}.id`, MAX_NAME_LENGTH);
    if (id === "trust") {
      throw invalidInput(`${name}.id`, "not that by which receipts name the rule of trust", id);
    }
    if (RESERVED.has(id)) throw invalidInput(`${name}.id`, "no member of Memory", id);
    if (seen.has(id)) throw invalidInput(`${name}.id`, "unlike the ids of the other plugins", id);
    seen.add(id);
    const { hooks, extend, close } = plugin as Readonly<Record<string, unknown>>;
    checkHooks(hooks, `${name}.hooks`);
    if (extend !== undefined) checkFunction(extend, `${name}.extend`);
    if (close !== undefined) checkFunction(close, `${name}.close`);
  }
}
