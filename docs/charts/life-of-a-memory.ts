import type { Strength } from "@kioku/core";
import { initialStabilityDays, retrievability, strengthAfterUse } from "@kioku/core/toolkit";

import { ADDED, arrow, PLAIN, STORED, textBox } from "./boxes.ts";
import type { Colours } from "./boxes.ts";
import { drawFrame } from "./frame.ts";
import { element, label, polyline } from "./svg.ts";
import type { Point } from "./svg.ts";

/** A step of a path: two lines of text. */
type Step = readonly [first: string, second: string];

const WRITE: readonly Step[] = [
  ["My daughter is", "allergic to peanuts"],
  ["check, plugins,", "duplicate?"],
  ["embed:", "text to vector"],
  ["one transaction,", "flushed to disk"],
  ["receipt:", "stored"],
];
const READ: readonly Step[] = [
  ["我女儿对", "什么过敏？"],
  ["search by words", "and by meaning"],
  ["relevant enough?", "the cat is not"],
  ["order: newer, age,", "importance"],
  ["for the prompt:", "fenced, cited [m1]"],
];

const LEFT = 140;
const STEP = { width: 140, height: 48 };
const GAP = 24;
const WRITE_Y = 92;
const STORE = { x: LEFT, y: 176, width: 796, height: 60 };
const READ_Y = 272;

const DAY_MS = 86_400_000;
const CREATED_AT = new Date("2026-03-02");
const USED_AFTER = 92;
const LAST_DAY = 457;
const NEW: Strength = { stabilityDays: initialStabilityDays(0.5), uses: 0 };
const ARCHIVE_BELOW = 0.6;
const PLOT = { x: LEFT + 24, y: 382, width: 530, height: 146 };

/** Draws the way of one memory: written, found, and what becomes of it. */
export function drawLifeOfAMemory(): string {
  const commit = stepX(3) + STEP.width / 2;
  const search = stepX(1) + STEP.width / 2;
  return drawFrame(
    {
      title: "The way of one memory",
      subtitle: "The memory, the question and the days are those of the program on the page.",
      description:
        "A text is checked, passed through plugins, compared with what is there, embedded and written in one transaction, and a receipt says that it is stored. A question searches the scope by words and by meaning; what is not relevant is left out, the rest is ordered and fenced for a prompt. A memory that is not used fades; one that is used fades more slowly. Later it is replaced, archived, forgotten or erased.",
      height: 566,
    },
    [
      heading(WRITE_Y, ["written", "remember"]),
      ...path(WRITE_Y, WRITE),
      arrow({ x: commit, y: WRITE_Y + STEP.height }, { x: commit, y: STORE.y }),
      heading(STORE.y + 6, ["kept", "by the store"]),
      ...drawStore(),
      arrow({ x: search, y: STORE.y + STORE.height }, { x: search, y: READ_Y }),
      heading(READ_Y, ["found", "recall, context"]),
      ...path(READ_Y, READ),
      heading(PLOT.y + 4, ["used or not", "markUsed, sweep"]),
      ...drawStrength(),
      ...drawEnds(),
    ],
  );
}

function stepX(index: number): number {
  return LEFT + index * (STEP.width + GAP);
}

function heading(y: number, [name, verbs]: readonly [string, string]): string {
  return (
    label(name, { x: 24, y: y + 20, class: "heading" }) +
    label(verbs, { x: 24, y: y + 38, class: "tick" })
  );
}

function path(y: number, steps: readonly Step[]): readonly string[] {
  const middle = y + STEP.height / 2;
  return steps.map((lines, index) => {
    const x = stepX(index);
    const link = index === 0 ? "" : arrow({ x: x - GAP, y: middle }, { x: x - 1, y: middle });
    const colours: Colours = index === steps.length - 1 ? ADDED : PLAIN;
    return link + textBox({ x, y, ...STEP }, lines, colours);
  });
}

