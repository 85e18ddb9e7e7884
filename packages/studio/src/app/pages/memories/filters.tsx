import { ORIGINS } from "@kioku/core/toolkit";
import type { JSX } from "preact";

import { route, setQuery } from "../../frame/router.js";
import { Button } from "../../parts/button.js";
import { Select, Switch } from "../../parts/fields.js";
import { nameOf } from "../../words/memory-words.js";
import { shared } from "../../words/shared.js";
import { FEELINGS, FILTERS, selectionOf, STATES } from "./selection.js";
import { words } from "./words.js";

/** Kinds that can be chosen before any was seen. */
const KINDS = ["note", "message", "fact", "episode"];

/** Settings that narrow the list; all of them are in the address. */
export function Filters({ kinds }: { readonly kinds: readonly string[] }): JSX.Element {
  const text = words();
  const { query } = route.value;
  const { kind = "", origin = "", feeling = "", state } = selectionOf(route.value);
  const count = FILTERS.filter((name) => query[name] !== undefined).length;
  const all = ["", shared().all] as const;
  const known = [...new Set([...KINDS, ...kinds, ...(kind === "" ? [] : [kind])])];
  return (
    <details class="filters" open={count > 0}>
      <summary class="button">
        {text.filters}
        {count > 0 && <span class="tag accent">{count}</span>}
      </summary>
      <div class="fields">
        <Select
          label={text.kind}
          value={kind}
          options={[all, ...known.map((one) => [one, nameOf(one)] as const)]}
          onChange={change("kind")}
        />
        <Select
          label={text.origin}
          value={origin}
          options={[all, ...ORIGINS.map((one) => [one, nameOf(one)] as const)]}
          onChange={change("origin")}
        />
        <Select
          label={text.state}
          value={state}
          options={STATES.map((one) => [one, text[one]] as const)}
          onChange={(value) => change("state")(value === "current" ? "" : value)}
        />
        <Select
          label={text.feeling}
          value={feeling}
          options={[
            all,
            ...FEELINGS.map((one) => [one, one === "any" ? text.anyFeeling : text[one]] as const),
          ]}
          onChange={change("feeling")}
        />
        <DayField label={text.from} value={query["from"]} onChange={change("from")} />
        <DayField label={text.to} value={query["to"]} onChange={change("to")} />
        <Switch
          label={text.pinned}
          value={query["pinned"] === "1"}
          onChange={(isOn) => change("pinned")(isOn ? "1" : "")}
        />
        {count > 0 && (
          <Button
            kind="bare"
            onClick={() => setQuery(Object.fromEntries([...FILTERS, "at"].map((one) => [one, ""])))}
          >
            {text.clear}
          </Button>
        )}
      </div>
    </details>
  );
}

function DayField({
  label,
  value = "",
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}): JSX.Element {
  return (
    <label class="field">
      {label}
      <input
        class="input"
        type="date"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

/** Returns what sets a filter, and looks at the beginning of the list. */
function change(name: (typeof FILTERS)[number]): (value: string) => void {
  return (value) => setQuery({ [name]: value, at: "" });
}
