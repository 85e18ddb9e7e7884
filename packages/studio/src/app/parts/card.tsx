import type { ComponentChildren, JSX } from "preact";

/** Part of a page with a heading. */
export function Card({
  title,
  aside,
  children,
}: {
  readonly title?: string;
  /** Stands at the end of the heading. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="card" aria-label={title}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

/** Whole page: heading, a sentence that says what it is for, and the content. */
export function Page({
  title,
  lead,
  aside,
  children,
}: {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <main class="page" id="content" tabIndex={-1}>
      <header>
        <div class="line">
          <h1>{title}</h1>
          {aside}
        </div>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </header>
      {children}
    </main>
  );
}
