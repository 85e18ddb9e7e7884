import { LAYER_NORM_EPSILON } from "../../scripts/make-model/config-file.ts";
import type { ModelSettings } from "../../scripts/make-model/model-settings.ts";
import type { Weights } from "../../scripts/make-model/weight.ts";

/** The tokens of one text or pair of texts, without padding. */
export interface TokenInput {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

type Row = readonly number[];

/**
 * BERT, computed with plain loops and double precision: the same network as the ONNX graph, from
 * its description and not from the graph.
 */
export class ReferenceNetwork {
  readonly #settings: ModelSettings;
  readonly #arrays = new Map<string, readonly Row[]>();

  constructor(settings: ModelSettings, weights: Weights) {
    this.#settings = settings;
    for (const [name, { dims, values }] of weights) {
      const columns = dims.at(-1) ?? 0;
      const numbers = Array.from(values());
      const rows = Array.from({ length: numbers.length / columns }, (_, row) => {
        return numbers.slice(row * columns, (row + 1) * columns);
      });
      this.#arrays.set(name, rows);
    }
  }

  /** One row of numbers a token. */
  hiddenState({ ids, types }: TokenInput): readonly Row[] {
    let rows = ids.map((id, place) => {
      const parts = [this.#row("embeddings.word", id), this.#row("embeddings.position", place)];
      if (this.#settings.tokenTypes) parts.push(this.#row("embeddings.type", types[place] ?? 0));
      return this.#normalize(parts.reduce(sum), "embeddings.norm");
    });
    for (let layer = 0; layer < this.#settings.layers; layer += 1) {
      rows = this.#layer(rows, `layer.${layer}`);
    }
    return rows;
  }

  /** The score of a pair. */
  score(input: TokenInput): number {
    const [first = []] = this.hiddenState(input);
    const pooled = this.#linear(first, "pooler").map(Math.tanh);
    return this.#linear(pooled, "classifier")[0] ?? Number.NaN;
  }

  #layer(rows: readonly Row[], name: string): Row[] {
    const contexts = this.#attention(rows, `${name}.attention`);
    return rows.map((row, place) => {
      const between = this.#normalize(sum(row, contexts[place] ?? []), `${name}.attention.norm`);
      const inner = this.#linear(between, `${name}.feed.inner`).map(gelu);
      return this.#normalize(
        sum(between, this.#linear(inner, `${name}.feed.outer`)),
        `${name}.feed.norm`,
      );
    });
  }

  #attention(rows: readonly Row[], name: string): Row[] {
    const { heads, width } = this.#settings;
    const size = width / heads;
    const queries = rows.map((row) => this.#linear(row, `${name}.query`));
    const keys = rows.map((row) => this.#linear(row, `${name}.key`));
    const values = rows.map((row) => this.#linear(row, `${name}.value`));
    return queries.map((query) => {
      const context = Array.from({ length: heads }, (_, head) => {
        const [start, end] = [head * size, (head + 1) * size];
        const part = query.slice(start, end);
        const shares = softmax(keys.map((key) => dot(part, key.slice(start, end)) / size ** 0.5));
        return values
          .map((value, place) => scale(value.slice(start, end), shares[place] ?? 0))
          .reduce(sum);
      });
      return this.#linear(context.flat(), `${name}.output`);
    });
  }

  #linear(row: Row, name: string): Row {
    const sums = [...this.#row(`${name}.bias`, 0)];
    for (const [index, value] of row.entries()) {
      for (const [column, factor] of this.#row(`${name}.weight`, index).entries()) {
        sums[column] = (sums[column] ?? Number.NaN) + value * factor;
      }
    }
    return sums;
  }

  #normalize(row: Row, name: string): Row {
    const mean = row.reduce((total, value) => total + value, 0) / row.length;
    const centred = row.map((value) => value - mean);
    const deviation = Math.sqrt(dot(centred, centred) / row.length + LAYER_NORM_EPSILON);
    const [gain, bias] = [this.#row(`${name}.gain`, 0), this.#row(`${name}.bias`, 0)];
    return centred.map((value, index) => {
      return (value / deviation) * (gain[index] ?? 0) + (bias[index] ?? 0);
    });
  }

  #row(name: string, index: number): Row {
    const row = this.#arrays.get(name)?.[index];
    if (!row) throw new Error(`no row ${index} of ${name}`);
    return row;
  }
}

function sum(a: Row, b: Row): Row {
  return a.map((value, index) => value + (b[index] ?? Number.NaN));
}

function scale(row: Row, factor: number): Row {
  return row.map((value) => value * factor);
}

function dot(a: Row, b: Row): number {
  return a.reduce((total, value, index) => total + value * (b[index] ?? Number.NaN), 0);
}

function softmax(values: Row): Row {
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const total = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / total);
}

function gelu(value: number): number {
  return (value / 2) * (1 + errorFunction(value / Math.SQRT2));
}

/** Computes it by its Taylor series; from 5 on the rest is below 1e-11. */
function errorFunction(value: number): number {
  if (Math.abs(value) > 5) return Math.sign(value);
  let [term, total] = [value, value];
  for (let index = 1; Math.abs(term) > 1e-16; index += 1) {
    term *= -(value * value) / index;
    total += term / (2 * index + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
}
