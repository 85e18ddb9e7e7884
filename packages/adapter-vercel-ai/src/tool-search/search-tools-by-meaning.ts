import type { Embedder, Logger } from "@kioku/core";
import { cachedEmbedder } from "@kioku/core";
import {
  calibrate,
  checkMembers,
  checkMethods,
  checkNumber,
  dotProduct,
  embedTexts,
  EmbedderProfiles,
  fuse,
  orContinue,
  safeLogger,
} from "@kioku/core/toolkit";

import { nameFit, toolText } from "./tool-words.js";
import { wordScores } from "./word-scores.js";

/** A tool, as `toolSearch` of the AI SDK tells of it. */
export interface SearchedTool {
  /** Its name. */
  readonly name: string;
  /** What it does. */
  readonly description?: string | undefined;
}

/** What `toolSearch` of the AI SDK asks. */
export interface ToolSearchRequest {
  /** What the model is looking for, in its words. */
  readonly query: string;
  /** The tools to choose from. */
  readonly tools: readonly SearchedTool[];
}

/** Finds tools: their names, best first. What `search` of `toolSearch` takes. */
export type ToolSearchFunction = (request: ToolSearchRequest) => Promise<string[]>;

/** What `searchToolsByMeaning` takes beside the embedder. */
export interface ToolSearchOptions {
  /**
   * How near in meaning a tool has to be that shares no word with the query, 0 to 1, on the scale
   * that all embedders share: unrelated texts are at 0.15, question and answer at 0.6.
   * @defaultValue `0.3`
   */
  readonly minMeaning?: number | undefined;
  /**
   * How many vectors are kept in memory, 0 to 10,000,000.
   * @defaultValue `10000`
   */
  readonly maxEntries?: number | undefined;
  /**
   * Told when the embedder fails and only words are compared.
   * @defaultValue says nothing
   */
  readonly logger?: Logger | undefined;
}

const DEFAULT_MIN_MEANING = 0.3;
const DEFAULT_MEANING_WEIGHT = 0.5;
const SILENT: Logger = { warn: () => undefined, error: () => undefined };

/**
 * The `search` of `toolSearch`, which the AI SDK has from 7.0.127 on: tools that defer loading are
 * found by what their names and descriptions mean and by the words in them, as `recall` finds
 * memories. A tool that is called by its name comes first. Vectors are kept, so that each tool is
 * embedded once. If the embedder fails, words alone decide. A query that fits nothing gives an
 * empty list.
 *
 * An embedder without a `profile` is measured by the first search, on some fifty short texts.
 * @throws `invalid-input` naming the option that cannot work, or that there is none of that name.
 */
export function searchToolsByMeaning(
  embedder: Embedder,
  options: ToolSearchOptions = {},
): ToolSearchFunction {
  checkMembers(options, "options", ["minMeaning", "maxEntries", "logger"]);
  const { minMeaning = DEFAULT_MIN_MEANING, maxEntries, logger: given = SILENT } = options;
  checkNumber(minMeaning, "options.minMeaning", { min: 0, max: 1 });
  checkMethods(given, "options.logger", ["warn", "error"]);
  const logger = safeLogger(given);
  const cached = cachedEmbedder(embedder, { maxEntries });
  const profiles = new EmbedderProfiles(logger);
  const rules = { onError: "continue", logger, signal: undefined } as const;
  return async ({ query, tools }) => {
    if (query.trim() === "" || tools.length === 0) return [];
    const meanings = await orContinue("tools were searched by their words alone", rules, () =>
      meaningsOf({ query, tools }, cached, { profiles, logger }),
    );
    const words = wordScores(query, tools);
    const meaningWeight = embedder.profile?.meaningWeight ?? DEFAULT_MEANING_WEIGHT;
    const found = tools.map((tool, index) => {
      const [meaning, textScore = 0] = [meanings?.[index], words[index]];
      const named = nameFit(query, tool.name);
      const { relevance } = fuse({ meaning, textScore }, meaningWeight);
      const fits = named > 0 || textScore > 0 || (meaning ?? 0) >= minMeaning;
      return { name: tool.name, named, relevance, fits };
    });
    return found
      .filter(({ fits }) => fits)
      .toSorted((a, b) => b.named - a.named || b.relevance - a.relevance)
      .map(({ name }) => name);
  };
}

/** What meanings are compared with. */
interface MeaningParts {
  readonly profiles: EmbedderProfiles;
  readonly logger: Logger;
}

/**
 * How near each tool is to the query, on the scale that all embedders share; `undefined` where the
 * embedder failed for a tool.
 */
async function meaningsOf(
  { query, tools }: ToolSearchRequest,
  embedder: Embedder,
  { profiles, logger }: MeaningParts,
): Promise<readonly (number | undefined)[]> {
  const asked = await embedTexts(embedder, [query], { purpose: "query" });
  const [question] = asked.vectors;
  if (!question) throw asked.failure ?? new Error("the embedder gave no vector");
  const answer = await embedTexts(embedder, tools.map(toolText), { purpose: "document" });
  if (answer.failure) logger.warn("some tools were searched by their words alone");
  const profile = await profiles.of(embedder, undefined);
  return answer.vectors.map((vector) =>
    vector && vector.values.length === question.values.length
      ? calibrate(dotProduct(question.values, vector.values), profile)
      : undefined,
  );
}
