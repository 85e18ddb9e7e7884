import type * as Transformers from "@huggingface/transformers";

import { ModelFailure } from "./model-failure.js";

/** The part of `@huggingface/transformers` that is used. */
export type Library = typeof Transformers;

const PEER = "@huggingface/transformers";
/**
 * How Node.js says that this package is not there; where one that it needs is missing, its name
 * comes behind `imported from`.
 */
const MISSING = `Cannot find package '${PEER}'`;

function failureOf(cause: unknown): ModelFailure {
  const isMissing =
    cause instanceof Error &&
    "code" in cause &&
    cause.code === "ERR_MODULE_NOT_FOUND" &&
    cause.message.startsWith(MISSING);
  const message = isMissing
    ? `transformer models need the package ${PEER}, which is not installed. Run: npm install ${PEER}@^4.3.1`
    : `the package ${PEER} cannot be loaded. There may be no native part of it for this platform, or its optional packages were left out when it was installed. Look at the cause.`;
  return new ModelFailure(message, { cause });
}

function refuse(): Promise<never> {
  return Promise.reject(new Error("nothing may be fetched here"));
}

/** Imports the optional peer, and takes from it every way to the network. */
export async function loadLibrary(): Promise<Library> {
  let library: Library;
  try {
    library = await import("@huggingface/transformers");
  } catch (cause) {
    throw failureOf(cause);
  }
  const { env, LogLevel } = library;
  // At lower levels it writes inputs to the console when a model fails.
  env.logLevel = LogLevel.NONE;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useFSCache = false;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.fetch = refuse;
  return library;
}
