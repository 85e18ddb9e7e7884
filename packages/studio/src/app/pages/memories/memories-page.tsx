import type { JSX } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";

import type { MemoryRow } from "../../../wire/memories.js";
import { ask } from "../../data/source.js";
import { go, route, scopeOf, scopeToQuery, setQuery } from "../../frame/router.js";
import { language } from "../../frame/settings.js";
import { Announcement } from "../../parts/announcement.js";
import { Page } from "../../parts/card.js";
import { Select } from "../../parts/fields.js";
import { ScopeTree } from "../../parts/scope-tree.js";
import { Empty, Failed, Loading } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { useScopes } from "../../parts/use-scopes.js";
import { VirtualList } from "../../parts/virtual-list.js";
import { shared } from "../../words/shared.js";
import { Filters } from "./filters.js";
import { lastList } from "./last-list.js";
import { drawRow } from "./memory-row.js";
import { SearchField } from "./search-field.js";
import { FILTERS, ORDERS, selectionOf } from "./selection.js";
import { useRows } from "./use-rows.js";
import { useWide } from "./use-wide.js";
import { words } from "./words.js";

const ROW_HEIGHT = 44;
/** Height of a row of two lines. */
const NARROW_ROW_HEIGHT = 68;
const SCOPE_MORE = 1;

/** All memories: a list of any length, search, filters, and the tree of scopes. */
export function MemoriesPage(): JSX.Element {
  const text = words();
  const isWide = useWide();
  const { query } = route.value;
  const selection = selectionOf(route.value);
  const asked = query["q"] ?? "";
  const scopes = useScopes();
  const store = useRows(selection);
  const found = useLoad(
    async (signal) =>
      asked === "" ? undefined : ask("search", { ...selection, text: asked }, signal),
    [selection, asked],
  );
  useEffect(() => {
    lastList.value = location.hash;
  }, [route.value]);
  const tree = (scopes.data?.length ?? 0) > SCOPE_MORE && (
    <ScopeTree scopes={scopes.data ?? []} value={scopeOf(route.value)} onChange={choose} />
  );
  const count =
    asked === ""
      ? store.isReady && shared().memories(store.total)
      : found.data && text.found(found.data.rows.length);
  const isFiltered = FILTERS.some((name) => query[name] !== undefined);
  const list = (props: Pick<ListProps, "total" | "rowAt" | "onLook">): JSX.Element => (
    <List
      key={JSON.stringify([selection, asked, isWide])}
      rowHeight={isWide ? ROW_HEIGHT : NARROW_ROW_HEIGHT}
      {...props}
    />
  );
  const content = (): JSX.Element => {
    if (asked !== "") {
      const { data, error, isLoading, reload } = found;
      if (error !== undefined) return <Failed error={error} retry={reload} />;
      if (data === undefined) return isLoading ? <Loading lines={9} /> : <></>;
      if (data.rows.length === 0) {
        return <Empty title={text.nothingFound}>{text.nothingFoundHint}</Empty>;
      }
      return (
        <>
          {!data.isRelevant && <p class="faint">{text.wordsOnly}</p>}
          {list({ total: data.rows.length, rowAt: (index) => data.rows[index], onLook: ignore })}
        </>
      );
    }
    if (store.error !== undefined) {
      return <Failed error={store.error} retry={() => store.start()} />;
    }
    if (!store.isReady) return <Loading lines={9} />;
    if (store.total === 0) {
      if (isFiltered) return <Empty title={text.nothingFits} />;
      return <Empty title={text.nothing}>{text.nothingHint}</Empty>;
    }
    const look = store.look.bind(store);
    return list({ total: store.total, rowAt: (index) => store.rowAt(index), onLook: look });
  };
  return (
    <Page
      title={text.title}
      aside={
        <p class="quiet" role="status">
          {count}
          {asked === "" && store.isReady && !store.isComplete && ` · ${text.counting}`}
        </p>
      }
    >
      <div class={tree === false ? "memories" : "memories with-tree"}>
        {tree !== false && isWide && <div class="scopes">{tree}</div>}
        <div class="main">
          <div class="tools">
            <SearchField />
            {asked === "" && (
              <Select
                label={text.order}
                value={selection.order}
                options={ORDERS.map((one) => [one, text[one]] as const)}
                onChange={(order) => setQuery({ order: order === "newest" ? "" : order, at: "" })}
              />
            )}
            {tree !== false && !isWide && (
              <details class="filters">
                <summary class="button">
                  {shared().scope}: {scopeOf(route.value).join(" / ") || shared().wholeMemory}
                </summary>
                {tree}
              </details>
            )}
            <Filters kinds={store.kinds} />
          </div>
          <Announcement />
          {content()}
        </div>
      </div>
    </Page>
  );
}

function choose(scope: readonly string[]): void {
  setQuery({ scope: scopeToQuery(scope), at: "" });
}

function ignore(): void {
  // All rows of a search are here.
}

interface ListProps {
  readonly rowHeight: number;
  readonly total: number;
  readonly rowAt: (index: number) => MemoryRow | undefined;
  readonly onLook: (first: number, last: number) => void;
}

/** The list, with the row that is chosen. */
function List({ rowHeight, total, rowAt, onLook }: ListProps): JSX.Element {
  const [active, setActive] = useState(() => Math.max(0, Number(route.value.query["at"]) || 0));
  // Rows are drawn anew in another language.
  const draw = useCallback<typeof drawRow>((...call) => drawRow(...call), [language.value]);
  const look = useCallback(onLook, []);
  const open = (index: number): void => {
    const row = rowAt(index);
    if (row === undefined) return;
    // Coming back leads to the same row.
    setQuery({ at: String(index) });
    lastList.value = location.hash;
    go("record", { path: [row.id], query: { in: scopeToQuery(row.scope) } });
  };
  return (
    <VirtualList
      label={words().list}
      {...{ total, rowHeight, rowAt, draw, active }}
      isFocused={route.value.query["at"] !== undefined}
      onActive={setActive}
      onOpen={open}
      onLook={look}
    />
  );
}
