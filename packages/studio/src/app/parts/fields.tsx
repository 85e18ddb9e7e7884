import type { JSX } from "preact";

/** Slider with its value. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  onChange,
  show = String,
}: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
  /** Writes the value. @defaultValue as it is */
  readonly show?: (value: number) => string;
}): JSX.Element {
  return (
    <label class="field">
      <span class="label">
        {label}{" "}
        <span class="value" aria-hidden="true">
          {show(value)}
        </span>
      </span>
      <input
        class="slider"
        type="range"
        aria-valuetext={show(value)}
        {...{ min, max, step, value }}
        onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  );
}

/** One of several choices, in a list that opens. */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  /** Value and text of each. */
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
}): JSX.Element {
  return (
    <label class="field">
      {label}
      <select
        class="select"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as T)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** One of a few choices, all of which are seen. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  /** Read to those who do not see it. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
}): JSX.Element {
  return (
    <fieldset class="segmented" role="radiogroup" aria-label={label}>
      {options.map(([one, text]) => (
        <label key={one}>
          <input
            type="radio"
            name={label}
            value={one}
            checked={one === value}
            onChange={() => onChange(one)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

/** Yes or no. */
export function Switch({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}): JSX.Element {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
