import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { MemoryError } from "@kioku/core";
import {
  checkBoolean,
  checkFunction,
  checkNumber,
  checkOneOf,
  checkText,
  invalidInput,
} from "@kioku/core/toolkit";

import type { FoundModel, ModelManifest } from "./manifest.js";
import type { ModelOptions } from "./model-options.js";
import { modelFile, QUANTIZATIONS, type Quantization } from "./quantization.js";
import { bestFolder, missingFilesMessage } from "./worker/best-folder.js";
import type { DownloadSource, ThreadSettings } from "./worker/protocol.js";

/** Options of every model, for checks. */
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

function hubUrlOf(value: unknown): string {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  // Messages show the address, so it must not hold secrets.
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

/** Returns the path of a folder that is given as a path or a `file:` URL. */
function folderOf(value: unknown, name: string): string {
  if (value instanceof URL && value.protocol === "file:") return fileURLToPath(value);
  if (typeof value === "string" && value !== "") return resolve(value);
  throw invalidInput(name, "the path of a folder or a `file:` URL", value);
}

/** Returns the folders that may hold the files, and their source. */
function locationsOf(
  options: ModelOptions,
  model: string,
  revision: string,
): { folders: string[]; download?: DownloadSource } {
  const { modelDir, allowDownload = false } = options;
  const cacheDir = options.cacheDir ?? join(homedir(), ".cache", "kioku", "models");
  const cache = folderOf(cacheDir, "cacheDir");
  const hubUrl = hubUrlOf(options.hubUrl ?? HUB_URL);
  if (modelDir !== undefined) {
    const folder = folderOf(modelDir, "modelDir");
    return { folders: [folder, join(folder, model)] };
  }
  // A branch may have slashes, and dots that lead out of the folder.
  const folder = join(cache, model, encodeURIComponent(revision).replace(/^\.+$/u, "_"));
  const isAllowed = checkBoolean(allowDownload, "allowDownload");
  return { folders: [folder], ...(isAllowed ? { download: { hubUrl, folder } } : {}) };
}

/** Returns the settings of a model's thread that do not depend on its kind. */
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
  const allowed = manifest.quantizations ?? QUANTIZATIONS;
  const quantization = checkOneOf(options.quantization ?? "fp32", "quantization", allowed);
  return {
    model: repository,
    revision,
    quantization,
    ...locationsOf(options, repository, revision),
    files: filesOf(quantization, manifest),
    checksums: revision === manifest.revision ? (manifest.checksums ?? {}) : {},
    maxTokens: manifest.maxTokens,
    ...(threads === undefined ? {} : { threads }),
  };
}

/**
 * Refuses a model whose files are missing and may not be downloaded: it would never work.
 * @throws `invalid-input` naming the factory, the files and the remedy.
 */
export function checkFiles(settings: ThreadSettings, factory: string): void {
  if (settings.download) return;
  const best = bestFolder(settings);
  if (best.missing.length === 0) return;
  const message = missingFilesMessage(settings, best);
  throw new MemoryError("invalid-input", `${factory}: ${message}`);
}
