import type { ComponentChildren, JSX } from "preact";

import { Failure } from "../data/source.js";
import { shared } from "../words/shared.js";
import { Button } from "./button.js";
import type { Loaded } from "./use-load.js";

/** Grey lines where text will be. */
export function Loading({ lines = 6 }: { readonly lines?: number }): JSX.Element {
  return (
    <div class="skeleton" role="status" aria-label={shared().loading}>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}

/** Says that there is nothing yet, and how there will be something. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="state">
      <span class="seal" aria-hidden="true" />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

/** Says what failed, and asks again. */
export function Failed({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}): JSX.Element {
  const words = shared();
  return (
    <div class="state failed" role="alert">
      <span class="seal" aria-hidden="true" />
      <h2>{words.failed}</h2>
      <p>{messageOf(error)}</p>
      {retry && <Button onClick={retry}>{words.again}</Button>}
    </div>
  );
}

/** Returns a failure in words for a person. */
export function messageOf(error: unknown): string {
  const words = shared();
  if (!(error instanceof Failure)) return words.unknownFailure;
  if (error.code === "unreachable") return words.unreachable;
  if (error.status === 401) return words.noToken;
  return error.message;
}

/** Shows what was loaded, or that it is on its way, or what failed. */
export function Show<T>({
  of,
  children,
  lines,
}: {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
  readonly lines?: number;
}): JSX.Element {
  if (of.data === undefined && of.error !== undefined) {
    return <Failed error={of.error} retry={of.reload} />;
  }
  if (of.data === undefined) return <Loading {...(lines === undefined ? {} : { lines })} />;
  return (
    <>
      {of.error !== undefined && <Failed error={of.error} retry={of.reload} />}
      {children(of.data)}
    </>
  );
}
