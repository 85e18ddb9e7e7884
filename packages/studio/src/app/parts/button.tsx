import type { ButtonHTMLAttributes, ComponentChildren, JSX } from "preact";

/** Button with text. */
export function Button({
  kind = "plain",
  children,
  ...rest
}: {
  /** `danger` for what cannot be taken back. */
  readonly kind?: "plain" | "primary" | "danger" | "bare";
  readonly children: ComponentChildren;
} & Omit<ButtonHTMLAttributes, "class">): JSX.Element {
  return (
    <button type="button" class={kind === "plain" ? "button" : `button ${kind}`} {...rest}>
      {children}
    </button>
  );
}
