import type { JSX } from "preact";

/** Bar of a share, 0 to 1, which may begin at another. */
export function Track({
  from = 0,
  to,
}: {
  readonly from?: number;
  readonly to: number;
}): JSX.Element {
  return (
    <span class="track" aria-hidden="true">
      <i style={{ insetInlineStart: at(from), width: at(to - from) }} />
    </span>
  );
}

function at(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
