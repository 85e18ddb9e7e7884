export { localEmbedder } from "./local-embedder.js";
export type { LocalEmbedderOptions } from "./local-embedder-options.js";
