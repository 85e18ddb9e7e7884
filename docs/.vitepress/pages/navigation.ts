import type { DefaultTheme } from "vitepress";

import { headingAnchor } from "../markdown/heading-anchor.ts";
import { API_TASKS } from "./api-tasks.ts";
import { indexGroups } from "./index-groups.ts";
import type { IndexGroup } from "./index-groups.ts";

/** Reads a file, relative to the root of the repository. */
export type ReadSource = (source: string) => string;

/** Groups of the guide's index that are open on every page. */
const OPEN_GROUPS = 2;

/** The groups of an index, each page only where it is listed first. */
function listedOnce(groups: readonly IndexGroup[]): readonly IndexGroup[] {
  const seen = new Set<string>();
  return groups
    .map(({ text, items }) => ({
      text,
      items: items.filter(({ link }) => !seen.has(link) && seen.add(link)),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The sidebar of the guide: the very groups of its index. */
export function guideSidebar(read: ReadSource): DefaultTheme.SidebarItem[] {
  return listedOnce(indexGroups(read("docs/README.md"), "docs/README.md")).map(
    ({ text, items }, place) => ({ text, items: [...items], collapsed: place >= OPEN_GROUPS }),
  );
}

/** The sidebar of the API reference: what one does, and what can be imported. */
export function apiSidebar(read: ReadSource): DefaultTheme.SidebarItem[] {
  const [modules] = indexGroups(read("docs/api/README.md"), "docs/api/README.md");
  const tasks = API_TASKS.map(({ title }) => ({
    text: title,
    link: `/api/#${headingAnchor(title)}`,
  }));
  return [
    { text: "API by task", link: "/api/", items: tasks },
    { text: "Entry points", collapsed: false, items: [...(modules?.items ?? [])] },
  ];
}

/** The sidebar of pages that a folder holds, by their titles. */
export function folderSidebar(
  text: string,
  entries: readonly { readonly title: string; readonly link: string }[],
): DefaultTheme.SidebarItem[] {
  return [{ text, items: entries.map(({ title, link }) => ({ text: title, link })) }];
}
