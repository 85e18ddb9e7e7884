import { styleText } from "node:util";

/** Styles for kinds of text. */
export interface Palette {
  readonly title: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly accent: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  /** A word of the question that a memory holds. */
  readonly match: (text: string) => string;
  /** True if text is styled at all. */
  readonly enabled: boolean;
}

type Format = Parameters<typeof styleText>[0];

/** Colours for a stream that is a terminal, unless `NO_COLOR` is set (https://no-color.org). */
export function paletteFor(
  stream: { readonly isTTY?: boolean },
  environment: NodeJS.ProcessEnv,
): Palette {
  const enabled = stream.isTTY === true && (environment["NO_COLOR"] ?? "") === "";
  const style =
    (format: Format) =>
    (text: string): string =>
      enabled && text !== "" ? styleText(format, text, { validateStream: false }) : text;
  return {
    title: style(["bold", "cyan"]),
    strong: style("bold"),
    quiet: style("dim"),
    accent: style("cyan"),
    good: style("green"),
    bad: style("red"),
    match: style(["bold", "yellow"]),
    enabled,
  };
}
