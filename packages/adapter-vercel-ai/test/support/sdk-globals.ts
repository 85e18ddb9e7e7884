import * as sdk from "ai";

/** True if the tests run on AI SDK 7. */
export const IS_AI_7: boolean = "isStepCount" in sdk;

/** Members of the global object that the AI SDK reads. */
interface SdkGlobals {
  AI_SDK_DEFAULT_PROVIDER?: unknown;
  AI_SDK_LOG_WARNINGS?: unknown;
}

const globals: SdkGlobals = globalThis;

/** Runs with a provider that finds models by name. */
export async function withProvider<T>(provider: object, run: () => Promise<T>): Promise<T> {
  globals.AI_SDK_DEFAULT_PROVIDER = provider;
  try {
    return await run();
  } finally {
    delete globals.AI_SDK_DEFAULT_PROVIDER;
  }
}

/** Collects the warnings of the AI SDK. */
export async function warningsOf(run: () => Promise<unknown>): Promise<readonly unknown[]> {
  const warnings: unknown[] = [];
  globals.AI_SDK_LOG_WARNINGS = (options: unknown): unknown => warnings.push(options);
  try {
    await run();
  } finally {
    delete globals.AI_SDK_LOG_WARNINGS;
  }
  return warnings;
}
