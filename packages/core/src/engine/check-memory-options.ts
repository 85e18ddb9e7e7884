import type { MemoryOptions } from "../api/options.js";
import type { AnyPlugin } from "../api/plugin.js";
import { checkEmbedder, checkExpander } from "../embedding/check-embedder.js";
import type { MemoryError } from "../errors/memory-error.js";
import { MAX_DELAY_MS } from "../internal/async/timers.js";
import {
  checkDefined,
  checkOptions,
  methods,
  number,
  oneOf,
} from "../internal/check/check-options.js";
import type { Checks } from "../internal/check/check-options.js";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkMethods,
  checkText,
  invalidInput,
  wrongInput,
} from "../internal/check/check.js";
import { MAX_NAME_LENGTH } from "../model/limits.js";
import { resolveRetryDelays } from "./embedding/retry/embedding-retry.js";
import { checkHooks } from "./hooks/collect-hooks.js";
import { MemoryView } from "./memory-view.js";
import { resolveRankingOptions, resolveRetention } from "./resolve-options.js";
import { RootView } from "./root-view.js";

const SHARE = number({ min: 0, max: 1 });

const CHECKS: Checks<MemoryOptions> = {
  store: methods("open", "write", "get", "search", "list", "close"),
  embedder: (given) => checkEmbedders(given as NonNullable<MemoryOptions["embedder"]>),
  expander: (given, name) => {
    if (given !== false) for (const one of [given].flat()) checkExpander(one, name);
  },
  reranker: (given, name) => {
    checkMethods(given, name, ["rerank"]);
    checkDefined(given as NonNullable<MemoryOptions["reranker"]>, { weight: SHARE }, `${name}.`);
  },
  plugins: checkPlugins,
  scoring: methods("score"),
  ranking: (given) => resolveRankingOptions(given as MemoryOptions["ranking"]),
  newSpace: oneOf("refuse", "start"),
  embedding: oneOf("inline", "queued"),
  embedTimeoutMs: number({ above: 0, max: MAX_DELAY_MS }),
  retryEmbedding: (given) => resolveRetryDelays(given as MemoryOptions["retryEmbedding"]),
  untrustedShare: SHARE,
  retention: resolveRetention,
  tracer: methods("startActiveSpan"),
  traceScope: checkBoolean,
  clock: checkFunction,
  random: checkFunction,
  schedule: checkFunction,
  generateId: checkFunction,
  logger: methods("warn", "error"),
};

/** Ids that no plugin can have: members of a memory, and the rule of trust in receipts. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(MemoryView.prototype),
  ...Object.getOwnPropertyNames(RootView.prototype),
  "trust",
  "scopePath",
  "untrustedShare",
  "then",
  "__proto__",
]);

/** @throws `invalid-input` naming the option, the allowed values and the given one. */
export function checkMemoryOptions(options: MemoryOptions): void {
  checkOptions(options, CHECKS, { name: "createMemory", prefix: "" });
  const { store, embedding } = options;
  CHECKS.store(store, "store");
  if (embedding === "queued" && !store.queue) {
    throw invalidInput("embedding", `"inline", since the store ${store.name} has no queue`);
  }
}

function checkEmbedders(given: NonNullable<MemoryOptions["embedder"]>): void {
  const ids = new Set<string>();
  for (const [index, embedder] of [given].flat().entries()) {
    checkEmbedder(embedder, Array.isArray(given) ? `embedder[${index}]` : "embedder");
    if (ids.has(embedder.id)) throw duplicate("embedder", embedder.id);
    ids.add(embedder.id);
  }
}

/** Refuses plugins with unknown members, or reserved or repeated ids. @throws `invalid-input` */
export function checkPlugins(plugins: unknown): void {
  if (!Array.isArray(plugins)) throw invalidInput("plugins", "a list of plugins", plugins);
  const seen = new Set<string>();
  for (const [index, plugin] of plugins.entries()) {
    const name = `plugins[${index}]`;
    checkMembers(plugin, name, ["id", "hooks", "extend", "close"]);
    const { id, hooks } = plugin as AnyPlugin;
    checkText(id, `${name}.id`, MAX_NAME_LENGTH);
    if (RESERVED.has(id)) throw wrongInput(`plugin id ${JSON.stringify(id)} is reserved`);
    if (seen.has(id)) throw duplicate("plugin", id);
    seen.add(id);
    checkHooks(hooks, `${name}.hooks`);
    checkDefined(plugin as AnyPlugin, { extend: checkFunction, close: checkFunction }, `${name}.`);
  }
}

function duplicate(what: string, id: string): MemoryError {
  return wrongInput(`duplicate ${what} id ${JSON.stringify(id)}`);
}

/** The lowest supported Node, as in `engines` of package.json. */
const LOWEST = { major: 22, minor: 18 } as const;

/** Refuses a Node on which drivers crash; other runtimes may pass. @throws `invalid-input` */
export function checkRuntime(nodeVersion: string = process.versions.node): void {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  if (major > LOWEST.major || (major === LOWEST.major && minor >= LOWEST.minor)) return;
  throw wrongInput(
    `createMemory needs Node ${LOWEST.major}.${LOWEST.minor} or newer, and this is Node ${nodeVersion}`,
  );
}
