import { drawFrame } from "./frame.ts";
import { element, label, polyline } from "./svg.ts";
import type { WorkspacePackage } from "./workspace-packages.ts";
import { workspacePackages } from "./workspace-packages.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Captions below the names of packages. A package without one cannot be drawn: the test of charts
 * fails.
 */
const CAPTIONS: Readonly<Record<string, string>> = {
  "adapter-langchain": "LangChain, LangGraph",
  "adapter-vercel-ai": "AI SDK 6 and 7",
  skills: "wake by meaning",
  mind: "facts and portraits",
  "store-sqlite": "one file, embedded",
  "store-postgres": "many machines",
  "embed-local": "in the process",
  "embed-openai": "any /v1/embeddings",
};

/** In the order of the row above core: the last one is below the command line, which imports it. */
const ABOVE = ["adapter", "skills", "mind"];
const GREY = "#475569";
const LEFT = 24;
const INNER = 912;
const GAP = 20;
/** Width of the box of the command line, which also starts the MCP server. */
const SHELL = 136;

/** The boxes of a row: as wide as they can be. */
function row(count: number, y: number, height: number): readonly Box[] {
  const width = (INNER - GAP * (count - 1)) / count;
  return Array.from({ length: count }, (_, index) => ({
    x: LEFT + index * (width + GAP),
    y,
    width,
    height,
  }));
}

function drawBox({ x, y, width, height }: Box, lines: readonly [string, string?]): string {
  const [name, caption] = lines;
  const middle = {
    x: x + width / 2,
    class: caption === undefined ? "small middle" : "name middle",
  };
  return [
    element("rect", { x, y, width, height, rx: 6, fill: "#ffffff", stroke: "#94a3b8" }),
    label(name, { ...middle, y: caption === undefined ? y + height / 2 + 5 : y + 25 }),
    caption === undefined ? "" : label(caption, { ...middle, class: "tick middle", y: y + 45 }),
  ].join("");
}

function centre({ x, width }: Box): number {
  return x + width / 2;
}

/** An arrow straight down or up, between two heights. */
function arrow(x: number, from: number, to: number): string {
  const side = Math.sign(to - from) * 7;
  const line = polyline(
    [
      { x, y: from },
      { x, y: to - side },
    ],
    { stroke: GREY, "stroke-width": 1.4 },
  );
  const head = `${x - 5} ${to - side} ${x + 5} ${to - side} ${x} ${to}`;
  return line + element("polygon", { points: head, fill: GREY });
}

/** Steps of a path through core, from left to right. */
function drawPath(y: number, heading: readonly [string, string], steps: readonly string[]): string {
  const [name, verbs] = heading;
  const first = 214;
  const width = (INNER + LEFT - 16 - first - 24 * (steps.length - 1)) / steps.length;
  const parts = steps.map((step, index) => {
    const x = first + index * (width + 24);
    const link = { stroke: GREY, "stroke-width": 1.4 };
    const before = [
      { x: x - 24, y: y + 20 },
      { x: x - 7, y: y + 20 },
    ];
    const head = `${x - 8} ${y + 15} ${x - 8} ${y + 25} ${x - 1} ${y + 20}`;
    return [
      index === 0 ? "" : polyline(before, link) + element("polygon", { points: head, fill: GREY }),
      element("rect", { x, y, width, height: 40, rx: 5, fill: "#ffffff", stroke: "#cbd5e1" }),
      label(step, { x: x + width / 2, y: y + 25, class: "small middle" }),
    ].join("");
  });
  return [
    label(name, { x: LEFT + 16, y: y + 17, class: "heading" }),
    label(verbs, { x: LEFT + 16, y: y + 35, class: "tick" }),
    ...parts,
  ].join("\n");
}

/** A box in core above these, which implement what it holds. */
function within(boxes: readonly Box[]): Box {
  const left = Math.max(boxes[0]?.x ?? 0, LEFT + 16);
  const last = boxes.at(-1);
  const right = Math.min((last?.x ?? 0) + (last?.width ?? 0), LEFT + INNER - 16);
  return { x: left, y: 404, width: right - left, height: 40 };
}

function drawRow(packages: readonly WorkspacePackage[], boxes: readonly Box[]): string[] {
  return boxes.map((box, index) => {
    const { name = "", published = "", imports = [] } = packages[index] ?? {};
    const caption = CAPTIONS[name];
    if (caption === undefined) throw new Error(`architecture.ts has no caption for ${name}`);
    if (!imports.includes("core")) throw new Error(`${name} does not import core`);
    return drawBox(box, [published, caption]);
  });
}

/** Roles of packages that an agent does not call, or that adapters contain. */
const UNDRAWN: ReadonlySet<string> = new Set(["addon", "cli", "mcp", "studio", "testing"]);

/** Draws the packages and their arrows. */
export function drawArchitecture(): string {
  const packages = workspacePackages().filter(({ role }) => !UNDRAWN.has(role));
  const above = ABOVE.flatMap((name) => packages.filter(({ role }) => role === name));
  const stores = packages.filter(({ role }) => role === "store").toReversed();
  const others = packages.filter(({ role }) => ![...ABOVE, "core", "store"].includes(role));
  const upper = row(above.length, 142, 60);
  const lower = row(stores.length + others.length, 496, 60);
  return drawFrame(
    {
      title: "The packages of Kioku",
      subtitle: "Arrows point at what is imported. It is a library: there is no service of ours.",
      description:
        "Your agent uses the adapters, skills, mind, or core itself; the command line, the MCP server and the studio use mind and core. They import core, where the write path and the read path run. Stores and embedders import core and implement its contracts.",
      height: 580,
    },
    [
      drawBox({ x: LEFT, y: 76, width: INNER - SHELL - GAP, height: 40 }, [
        "your agent: holds a Memory, which is a view of one scope",
      ]),
      drawBox({ x: LEFT + INNER - SHELL, y: 76, width: SHELL, height: 40 }, ["shell, MCP, studio"]),
      ...upper.slice(0, -1).map((box) => arrow(centre(box), 116, 142)),
      arrow(LEFT + INNER - SHELL - GAP - 20, 116, 142),
      arrow(LEFT + INNER - SHELL / 2, 116, 142),
      ...drawRow(above, upper),
      ...upper.map((box) => arrow(centre(box), 202, 228)),
      element("rect", {
        x: LEFT,
        y: 228,
        width: INNER,
        height: 232,
        rx: 8,
        fill: "#eff6ff",
        stroke: "#93c5fd",
      }),
      label("@kioku/core", { x: LEFT + 16, y: 252, class: "title" }),
      drawPath(
        268,
        ["write path", "remember set update"],
        ["check", "plugins", "duplicates", "embed", "commit", "receipt"],
      ),
      drawPath(
        332,
        ["read path", "recall context"],
        ["check", "search", "relevance", "score", "rerank", "fenced text"],
      ),
      drawBox(within(lower.slice(0, stores.length)), ["contract: MemoryStore"]),
      drawBox(within(lower.slice(stores.length)), ["contracts: Embedder, Reranker"]),
      ...lower.map((box) => arrow(centre(box), 496, 460)),
      ...drawRow([...stores, ...others], lower),
    ],
  );
}
