import { sampleStrengths } from "../../sample/sample-strengths.js";
import type { AnswerOf, VerbName } from "../../wire/verbs.js";
import { Failure, type Source } from "./source.js";

/** Makes a source that answers from the sample, as of a moment. */
export function sampleSource(now: Date): Source {
  const answer = sampleStrengths(now);
  return {
    ask: async <N extends VerbName>(verb: N): Promise<AnswerOf<N>> => {
      if (verb === "strengths") return answer;
      throw new Failure("sample has no such data", { status: 404, code: "not-found" });
    },
  };
}
