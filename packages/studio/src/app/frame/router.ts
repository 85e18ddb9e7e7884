import { signal } from "./signal.js";

/** Where the page is. */
export interface Route {
  /** Name of the page. */
  readonly page: string;
  /** Further elements of the path, such as an id. */
  readonly path: readonly string[];
  /** Further settings, so that an address can be kept and given to others. */
  readonly query: Readonly<Record<string, string>>;
}

/** Where the page is. */
export const route = signal<Route>(readRoute());

/** Follows the address from now on. */
export function startRouter(): void {
  route.value = readRoute();
  addEventListener("hashchange", () => {
    route.value = readRoute();
  });
}

/** Returns the address of a page; the scope stays as it is unless the query names another. */
export function hrefOf(
  page: string,
  { path = [], query = {} }: Partial<Pick<Route, "path" | "query">> = {},
): string {
  const { scope } = route.value.query;
  const all = Object.entries({ ...(scope === undefined ? {} : { scope }), ...query });
  const search = new URLSearchParams(all.filter(([, value]) => value !== "")).toString();
  const names = [page, ...path].map(encodeURIComponent).join("/");
  return `#/${names}${search === "" ? "" : `?${search}`}`;
}

/** Goes to a page. */
export function go(page: string, to: Partial<Pick<Route, "path" | "query">> = {}): void {
  location.hash = hrefOf(page, to);
}

/** Changes settings of the page it is on, without a step in the history. Empty ones go. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const { page, path, query } = route.value;
  history.replaceState(undefined, "", hrefOf(page, { path, query: { ...query, ...changes } }));
  route.value = readRoute();
}

/** Returns the scope that is looked at, below that of the studio; a record is `in` one. */
export function scopeOf({ query }: Route): readonly string[] {
  const { in: scope = query["scope"] } = query;
  return scope === undefined ? [] : scope.split("/").map(decode);
}

/** Writes a scope for the query of an address. */
export function scopeToQuery(scope: readonly string[]): string {
  return scope.map(encodeURIComponent).join("/");
}

function readRoute(): Route {
  const [names = "", search = ""] = location.hash.replace(/^#\/?/u, "").split("?", 2);
  const [page = "", ...path] = names.split("/").map(decode);
  return { page, path, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Decodes what a person may have typed. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
