import type { Embedder } from "../../../contracts/embedder.js";
import type { CallOptions } from "../../../model/call-options.js";
import type { Engine } from "../../engine.js";
import { chooseEmbedders } from "./choose-embedders.js";

/** The embedders whose spaces a recall asks now: exactly one during a change of the model. */
export async function askedEmbedders(
  { embedders, spaces }: Engine,
  options: CallOptions,
): Promise<readonly Embedder[]> {
  return chooseEmbedders(embedders, await spaces.read(options)).asked;
}
