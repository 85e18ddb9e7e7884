import { checkMembers, checkNumber, checkOneOf } from "../internal/check/check.js";

/**
 * Weights that make one relevance of the results of a recall's legs. The defaults are the best that
 * was measured.
 */
export interface RankingOptions {
  /**
   * `weighted`: a weighted sum on absolute scales. `rrf`: reciprocal rank fusion, which looks at
   * ranks alone; its scores compare within one recall only.
   * @defaultValue `"weighted"`
   */
  readonly fusion?: "weighted" | "rrf" | undefined;
  /** Share of meaning beside keywords, 0 to 1. @defaultValue what the embedder's profile says */
  readonly meaningWeight?: number | undefined;
  /**
   * Share of the relevance of the record just before in the thread that is added, 0 to 1.
   * @defaultValue 0.5
   */
  readonly neighbourWeight?: number | undefined;
  /**
   * Share of the relevance of the thread's best record that is added, 0 to 1.
   * @defaultValue 0.4
   */
  readonly threadWeight?: number | undefined;
  /**
   * Share of its relevance that a memory of another time than the query names loses, 0 to 1.
   * @defaultValue 0.2
   */
  readonly dateWeight?: number | undefined;
}

/** With every default but that of the embedder. */
export interface ResolvedRanking {
  readonly fusion: "weighted" | "rrf";
  readonly meaningWeight: number | undefined;
  readonly neighbourWeight: number;
  readonly threadWeight: number;
  readonly dateWeight: number;
}

const WEIGHTS = ["meaningWeight", "neighbourWeight", "threadWeight", "dateWeight"] as const;

/** @throws `invalid-input` for an option that is unknown or out of range. */
export function resolveRankingOptions(options: RankingOptions = {}): ResolvedRanking {
  checkMembers(options, "ranking", ["fusion", ...WEIGHTS]);
  for (const name of WEIGHTS) {
    if (options[name] !== undefined)
      checkNumber(options[name], `ranking.${name}`, { min: 0, max: 1 });
  }
  return {
    fusion: checkOneOf(options.fusion ?? "weighted", "ranking.fusion", ["weighted", "rrf"]),
    meaningWeight: options.meaningWeight,
    neighbourWeight: options.neighbourWeight ?? 0.5,
    threadWeight: options.threadWeight ?? 0.4,
    dateWeight: options.dateWeight ?? 0.2,
  };
}
