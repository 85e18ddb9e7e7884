import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineAsyncComponent, hydrateOnVisible } from "vue";

import InstallTabs from "./home/install-tabs.vue";
import SiteLayout from "./site-layout.vue";

// oxlint-disable import/no-unassigned-import -- style sheets
import "./style.css";
import "./home/home.css";
// oxlint-enable import/no-unassigned-import

/** Is in the page from the beginning, and begins to move when it is seen. */
const ForgettingCurves = defineAsyncComponent({
  loader: () => import("./home/forgetting-curves.vue"),
  hydrate: hydrateOnVisible(),
});

/** The theme of VitePress, with a logo, the start page's own parts, and tables that scroll. */
export default {
  extends: DefaultTheme,
  Layout: SiteLayout,
  enhanceApp({ app }) {
    app.component("InstallTabs", InstallTabs);
    app.component("ForgettingCurves", ForgettingCurves);
  },
} satisfies Theme;
