import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { EMBEDDING_MODELS, RERANK_MODELS } from "../src/index.js";
import type { EmbeddingManifest, ListedModel, ModelManifest } from "../src/index.js";

/** The page that has the lists of models. */
const page = readFileSync(
  new URL("../../../docs/embedders/transformer-models.md", import.meta.url),
  "utf8",
);

/** The rows of the table that has this heading first, each as its cells without blanks. */
function rowsOf(heading: string): readonly string[][] {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  expect(start).toBeGreaterThan(0);
  const rest = lines.slice(start + 2);
  const rows = rest.slice(0, rest.indexOf(""));
  return rows
    .map((row) => row.split("|").slice(1, -1))
    .map((row) => row.map((cell) => cell.trim()));
}

function widthsOf({ dimensions, widths = [] }: EmbeddingManifest): string {
  return widths.length === 0 ? String(dimensions) : `${dimensions} (${widths.join(", ")})`;
}

function prefixesOf({ prefixes = {} }: EmbeddingManifest): string {
  const names = Object.keys(prefixes);
  return names.length === 2 ? "both" : (names[0] ?? "");
}

function tokensOf({ maxTokens }: ModelManifest): string {
  return maxTokens.toLocaleString("en-US");
}

function linkOf({ repository }: ListedModel<ModelManifest>): string {
  return `[${repository}](https://huggingface.co/${repository})`;
}

test("the table of embedding models says what the data say", () => {
  const rows = EMBEDDING_MODELS.map((model) => {
    const { name, manifest, languages, licence } = model;
    const words = [languages, licence, prefixesOf(manifest), linkOf(model)];
    return [`\`${name}\``, widthsOf(manifest), tokensOf(manifest), ...words];
  });
  expect(rowsOf("`model`")).toEqual(rows);
});

test("the table of rerankers says what the data say", () => {
  const rows = RERANK_MODELS.map((model) => {
    const { name, manifest, languages, licence } = model;
    return [`\`${name}\``, tokensOf(manifest), languages, licence, linkOf(model)];
  });
  expect(rowsOf("reranker")).toEqual(rows);
});

test("the revision that the guide has fetched by hand is that of the data", () => {
  const guide = new URL("../../../docs/embedders/choosing.md", import.meta.url);
  const [, repository, revision] =
    /hf download (\S+) [^`]*--revision (\S+)/u.exec(readFileSync(guide, "utf8")) ?? [];
  const model = EMBEDDING_MODELS.find((listed) => listed.repository === repository);
  expect(model?.manifest.revision).toBe(revision);
});
