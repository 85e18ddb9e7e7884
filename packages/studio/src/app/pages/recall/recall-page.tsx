import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { LabAnswer } from "../../../wire/recall.js";
import { ask } from "../../data/source.js";
import { route, scopeOf } from "../../frame/router.js";
import { Page } from "../../parts/card.js";
import { Switch } from "../../parts/fields.js";
import { ScopeSelect } from "../../parts/scope-select.js";
import { readSettings } from "../../parts/settings-query.js";
import { Empty, Show } from "../../parts/states.js";
import { type Loaded, useLoad } from "../../parts/use-load.js";
import { useSettings } from "../../parts/use-settings.js";
import { AnswerView } from "./answer-view.js";
import { differences, ofSide, type Side, toLabQuery, toSide, USUAL } from "./lab-settings.js";
import { rankChanges } from "./rank-changes.js";
import { RankLinks } from "./rank-links.js";
import { SettingsPanel } from "./settings-panel.js";
import { spanOf } from "./waterfall.js";
import { words } from "./words.js";

const FIRST = { q: "", compare: 0, open: "", ...USUAL, ...toSide(USUAL, "2") };

/** Recall with one or two settings, and the steps to every score. */
export function RecallPage(): JSX.Element {
  const text = words();
  const [all, change] = useSettings(FIRST);
  const [active, onActive] = useState<string>();
  const scope = scopeOf(route.value);
  const { data: oldest } = useLoad((signal) => ask("memorySpan", { scope }, signal), scope);
  const isComparing = all.compare === 1;
  const loaded = { "": useAnswer("", true), "2": useAnswer("2", isComparing) };
  const settings = { "": ofSide(all, ""), "2": ofSide(all, "2") };
  const differing = isComparing ? differences(settings[""], settings["2"]) : new Set<never>();
  const [first, second] = [loaded[""].data?.answer, loaded["2"].data?.answer];
  const changes = rankChanges(first, second);
  const view = {
    span: spanOf(first, second),
    showsAll: !isComparing,
    open: all.open,
    onOpen: (open: string) => change({ open }),
    active,
    onActive,
  };
  const side = (of: Side): JSX.Element => {
    const title = isComparing ? text[of === "" ? "first" : "second"] : text.settings;
    const onChange = (changed: Partial<typeof USUAL>): void => change(toSide(changed, of));
    // The first answer tells only what is gone; the second one what moved.
    const own = new Map([...changes].filter(([, { sort }]) => (sort === "gone") === (of === "")));
    return (
      <section class="lab-side" data-side={of === "" ? "a" : "b"} aria-label={title}>
        <SettingsPanel
          {...{ title, differing, onChange }}
          settings={settings[of]}
          from={oldest?.from}
        />
        <div aria-busy={loaded[of].isLoading}>
          <Show of={loaded[of]} lines={9}>
            {({ answer }) =>
              answer ? (
                <AnswerView {...{ answer, view, onChange }} settings={settings[of]} changes={own} />
              ) : (
                of === "" && <Empty title={text.emptyTitle}>{text.empty}</Empty>
              )
            }
          </Show>
        </div>
      </section>
    );
  };
  return (
    <Page title={text.title} lead={text.lead}>
      <input
        class="lab-query"
        type="search"
        aria-label={text.query}
        placeholder={text.placeholder}
        maxLength={2000}
        value={all.q}
        onInput={({ currentTarget }) => change({ q: currentTarget.value })}
      />
      <div class="lab-tools">
        <ScopeSelect />
        <Switch
          label={text.compare}
          value={isComparing}
          onChange={(isOn) =>
            change({ compare: Number(isOn), open: "", ...toSide(isOn ? settings[""] : USUAL, "2") })
          }
        />
      </div>
      {isComparing && differing.size === 0 && <p class="notice">{text.sameSettings}</p>}
      <div class={isComparing ? "lab two" : "lab"}>
        {side("")}
        {isComparing && <RankLinks {...{ changes, active }} />}
        {isComparing && side("2")}
      </div>
    </Page>
  );
}

/** Recalls with the settings of a side of the address, once something is asked. */
function useAnswer(
  side: Side,
  isSeen: boolean,
): Loaded<{ readonly answer?: LabAnswer | undefined }> {
  const settings = readSettings(FIRST, route.value.query);
  const about = { query: isSeen ? settings.q : "", scope: scopeOf(route.value) };
  const asked = toLabQuery(ofSide(settings, side), about);
  return useLoad(
    async (signal) =>
      asked.query.trim() === "" ? {} : { answer: await ask("recallLab", asked, signal) },
    asked,
  );
}
