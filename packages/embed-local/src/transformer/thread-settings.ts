import { join } from "node:path";

import {
  checkBoolean,
  checkFunction,
  checkNumber,
  checkOneOf,
  checkText,
  invalidInput,
} from "@kioku/core/toolkit";

import type { FoundModel } from "./find-model.js";
import { defaultCacheDir, folderOf } from "./folders.js";
import type { ModelManifest } from "./manifest.js";
import type { ModelOptions } from "./model-options.js";
import { modelFile, QUANTIZATIONS } from "./quantization.js";
import type { Quantization } from "./quantization.js";
import type { DownloadSource, ThreadSettings } from "./worker/protocol.js";

/** The options that every model takes, for checks. */
export const MODEL_OPTIONS: readonly (keyof ModelOptions)[] = [
  "model",
  "modelDir",
  "cacheDir",
  "allowDownload",
  "onProgress",
  "hubUrl",
  "revision",
  "quantization",
  "threads",
];

const HUB_URL = "https://huggingface.co";
const MAX_THREADS = 256;

function quantizationOf(options: ModelOptions, manifest: ModelManifest): Quantization {
  const allowed = manifest.quantizations ?? QUANTIZATIONS;
  return checkOneOf(options.quantization ?? "fp32", "quantization", allowed);
}

function hubUrlOf(value: unknown): string {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  // Messages name the address, so nothing of it may be secret.
  if (!url || !isWeb || `${url.username}${url.password}${url.search}${url.hash}` !== "") {
    const what = "an http: or https: address without name, password, query and fragment";
    throw invalidInput("hubUrl", what);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/u, "");
}

function filesOf(quantization: Quantization, { externalData = [] }: ModelManifest): string[] {
  const file = modelFile(quantization);
  const files = ["config.json", "tokenizer.json", "tokenizer_config.json", file];
  return externalData.includes(quantization) ? [...files, `${file}_data`] : files;
}

/** Where the files may be, and where they may come from. */
function placesOf(
  options: ModelOptions,
  model: string,
  revision: string,
): { folders: string[]; download?: DownloadSource } {
  const { modelDir, cacheDir = defaultCacheDir(), allowDownload = false } = options;
  const cache = folderOf(cacheDir, "cacheDir");
  const hubUrl = hubUrlOf(options.hubUrl ?? HUB_URL);
  if (modelDir !== undefined) {
    const folder = folderOf(modelDir, "modelDir");
    return { folders: [folder, join(folder, model)] };
  }
  // A branch may have slashes, and dots that lead out of the folder.
  const folder = join(cache, model, encodeURIComponent(revision).replace(/^\.+$/u, "_"));
  const folders = [folder];
  return checkBoolean(allowDownload, "allowDownload")
    ? { folders, download: { hubUrl, folder } }
    : { folders };
}

/** What the thread of a model has to know, but for what its kind decides. */
export function threadSettings(
  options: ModelOptions,
  { repository, manifest }: FoundModel<ModelManifest>,
): Omit<ThreadSettings, "truncate" | "output"> {
  const { onProgress, threads } = options;
  if (onProgress !== undefined) checkFunction(onProgress, "onProgress");
  if (threads !== undefined) {
    checkNumber(threads, "threads", { min: 1, max: MAX_THREADS, integer: true });
  }
  const revision = checkText(options.revision ?? manifest.revision, "revision", 200);
  const quantization = quantizationOf(options, manifest);
  return {
    model: repository,
    revision,
    quantization,
    ...placesOf(options, repository, revision),
    files: filesOf(quantization, manifest),
    checksums: revision === manifest.revision ? (manifest.checksums ?? {}) : {},
    maxTokens: manifest.maxTokens,
    ...(threads === undefined ? {} : { threads }),
  };
}
