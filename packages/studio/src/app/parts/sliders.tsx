import type { ComponentChildren, JSX } from "preact";

import { number } from "../words/format.js";
import { Slider } from "./fields.js";
import type { Range } from "./settings-query.js";

/** Sliders of some settings by their names, with a heading, and what belongs to them. */
export function Sliders<N extends string>({
  title,
  aside,
  ranges,
  text,
  settings,
  change,
  children,
}: {
  readonly title?: string;
  /** Stands at the end of the heading. */
  readonly aside?: ComponentChildren;
  readonly ranges: Readonly<Record<N, Range>>;
  readonly text: Readonly<Record<N, string>>;
  readonly settings: Readonly<Record<N, number>>;
  readonly change: (changes: { readonly [K in N]?: number }) => void;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="sliders" role="group" aria-label={title}>
      {title !== undefined && (
        <div class="row between">
          <h3>{title}</h3>
          {aside}
        </div>
      )}
      {Object.entries<Range>(ranges).map(([key, [min, max, step, show = decimal]]) => {
        const name = key as N;
        return (
          <Slider
            key={name}
            label={text[name]}
            value={settings[name]}
            {...{ min, max, step, show }}
            onChange={(value) => change({ [name]: value } as { readonly [K in N]?: number })}
          />
        );
      })}
      {children}
    </div>
  );
}

function decimal(value: number): string {
  return number(value, 3);
}
