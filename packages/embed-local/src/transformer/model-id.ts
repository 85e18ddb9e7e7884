import { crc32 } from "node:zlib";

import type { EmbeddingManifest } from "./manifest.js";
import type { ThreadSettings } from "./worker/protocol.js";

type Identity = Pick<ThreadSettings, "model" | "revision" | "quantization">;
type EmbedderIdentity = Identity & Pick<ThreadSettings, "truncate" | "maxTokens" | "pooling">;

function quantized({ quantization }: Identity): string {
  return quantization === "fp32" ? "" : `+${quantization}`;
}

/**
 * `model@revision+quantization`. Nothing is kept under it, so options that change scores, such as
 * `truncate`, are not in it.
 */
export function rerankerId(settings: Identity): string {
  return `${settings.model}@${settings.revision}${quantized(settings)}`;
}

/**
 * `model@revision#width`, and behind it, each after a plus, what else changes vectors:
 * quantization, pooling, output, prefixes, and where texts are cut.
 */
export function embedderId(settings: EmbedderIdentity, manifest: EmbeddingManifest): string {
  const { pooling, layerNorm = false, output, prefixes = {} } = manifest;
  const { query = "", document = "" } = prefixes;
  const hash = crc32(JSON.stringify([query, document])).toString(16);
  const parts = [
    quantized(settings),
    `+${pooling}`,
    layerNorm ? "+layernorm" : "",
    output === undefined ? "" : `+${output}`,
    query === "" && document === "" ? "" : `+prefixes-${hash}`,
    settings.truncate ? `+cut-${settings.maxTokens}` : "",
  ];
  return `${settings.model}@${settings.revision}#${settings.pooling?.width ?? manifest.dimensions}${parts.join("")}`;
}
