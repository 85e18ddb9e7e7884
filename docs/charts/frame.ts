import { element, label } from "./svg.ts";

/** Title and height of a chart. */
interface Frame {
  readonly title: string;
  readonly subtitle: string;
  /** For those who cannot see it. */
  readonly description: string;
  readonly height: number;
}

const WIDTH = 960;

const STYLE = `
    .title { font-size: 17px; font-weight: 600; fill: #0f172a; }
    .heading { font-size: 14px; font-weight: 600; fill: #0f172a; }
    .small { font-size: 13px; fill: #334155; }
    .tick { font-size: 12.5px; fill: #475569; }
    .name { font-size: 13.5px; font-weight: 600; }
    .middle { text-anchor: middle; }
    .end { text-anchor: end; }
    .axis { stroke: #64748b; stroke-width: 1.2; }
    .grid { stroke: #e2e8f0; stroke-width: 1; }
  `;

/**
 * A whole picture, on white so that it can be read in a dark page too. The contents begin 70 below
 * the top.
 */
export function drawFrame(frame: Frame, contents: readonly string[]): string {
  const { title, subtitle, description, height } = frame;
  const parts = [
    element("title", { id: "title" }, title),
    element("desc", { id: "desc" }, description),
    element("style", {}, STYLE),
    element("rect", { width: WIDTH, height, rx: 8, fill: "#ffffff" }),
    label(title, { x: 24, y: 34, class: "title" }),
    label(subtitle, { x: 24, y: 56, class: "small" }),
    ...contents,
  ];
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${WIDTH} ${height}`,
    role: "img",
    "aria-labelledby": "title desc",
    "font-family":
      "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif",
  };
  return `${element("svg", root, `\n${parts.join("\n")}\n`)}\n`;
}
