import type { DefaultTheme } from "vitepress";

import { sourceOf } from "./markdown/page-markdown.ts";
import { searchTerms } from "./markdown/search-terms.ts";

type LocalSearch = Extract<DefaultTheme.Config["search"], { provider: "local" }>;

/**
 * Of pages of the API reference only the title is found: there are hundreds, each about one name.
 */
const renderForSearch: NonNullable<NonNullable<LocalSearch["options"]>["_render"]> = (
  source,
  environment,
  markdown,
) => {
  const isReference = sourceOf(environment)?.startsWith("docs/api/") === true;
  const text = isReference ? (/^# .*$/mu.exec(source)?.[0] ?? "") : source;
  const html = markdown.render(text, environment);
  return environment.frontmatter?.["search"] === false ? "" : html;
};

/**
 * Search without a service: an index of all pages that the browser loads once the search is opened.
 */
export const localSearch: LocalSearch = {
  provider: "local",
  options: {
    _render: renderForSearch,
    miniSearch: { options: { tokenize: searchTerms } },
    locales: {
      // The name of the button has all of its text, of which the K of the shortcut is a part.
      root: { translations: { button: { buttonText: "Search", buttonAriaLabel: "Search K" } } },
      zh: {
        translations: {
          button: { buttonText: "搜索", buttonAriaLabel: "搜索 K" },
          modal: {
            displayDetails: "显示详情",
            resetButtonTitle: "清空",
            backButtonTitle: "关闭",
            noResultsText: "没有结果：",
            footer: { selectText: "打开", navigateText: "移动", closeText: "关闭" },
          },
        },
      },
    },
  },
};

/** The part of Vite's plugin interface that this one has. */
interface IndexPlugin {
  readonly name: string;
  readonly enforce: "post";
  transform(code: string, id: string): string | undefined;
}

/**
 * Lets the Chinese pages search the one index there is. VitePress looks for an index of each
 * language, and finds the language of a page by the folder of its file, which here is not the
 * folder of its address.
 */
export function oneSearchIndex(): IndexPlugin {
  return {
    name: "kioku:one-search-index",
    enforce: "post",
    transform(code, id) {
      if (id !== "/@localSearchIndex") return undefined;
      return `${code}\n;for (const locale of ["zh"]) searchIndexes[locale] = searchIndexes.root;`
        .replace("export default {", "const searchIndexes = {")
        .concat("\nexport default searchIndexes;\n");
    },
  };
}
