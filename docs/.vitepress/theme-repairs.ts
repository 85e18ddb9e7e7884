/** A passage of a component of the default theme, and what it should be. */
interface Repair {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const REPAIRS: readonly Repair[] = [
  // The bar gets its classes in the browser alone, and moves when it does.
  {
    file: "/components/VPNavBar.vue",
    from: "ref<Record<string, boolean>>({})",
    to: "ref<Record<string, boolean>>({ 'has-sidebar': hasSidebar.value, home: frontmatter.value.layout === 'home', top: true, 'screen-open': false })",
  },
  // A group without a page is a button, with another one in it that does the same.
  {
    file: "/components/VPSidebarItem.vue",
    from: `role="button"
        aria-label="toggle section"`,
    to: `:role="item.link ? 'button' : undefined"
        :aria-label="item.link ? 'toggle section' : undefined"`,
  },
  {
    file: "/components/VPSidebarItem.vue",
    from: `
        tabindex="0"
      >`,
    to: `
        :tabindex="item.link ? 0 : undefined"
      >`,
  },
  // The key is a word of its own, as it is in the name of the button.
  {
    file: "/components/VPNavBarSearchButton.vue",
    from: `<span class="DocSearch-Button-Keys">`,
    to: `{{ " " }}<span class="DocSearch-Button-Keys">`,
  },
];

/** The part of Vite's plugin interface that this one has. */
interface RepairPlugin {
  readonly name: string;
  readonly enforce: "pre";
  transform(code: string, id: string): string | undefined;
}

/**
 * Repairs what of the default theme shifts or has barriers.
 *
 * @throws If a passage is not there any more, so that a new version is looked at.
 */
export function themeRepairs(): RepairPlugin {
  return {
    name: "kioku:theme-repairs",
    enforce: "pre",
    transform(code, id) {
      const own = REPAIRS.filter(({ file }) => id.endsWith(file));
      if (own.length === 0) return undefined;
      return own.reduce((text, { file, from, to }) => {
        if (!text.includes(from)) throw new Error(`${file} has changed; theme-repairs.ts has not`);
        return text.replace(from, to);
      }, code);
    },
  };
}
