import {
  backgroundTimer,
  checkBoolean,
  checkedClock,
  checkedSchedule,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkText,
  invalidInput,
  MAX_DELAY_MS,
  MAX_NAME_LENGTH,
  safeLogger,
  waitedTimer,
} from "@kioku/core/toolkit";

import type { ImageMemoryOptions } from "../api/options.js";
import { guardedBlobs } from "../blobs/checked-blobs.js";
import { decodeImage } from "../decode/decode-image.js";
import { tileFilter } from "../filter/tile-filter.js";
import type { ImageSettings } from "../model/image-host.js";

type Check = (value: unknown, name: string) => unknown;
const DELAY = { above: 0, max: MAX_DELAY_MS };

const CHECKS: { readonly [Name in keyof ImageMemoryOptions]-?: Check } = {
  blobs: (value, name) => checkMethods(value, name, ["put", "get", "delete", "list"]),
  model: checkModel,
  filter: (value, name) => checkMethods(value, name, ["isChanged"]),
  decoder: checkFunction,
  embedder: checkEmbedder,
  fetch: checkFunction,
  batchSize: (value, name) => checkNumber(value, name, { min: 1, max: 100, integer: true }),
  automatic: checkBoolean,
  idleMs: (value, name) => checkNumber(value, name, DELAY),
  maxBytes: (value, name) => checkNumber(value, name, { min: 1, integer: true }),
  timeoutMs: (value, name) => checkNumber(value, name, DELAY),
  leaseMs: (value, name) => checkNumber(value, name, { above: 0 }),
  clock: checkFunction,
  schedule: checkFunction,
  logger: (value, name) => checkMethods(value, name, ["warn", "error"]),
};

/** Checks the options of an image memory and fills in the defaults. @throws `invalid-input` */
export function resolveImageOptions(options: ImageMemoryOptions): ImageSettings {
  checkMembers(options, "imageMemory", Object.keys(CHECKS));
  CHECKS.blobs(options.blobs, "blobs");
  const given = options as unknown as Readonly<Record<string, unknown>>;
  for (const [name, check] of Object.entries(CHECKS)) {
    if (given[name] !== undefined) check(given[name], name);
  }
  return {
    blobs: guardedBlobs(options.blobs),
    model: options.model,
    filter: options.filter ?? tileFilter(),
    decoder: options.decoder ?? decodeImage,
    embedder: options.embedder,
    fetch: options.fetch,
    batchSize: options.batchSize ?? 20,
    automatic: options.automatic ?? true,
    idleMs: options.idleMs ?? 600_000,
    maxBytes: options.maxBytes ?? 20_971_520,
    timeoutMs: options.timeoutMs ?? 120_000,
    leaseMs: options.leaseMs ?? 300_000,
    clock: checkedClock(options.clock ?? (() => new Date())),
    schedule: checkedSchedule(options.schedule ?? backgroundTimer),
    waits: checkedSchedule(options.schedule ?? waitedTimer),
    logger: safeLogger(options.logger),
  };
}

function checkModel(value: unknown, name: string): void {
  checkMethods(value, name, ["generate"]);
  const { id, takesImages } = value as { readonly id?: unknown; readonly takesImages?: unknown };
  checkText(id, `${name}.id`, MAX_NAME_LENGTH);
  if (takesImages !== true) throw invalidInput(name, "a model with takesImages: true");
}

function checkEmbedder(value: unknown, name: string): void {
  checkMethods(value, name, ["embed"]);
  const { id, dimensions } = value as { readonly id?: unknown; readonly dimensions?: unknown };
  checkText(id, `${name}.id`, MAX_NAME_LENGTH);
  checkNumber(dimensions, `${name}.dimensions`, { min: 1, integer: true });
}
