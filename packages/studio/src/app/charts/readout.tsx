import type { JSX } from "preact";

/** Line of a legend, with the value at the cursor. */
export interface ReadoutLine {
  readonly name: string;
  readonly color: string;
  readonly isDim: boolean;
  /** Absent without a cursor. */
  readonly value: string | undefined;
}

/** Legend of a chart that also says the values at the cursor; its size never changes. */
export function Readout({
  lines,
  at,
  onCurve,
}: {
  readonly lines: readonly ReadoutLine[];
  /** Where the cursor is; absent: nowhere. */
  readonly at: string | undefined;
  /** Chooses a curve. */
  readonly onCurve: ((name: string) => void) | undefined;
}): JSX.Element {
  return (
    <div class="readout">
      <p class="at" aria-hidden="true">
        {at ?? "\u00a0"}
      </p>
      <ul>
        {lines.map(({ name, color, isDim, value }) => {
          const content = (
            <>
              <span class="swatch" style={{ background: color }} aria-hidden="true" />
              <span class="name">{name}</span>
              <span class="value" aria-hidden="true">
                {value}
              </span>
            </>
          );
          return (
            <li key={name} class={isDim ? "dim" : ""}>
              {onCurve ? (
                <button type="button" aria-pressed={!isDim} onClick={() => onCurve(name)}>
                  {content}
                </button>
              ) : (
                content
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
