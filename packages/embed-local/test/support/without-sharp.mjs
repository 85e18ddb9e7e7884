/** Preloaded into every thread: has the package `sharp`, which the peer imports, be missing. */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier === "sharp" ? "no-sharp" : specifier, context),
});
