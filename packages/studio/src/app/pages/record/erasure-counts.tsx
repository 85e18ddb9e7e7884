import type { JSX } from "preact";

import type { ErasureAnswer } from "../../../wire/record.js";
import { number } from "../../words/format.js";
import { words } from "./words.js";

const PARTS = ["records", "derived", "revisions", "vectors"] as const;

/** What an erasure removes, in numbers, and what it cannot reach. */
export function ErasureCounts({ answer }: { readonly answer: ErasureAnswer }): JSX.Element {
  const text = words();
  return (
    <div class="stack">
      <ul class="counts">
        {PARTS.map((part) => (
          <li key={part}>
            <strong>{number(answer[part])}</strong> {text.counts[part](answer[part])}
          </li>
        ))}
      </ul>
      {answer.unreached.length > 0 && (
        <div>
          <h3>{text.unreached}</h3>
          <ul class="faint unreached">
            {answer.unreached.map((place) => (
              <li key={place}>{place}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
