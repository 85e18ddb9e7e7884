import type { JSX, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { placeOfKey } from "./place-of-key.js";

/** Rows above and below the window that are kept in the document. */
const AROUND = 10;
/** The rows in the document change only every so many rows. */
const STEP = 5;
/** Browsers cannot show taller elements. */
const MOST_PIXELS = 15_000_000;

interface VirtualListProps<Row> {
  readonly label: string;
  /** Number of all rows. */
  readonly total: number;
  /** Height of each row in pixels. */
  readonly rowHeight: number;
  /** Returns the row of a place; absent while it is on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Draws a row; keep the function as long as it draws the same. */
  readonly draw: (row: Row | undefined, index: number) => VNode;
  /** Place of the row that is chosen. */
  readonly active: number;
  /** True to take the focus when it appears. */
  readonly isFocused: boolean;
  readonly onActive: (index: number) => void;
  /** Called for Enter and for a click. */
  readonly onOpen: (index: number) => void;
  /** Called with the places that are looked at. */
  readonly onLook: (first: number, last: number) => void;
}

/** List of any length, of which the document holds only the rows that are seen. */
export function VirtualList<Row>(props: VirtualListProps<Row>): JSX.Element {
  const { label, rowHeight, rowAt, draw, active, onActive, onOpen, onLook } = props;
  const total = Math.min(props.total, Math.floor(MOST_PIXELS / rowHeight));
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const [first, setFirst] = useState(() => Math.max(0, active - STEP));
  const drawn = useRef(new Map<number, DrawnRow<Row>>());
  const count = Math.ceil(height / rowHeight);
  const from = Math.max(0, first - AROUND);
  const to = Math.min(total, first + count + STEP + AROUND);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setHeight(element.clientHeight);
    measure();
    // The row that was left is where it was.
    if (active > 0) element.scrollTop = Math.max(0, (active - 3) * rowHeight);
    if (props.isFocused) element.focus({ preventScroll: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [rowHeight]);
  useEffect(() => {
    if (height > 0) onLook(first, Math.min(total, first + count + STEP));
  }, [first, count, total, onLook]);

  const show = (index: number): void => {
    const element = box.current;
    if (element === null) return;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + height) {
      element.scrollTop = top + rowHeight - height;
    }
    onActive(index);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || total === 0) return;
    if (event.key === "Enter") onOpen(active);
    const target = placeOfKey(event.key, { active, total, page: Math.max(1, count - 1) });
    if (target === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (target !== undefined) show(target);
  };

  const rows: VNode[] = [];
  const before = drawn.current;
  const next = new Map<number, DrawnRow<Row>>();
  for (let index = from; index < to; index += 1) {
    const row = rowAt(index);
    const isActive = index === active;
    const known = before.get(index);
    const isSame = known?.row === row && known?.draw === draw && known.isActive === isActive;
    const one =
      known !== undefined && isSame && known.total === total && known.rowHeight === rowHeight
        ? known
        : {
            row,
            draw,
            isActive,
            total,
            rowHeight,
            // The same node as before is not looked at again.
            node: (
              <div
                key={index}
                id={`row-${index}`}
                role="option"
                class={isActive ? "virtual-row active" : "virtual-row"}
                aria-selected={isActive}
                aria-setsize={total}
                aria-posinset={index + 1}
                data-index={index}
                style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
              >
                {draw(row, index)}
              </div>
            ),
          };
    next.set(index, one);
    rows.push(one.node);
  }
  drawn.current = next;

  return (
    <div
      ref={box}
      class="virtual-list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={active >= from && active < to ? `row-${active}` : undefined}
      onKeyDown={onKey}
      onScroll={({ currentTarget }) => {
        const seen = Math.floor(currentTarget.scrollTop / rowHeight);
        setFirst(seen - (seen % STEP));
      }}
      onClick={(event) => {
        const row = event.target instanceof Element ? event.target.closest("[data-index]") : null;
        const index = Number(row?.getAttribute("data-index") ?? -1);
        if (index < 0) return;
        onActive(index);
        onOpen(index);
      }}
    >
      <div role="presentation" style={{ height: total * rowHeight }}>
        {rows}
      </div>
    </div>
  );
}

interface DrawnRow<Row> {
  readonly row: Row | undefined;
  readonly draw: unknown;
  readonly isActive: boolean;
  readonly total: number;
  readonly rowHeight: number;
  readonly node: VNode;
}
