import type { Embedder, Logger } from "@kioku/core";
import {
  documentTerms,
  queryTerms,
  textScorer,
  calibrate,
  checkMembers,
  checkMethods,
  checkNumber,
  dotProduct,
  EmbedderProfiles,
  embedTexts,
  fuse,
  safeLogger,
} from "@kioku/core/toolkit";
import { cachedEmbedder } from "@kioku/plugins/embedders";
import { continueOnError } from "@kioku/tools";

/** Tool as `toolSearch` of the AI SDK describes it. */
export interface SearchedTool {
  /** Its name. */
  readonly name: string;
  /** Description of the tool. */
  readonly description?: string | undefined;
}

/** Request of `toolSearch` of the AI SDK. */
export interface ToolSearchRequest {
  /** Query in the model's words. */
  readonly query: string;
  /** Candidates. */
  readonly tools: readonly SearchedTool[];
}

/** Finds tools and returns their names, best first; `search` of `toolSearch`. */
export type ToolSearchFunction = (request: ToolSearchRequest) => Promise<string[]>;

/** Options of `searchToolsByMeaning`. */
export interface ToolSearchOptions {
  /**
   * Least meaning of a tool without a word of the query, 0 to 1, on the scale shared by all
   * embedders: unrelated texts are at 0.15, question and answer at 0.6. @defaultValue `0.3`
   */
  readonly minMeaning?: number | undefined;
  /** Number of cached vectors, 0 to 10,000,000. @defaultValue `10000` */
  readonly maxEntries?: number | undefined;
  /** Warned when the embedder fails and words alone decide. @defaultValue silent */
  readonly logger?: Logger | undefined;
}

const DEFAULT_MIN_MEANING = 0.3;
const DEFAULT_MEANING_WEIGHT = 0.5;
const SILENT: Logger = { warn: () => undefined, error: () => undefined };

/**
 * Returns a `search` for `toolSearch` of AI SDK 7.0.127 and later. It finds deferred tools by the
 * meaning and the words of their names and descriptions, as `recall` finds memories; a tool called
 * by its name comes first. Each tool is embedded once. If the embedder fails, words alone decide.
 * Without a match the list is empty.
 *
 * The first search measures an embedder without a `profile`, on about fifty short texts.
 * @throws `invalid-input` naming the option.
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
    const meanings = await continueOnError("tools were searched by their words alone", rules, () =>
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

/**
 * Returns the similarity of each tool to the query, on the scale of all embedders; `undefined`
 * where the embedder failed.
 */
async function meaningsOf(
  { query, tools }: ToolSearchRequest,
  embedder: Embedder,
  { profiles, logger }: { readonly profiles: EmbedderProfiles; readonly logger: Logger },
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

/** Separators of words in names. */
const JOINTS = /[\s_./:-]+/gu;

/** Returns the words of a name: `sendEmail`, `send_email` and `send-email` are `send email`. */
function nameWords(name: string): string {
  return name
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ")
    .replaceAll(JOINTS, " ")
    .trim()
    .toLowerCase();
}

/** Returns the text of a tool to embed. */
function toolText({ name, description = "" }: SearchedTool): string {
  return description.trim() === "" ? nameWords(name) || name : `${nameWords(name)}: ${description}`;
}

/** Returns 2 if a query is the name, 1 if it contains a name of several words, else 0. */
function nameFit(query: string, name: string): 0 | 1 | 2 {
  const words = nameWords(name);
  if (nameWords(query) === words) return 2;
  const isTelling = words.includes(" ");
  return isTelling && hasWhole(query.toLowerCase(), name.toLowerCase()) ? 1 : 0;
}

/** Returns true if a text contains a name as a whole. */
function hasWhole(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = text.slice(0, at).slice(-1) + text.slice(at + name.length).slice(0, 1);
    if (!/[\p{L}\p{N}_-]/u.test(around)) return true;
  }
  return false;
}

/** Scores each tool by its words in common with the query, by BM25 among these tools. */
function wordScores(query: string, tools: readonly SearchedTool[]): readonly number[] {
  const terms = queryTerms(`${query} ${nameWords(query)}`);
  const documents = tools.map(({ name, description = "" }) => {
    const words = documentTerms(nameWords(name));
    // Words of a name count twice.
    return [...words, ...words, ...documentTerms(description)];
  });
  const frequencies = documents.map((document) => {
    const counts = new Map<string, number>();
    for (const term of document) counts.set(term, (counts.get(term) ?? 0) + 1);
    return terms.map((term) => counts.get(term) ?? 0);
  });
  const score = textScorer({
    documents: documents.length,
    totalTerms: documents.reduce((sum, { length }) => sum + length, 0),
    documentFrequencies: terms.map(
      (_, index) => frequencies.filter((counts) => (counts[index] ?? 0) > 0).length,
    ),
  });
  return documents.map(({ length }, index) => score(frequencies[index] ?? [], length));
}
