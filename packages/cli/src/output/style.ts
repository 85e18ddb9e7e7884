import { styleText } from "node:util";

/** Styles of text, by meaning. */
export interface Style {
  /** Headings and names. */
  readonly strong: (text: string) => string;
  /** Times, ids and other details. */
  readonly faint: (text: string) => string;
  /** Commands and keys. */
  readonly accent: (text: string) => string;
  /** Success. */
  readonly good: (text: string) => string;
  /** Warnings. */
  readonly warning: (text: string) => string;
  /** Errors. */
  readonly bad: (text: string) => string;
}

type Format = Parameters<typeof styleText>[0];

/** Returns styles that colour text, or leave it as it is. */
export function styleOf(isColoured: boolean): Style {
  const style = (format: Format) => (text: string) =>
    isColoured ? styleText(format, text, { validateStream: false }) : text;
  return {
    strong: style("bold"),
    faint: style("dim"),
    accent: style("cyan"),
    good: style("green"),
    warning: style("yellow"),
    bad: style("red"),
  };
}
