import { atomsOf, displayWidth } from "../src/output/width.js";

/** Text of one style. */
interface Span {
  readonly text: string;
  readonly classes: string;
}

const CLASSES: Readonly<Record<number, string>> = {
  1: "strong",
  2: "faint",
  31: "red",
  32: "green",
  33: "yellow",
  34: "blue",
  35: "magenta",
  36: "cyan",
};

/** Codes that end styles, with the styles that they end. */
const ENDS: Readonly<Record<number, readonly number[]>> = {
  22: [1, 2],
  39: [31, 32, 33, 34, 35, 36],
};

const STYLE = `
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #e2e8f0; white-space: pre; }
    .prompt { fill: #7dd3fc; font-weight: 600; }
    .strong { font-weight: 700; fill: #f8fafc; } .faint { fill: #94a3b8; }
    .red { fill: #fca5a5; } .green { fill: #86efac; } .yellow { fill: #fde68a; }
    .blue { fill: #93c5fd; } .magenta { fill: #f0abfc; } .cyan { fill: #67e8f9; }
  `;

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content = "",
): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

const CHARACTER = 8.43;
const LINE = 20;
/** Room before a command. */
const GAP = 10;

/** Draws what a terminal of this width showed: lines with colours, commands after `$ `. */
export function drawTerminal(
  title: string,
  { output, columns }: { readonly output: string; readonly columns: number },
): string {
  const lines = output
    .trimEnd()
    .split("\n")
    .flatMap((line) => broken(line, columns));
  const active = new Set<number>();
  const width = Math.ceil(columns * CHARACTER) + 40;
  let y = 62 - LINE;
  const rows = lines.map((line, index) => {
    y += LINE + (index > 0 && isPrompt(line) ? GAP : 0);
    return drawLine(line, y, active);
  });
  const height = y + 24;
  const dots = ["#f87171", "#fbbf24", "#4ade80"].map((fill, index) =>
    element("circle", { cx: 22 + index * 18, cy: 20, r: 5.5, fill }),
  );
  const parts = [
    element("title", { id: "title" }, escapeText(title)),
    element("style", {}, STYLE),
    element("rect", { width, height, rx: 10, fill: "#0f172a" }),
    ...dots,
    ...rows,
  ];
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-labelledby": "title",
  };
  return `${element("svg", root, `\n${parts.join("\n")}\n`)}\n`;
}

function isPrompt(line: string): boolean {
  return line.startsWith("$ ");
}

/** Breaks a line where a terminal does. */
function broken(line: string, columns: number): string[] {
  const lines = [""];
  let width = 0;
  for (const part of atomsOf(line)) {
    const own = displayWidth(part);
    width += own;
    if (width > columns) {
      lines.push("");
      width = own;
    }
    lines.push((lines.pop() ?? "") + part);
  }
  return lines;
}

function drawLine(line: string, y: number, active: Set<number>): string {
  if (isPrompt(line)) {
    return element("text", { x: 20, y, class: "prompt" }, escapeText(line));
  }
  const spans = spansOf(line, active).map(({ text, classes }) => {
    return element("tspan", classes === "" ? {} : { class: classes }, escapeText(text));
  });
  return element("text", { x: 20, y, "xml:space": "preserve" }, spans.join(""));
}

/** Divides a line where its style changes, from the `active` styles on. */
function spansOf(line: string, active: Set<number>): Span[] {
  return line.split("\u001B[").map((part, index) => {
    const style = index === 0 ? undefined : /^(?<codes>[\d;]*)m(?<text>.*)$/su.exec(part)?.groups;
    for (const code of (style?.["codes"] ?? "").split(";").map(Number)) {
      if (style !== undefined) change(active, code);
    }
    const classes = [...active].map((code) => CLASSES[code]).join(" ");
    return { text: style?.["text"] ?? part, classes };
  });
}

function change(active: Set<number>, code: number): void {
  if (code === 0) active.clear();
  else if (CLASSES[code] !== undefined) active.add(code);
  for (const ended of ENDS[code] ?? []) active.delete(ended);
}