function drawStore(): readonly string[] {
  const parts: readonly Step[] = [
    ["the record, version 1", "text, time, origin, trust"],
    ["its words", "keyword index"],
    ["its vector", "of one model"],
    ["every version", "history"],
  ];
  const width = 156;
  const first = STORE.x + 148;
  return [
    element("rect", { ...STORE, rx: 6, ...STORED }),
    label("scope", { x: STORE.x + 14, y: STORE.y + 27, class: "tick" }),
    label("acme / user-42", { x: STORE.x + 14, y: STORE.y + 44, class: "small" }),
    ...parts.map((lines, index) =>
      textBox({ x: first + index * (width + 6), y: STORE.y + 10, width, height: 40 }, lines),
    ),
  ];
}

/** The probability of recall by day: of the memory, which is used once, and of one that is not. */
function drawStrength(): readonly string[] {
  const used = strengthAfterUse(NEW, {
    createdAt: CREATED_AT,
    now: new Date(CREATED_AT.getTime() + USED_AFTER * DAY_MS),
  });
  const days = Array.from({ length: LAST_DAY + 1 }, (_, day) => day);
  const unused = days.map((day) => place(day, retrievability(day, NEW.stabilityDays)));
  const after = days
    .filter((day) => day >= USED_AFTER)
    .map((day) => place(day, retrievability(day - USED_AFTER, used.stabilityDays)));
  const archived =
    days.findLast((day) => retrievability(day, NEW.stabilityDays) >= ARCHIVE_BELOW) ?? 0;
  const [useFrom, useTo] = [unused[USED_AFTER], after[0]];
  const fallen = place(archived, ARCHIVE_BELOW);
  if (useFrom === undefined || useTo === undefined)
    throw new Error("the use is after the last day");
  const line = { "stroke-width": 2.5, "stroke-linejoin": "round" };
  const stable = Math.round(used.stabilityDays);
  return [
    ...[0, 0.5, 1].map(level),
    label("probability of recall", { x: PLOT.x + 8, y: PLOT.y + PLOT.height - 8, class: "tick" }),
    polyline(unused.slice(USED_AFTER), { stroke: "#94a3b8", ...line, "stroke-dasharray": "5 4" }),
    polyline(unused.slice(0, USED_AFTER + 1), { stroke: "#047857", ...line }),
    polyline([useFrom, useTo], { stroke: "#047857", "stroke-width": 1.4 }),
    polyline(after, { stroke: "#047857", ...line }),
    label(
      `used after ${USED_AFTER} days: stability ${Math.round(NEW.stabilityDays)} to ${stable} days`,
      {
        x: useTo.x + 8,
        y: useTo.y - 6,
        class: "tick",
      },
    ),
    element("circle", { cx: fallen.x, cy: fallen.y, r: 4, fill: "#64748b" }),
    label(`never used: below ${ARCHIVE_BELOW} after ${archived} days, where sweep may archive it`, {
      x: useFrom.x + 8,
      y: fallen.y + 36,
      class: "tick",
    }),
    ...[0, USED_AFTER, 365].map((day) =>
      label(day === 0 ? "written" : `${day} days`, {
        x: place(day, 0).x,
        y: PLOT.y + PLOT.height + 18,
        class: day === 0 ? "tick" : "tick middle",
      }),
    ),
  ];
}

function place(day: number, share: number): Point {
  return {
    x: PLOT.x + (day / LAST_DAY) * PLOT.width,
    y: PLOT.y + (1 - share) * PLOT.height,
  };
}

function level(share: number): string {
  const [from, to] = [place(0, share), place(LAST_DAY, share)];
  return (
    polyline([from, to], { class: share === 0 ? "axis" : "grid" }) +
    label(share.toString(), { x: from.x - 8, y: from.y + 4, class: "tick end" })
  );
}

function drawEnds(): readonly string[] {
  const ends: readonly (readonly [...Step, Colours])[] = [
    ["replaced by a newer one", "kept, no longer recalled", STORED],
    ["archived", "kept, comes back when used", STORED],
    ["forgotten", "gone, its history stays", PLAIN],
    ["erased", "gone, a hash of its id stays", PLAIN],
  ];
  return [
    label("in the end", { x: 730, y: PLOT.y - 10, class: "heading" }),
    ...ends.map(([first, second, colours], index) =>
      textBox({ x: 730, y: PLOT.y + index * 42, width: 206, height: 38 }, [first, second], colours),
    ),
  ];
}
