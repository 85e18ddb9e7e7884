import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll } from "vitest";

import { makeModel } from "../../scripts/make-model/make-model.ts";
import type { ModelSettings } from "../../scripts/make-model/model-settings.ts";
import type { EmbeddingManifest, ModelManifest } from "../../src/index.js";

/** Manifest of the script's default model. */
export const ENCODER: EmbeddingManifest = {
  revision: "1",
  dimensions: 32,
  maxTokens: 128,
  pooling: "mean",
};
export const CROSS_ENCODER: ModelManifest = { revision: "1", maxTokens: 128 };

/** A folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kioku-model-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with a small real model, laid out as on the hub. */
export function modelFolder(settings: Partial<ModelSettings> = {}): string {
  const folder = temporaryFolder();
  makeModel(folder, settings);
  return folder;
}
