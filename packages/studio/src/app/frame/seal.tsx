import type { JSX } from "preact";

/** Seal beside the name. */
export function Seal(): JSX.Element {
  return (
    <span class="seal" aria-hidden="true">
      記
    </span>
  );
}
