import {
  checkFunction,
  checkMethods,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkText,
} from "../check/check.js";
import { invalidInput } from "../check/invalid-input.js";
import type { AnyPlugin } from "../plugin/plugin.js";
import { MAX_NAME_LENGTH } from "./limits.js";
import { MemoryView } from "./memory-view.js";
import type { MemoryOptions } from "./options.js";

const OPTIONS = [
  "store",
  "embedder",
  "reranker",
  "plugins",
  "scoring",
  "newSpace",
  "clock",
  "random",
  "generateId",
  "logger",
];

/** Names a plugin cannot take, because they are a memory's own. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(MemoryView.prototype),
  "scopePath",
  "reindex",
  "sweep",
  "close",
  "then",
  "__proto__",
]);

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function checkMemoryOptions(options: MemoryOptions): void {
  checkMembers(options, "createMemory", OPTIONS);
  const { store, embedder, reranker, plugins = [], scoring, newSpace, logger } = options;
  checkMethods(store, "store", ["open", "write", "get", "search", "list", "close"]);
  if (embedder !== undefined) {
    checkMethods(embedder, "embedder", ["embed"]);
    checkText(embedder.id, "embedder.id", MAX_NAME_LENGTH);
    const { dimensions, maxBatchSize } = embedder;
    const size = { min: 1, integer: true };
    if (dimensions !== undefined) checkNumber(dimensions, "embedder.dimensions", size);
    if (maxBatchSize !== undefined) checkNumber(maxBatchSize, "embedder.maxBatchSize", size);
  }
  if (reranker !== undefined) checkMethods(reranker, "reranker", ["rerank"]);
  if (scoring !== undefined) checkMethods(scoring, "scoring", ["score"]);
  if (logger !== undefined) checkMethods(logger, "logger", ["warn", "error"]);
  if (newSpace !== undefined) checkOneOf(newSpace, "newSpace", ["refuse", "start"]);
  for (const name of ["clock", "random", "generateId"] as const) {
    if (options[name] !== undefined) checkFunction(options[name], name);
  }
  checkPlugins(plugins);
}

function checkPlugins(plugins: unknown): void {
  if (!Array.isArray(plugins)) throw invalidInput("plugins", "a list of plugins", plugins);
  const seen = new Set<string>();
  for (const [index, plugin] of plugins.entries()) {
    const name = `plugins[${index}]`;
    checkMembers(plugin, name, ["id", "hooks", "extend", "close"]);
    const id = checkText((plugin as AnyPlugin).id, `${name}.id`, MAX_NAME_LENGTH);
    if (RESERVED.has(id)) throw invalidInput(`${name}.id`, "no member of Memory", id);
    if (seen.has(id)) throw invalidInput(`${name}.id`, "unlike the ids of the other plugins", id);
    seen.add(id);
  }
}
