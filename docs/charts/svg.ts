type Attributes = Readonly<Record<string, string | number>>;

/**
 * One SVG element as text. Coordinates are rounded, so that a chart is the same on every machine.
 */
export function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === "number" ? round(value) : escapeText(value)}"`,
  );
  return content === ""
    ? `<${name}${written.join("")}/>`
    : `<${name}${written.join("")}>${content}</${name}>`;
}

/** A `text` element. */
export function label(text: string, attributes: Attributes): string {
  return element("text", attributes, escapeText(text));
}

/** A `path` through these points. */
export function polyline(points: readonly Point[], attributes: Attributes): string {
  const d = points.map(({ x, y }) => `${round(x)} ${round(y)}`).join(" L");
  return element("path", { d: `M${d}`, fill: "none", ...attributes });
}

/** A place in the picture, in its units, from the upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
