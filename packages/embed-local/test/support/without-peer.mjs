/**
 * Preloaded into every thread: looks for `@huggingface/transformers` from the root of the disk,
 * where it is not installed.
 */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const parentURL = pathToFileURL("/of-no-package.js").href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(
      specifier,
      specifier === "@huggingface/transformers" ? { ...context, parentURL } : context,
    ),
});
