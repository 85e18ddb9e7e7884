import { defineConfig } from "vite";

import { splitWords } from "./split-words.ts";

/** One JS and one CSS file for the studio; the playgrounds of the docs are built beside it. */
export default defineConfig(({ mode }) => {
  const name = mode === "playground" ? "playground" : "studio";
  return {
    base: "./",
    publicDir: false,
    plugins: mode === "playground" ? [] : [splitWords()],
    // Shorter than calls of a JSX runtime, which name their children.
    oxc: {
      jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" },
      jsxInject: `import { Fragment, h } from "preact";`,
    },
    build: {
      outDir: mode === "playground" ? "dist/playground" : "dist/app",
      emptyOutDir: true,
      target: "es2023",
      // These know light-dark(), which would be written out for others.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: mode === "playground" ? "playground.html" : "index.html",
        output: {
          entryFileNames: `${name}.js`,
          assetFileNames: (asset) =>
            asset.names.some((one) => one.endsWith(".css")) ? `${name}.css` : "[name][extname]",
        },
      },
    },
  };
});
