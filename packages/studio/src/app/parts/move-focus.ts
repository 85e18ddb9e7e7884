const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};

/** Moves the focus along the memories, sentences or images of a list. */
export function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const by = STEPS[event.key];
  const all = [
    ...event.currentTarget.querySelectorAll<HTMLElement>("a.memory-text, a.sentence, .image"),
  ];
  const at = all.findIndex((one) => one === event.target);
  if (by === undefined || at < 0) return;
  event.preventDefault();
  all[at + by]?.focus();
}
