import { API_MODELS } from "./api-models.js";
import type { ModelPreset } from "./model-preset.js";
import { OPEN_MODELS } from "./open-models.js";

/**
 * What is known of the model of this name. Servers write names in their own ways: with an
 * organisation (`nomic-ai/…`), a tag (`…:latest`), a quantisation (`…@q8_0`), or, in LM Studio,
 * with `text-embedding-` in front.
 */
export function findPreset(model: string): ModelPreset | undefined {
  const name = model.toLowerCase().replace(/^.*\//u, "").replace(/@.*$/u, "");
  const spellings = [name, name.replace(/:.*$/u, "")];
  const bare = spellings.map((spelling) => spelling.replace(/^text-embedding-/u, ""));
  for (const spelling of [...spellings, ...bare]) {
    const found = [...API_MODELS, ...OPEN_MODELS].find(({ names }) => names.includes(spelling));
    if (found) return found;
  }
  return undefined;
}
