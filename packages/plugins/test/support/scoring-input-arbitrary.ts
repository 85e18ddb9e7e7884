import type { Emotion, ScoringInput } from "@kioku/core";
import * as fc from "fast-check";

import { scoringInput } from "./scoring-input.js";

/** From the future to 2,700 years ago, and most often of the last weeks. */
export function days(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.double({ min: 0, max: 60, noNaN: true }),
    fc.constantFrom(-1e6, -1, 0, 1, 7, 30, 365, 1e6),
  );
}

function share(min = 0): fc.Arbitrary<number> {
  return fc.oneof(fc.double({ min, max: 1, noNaN: true }), fc.constantFrom(min, 0, 1));
}

function emotion(): fc.Arbitrary<Emotion> {
  return fc.record({ valence: share(-1), arousal: share() });
}

/** Any candidate, the extreme ones often. */
export function extremeInput(): fc.Arbitrary<ScoringInput> {
  return fc
    .record({
      id: fc.uuid(),
      relevance: share(),
      meaning: fc.option(share(), { nil: undefined }),
      importance: share(),
      ageDays: days(),
      sinceDays: fc.option(days(), { nil: undefined }),
      uses: fc.oneof(fc.nat(20), fc.constantFrom(0, 1e6)),
      stabilityDays: fc.oneof(
        fc.double({ min: 0.001, max: 100, noNaN: true }),
        fc.constantFrom(0.001, 36_500),
      ),
      emotion: fc.option(emotion(), { nil: undefined }),
      mood: fc.option(emotion(), { nil: undefined }),
    })
    .map((parts) => scoringInput(parts));
}
