import { LAYER_NORM_EPSILON } from "./config-file.ts";
import { GraphBuilder } from "./graph-builder.ts";
import type { ModelSettings } from "./model-settings.ts";
import { FLOAT, INT64 } from "./onnx-model.ts";
import type { GraphValue, OnnxModel } from "./onnx-model.ts";
import type { Weights } from "./weight.ts";

/** Added to the attention that padding gets: nothing is left of it. */
const MASKED = -1e30;

/**
 * The computation of BERT (Devlin et al. 2018, https://arxiv.org/abs/1810.04805) over the given
 * numbers.
 */
export function bertGraph(
  settings: ModelSettings,
  weights: Weights,
  { quantized }: { readonly quantized: boolean },
): OnnxModel {
  const { kind, layers, width, tokenTypes, sentenceEmbedding } = settings;
  const graph = new GraphBuilder(weights, quantized);
  const texts = ["batch", "length"];
  const inputs = ["input_ids", "attention_mask", ...(tokenTypes ? ["token_type_ids"] : [])].map(
    (name): GraphValue => ({ name, type: INT64, dims: texts }),
  );
  const mask = graph.step("Cast", ["attention_mask"], { to: FLOAT });
  const penalty = maskPenalty(graph, mask);
  let hidden = embeddings(graph, settings);
  for (let layer = 0; layer < layers; layer += 1) {
    hidden = transformerLayer(graph, settings, { hidden, penalty, name: `layer.${layer}` });
  }
  const outputs: GraphValue[] = [];
  const answer = (value: string, name: string, dims: readonly (number | string)[]): void => {
    graph.name(value, name);
    outputs.push({ name, type: FLOAT, dims });
  };
  if (kind === "cross-encoder") {
    answer(classify(graph, hidden), "logits", ["batch", 1]);
  } else {
    answer(hidden, "last_hidden_state", [...texts, width]);
    if (sentenceEmbedding) {
      answer(meanOfTokens(graph, hidden, mask), "sentence_embedding", ["batch", width]);
    }
  }
  return { inputs, outputs, nodes: graph.nodes, tensors: graph.tensors };
}

function maskPenalty(graph: GraphBuilder, mask: string): string {
  const padding = graph.step("Sub", [graph.number(1), mask]);
  const everywhere = graph.step("Unsqueeze", [padding, graph.integers(1, 2)]);
  return graph.step("Mul", [everywhere, graph.number(MASKED)]);
}

function embeddings(graph: GraphBuilder, { tokenTypes }: ModelSettings): string {
  const lookUp = (table: string, ids: string): string => {
    return graph.step("Gather", [graph.weight(`embeddings.${table}`), ids]);
  };
  const length = graph.step("Gather", [graph.step("Shape", ["input_ids"]), graph.integer(1)]);
  const places = graph.step("Range", [graph.integer(0), length, graph.integer(1)]);
  let sum = graph.step("Add", [lookUp("word", "input_ids"), lookUp("position", places)]);
  if (tokenTypes) sum = graph.step("Add", [sum, lookUp("type", "token_type_ids")]);
  return normalize(graph, sum, "embeddings.norm");
}

function normalize(graph: GraphBuilder, value: string, name: string): string {
  const inputs = [value, graph.weight(`${name}.gain`), graph.weight(`${name}.bias`)];
  const epsilon = { float: LAYER_NORM_EPSILON };
  return graph.step("LayerNormalization", inputs, { axis: -1, epsilon });
}

interface LayerInput {
  readonly hidden: string;
  readonly penalty: string;
  readonly name: string;
}

function transformerLayer(
  graph: GraphBuilder,
  settings: ModelSettings,
  { hidden, penalty, name }: LayerInput,
): string {
  const context = attention(graph, settings, { hidden, penalty, name: `${name}.attention` });
  const attended = graph.step("Add", [hidden, context]);
  const between = normalize(graph, attended, `${name}.attention.norm`);
  const inner = gelu(graph, graph.linear(between, `${name}.feed.inner`));
  const fed = graph.step("Add", [between, graph.linear(inner, `${name}.feed.outer`)]);
  return normalize(graph, fed, `${name}.feed.norm`);
}

function attention(
  graph: GraphBuilder,
  { width, heads }: ModelSettings,
  { hidden, penalty, name }: LayerInput,
): string {
  const perHead = width / heads;
  const split = (part: string, perm: readonly number[]): string => {
    const values = graph.linear(hidden, `${name}.${part}`);
    const byHead = graph.step("Reshape", [values, graph.integers(0, 0, heads, perHead)]);
    return graph.step("Transpose", [byHead], { perm });
  };
  const products = graph.step("MatMul", [split("query", [0, 2, 1, 3]), split("key", [0, 2, 3, 1])]);
  const scaled = graph.step("Mul", [products, graph.number(1 / Math.sqrt(perHead))]);
  const shares = graph.step("Softmax", [graph.step("Add", [scaled, penalty])], { axis: -1 });
  const sums = graph.step("MatMul", [shares, split("value", [0, 2, 1, 3])]);
  const byToken = graph.step("Transpose", [sums], { perm: [0, 2, 1, 3] });
  const joined = graph.step("Reshape", [byToken, graph.integers(0, 0, width)]);
  return graph.linear(joined, `${name}.output`);
}

/** x ½ (1 + erf(x / √2)) */
function gelu(graph: GraphBuilder, value: string): string {
  const error = graph.step("Erf", [graph.step("Div", [value, graph.number(Math.SQRT2)])]);
  const share = graph.step("Add", [error, graph.number(1)]);
  return graph.step("Mul", [graph.step("Mul", [value, share]), graph.number(0.5)]);
}

/** The score, from what the first token has become. */
function classify(graph: GraphBuilder, hidden: string): string {
  const first = graph.step("Gather", [hidden, graph.integer(0)], { axis: 1 });
  const pooled = graph.step("Tanh", [graph.linear(first, "pooler")]);
  return graph.linear(pooled, "classifier");
}

/** Mean over the tokens that are no padding, at length 1. */
function meanOfTokens(graph: GraphBuilder, hidden: string, mask: string): string {
  const shares = graph.step("Unsqueeze", [mask, graph.integers(-1)]);
  const kept = graph.step("Mul", [hidden, shares]);
  const sum = graph.step("ReduceSum", [kept, graph.integers(1)], { keepdims: 0 });
  const count = graph.step("ReduceSum", [mask, graph.integers(1)], { keepdims: 1 });
  const mean = graph.step("Div", [sum, count]);
  const length = graph.step("ReduceL2", [mean], { axes: [-1], keepdims: 1 });
  return graph.step("Div", [mean, length]);
}
