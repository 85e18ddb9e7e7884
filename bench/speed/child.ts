/**
 * One measurement in a process of its own, so that nothing is warm: prints milliseconds. `import`:
 * loading `@kioku/core`; `remember`: from the first statement of the program to the first durable
 * memory, all imports and the model included.
 */
const [what, path] = process.argv.slice(2);
const started = performance.now();
if (what === "import") {
  await import("@kioku/core");
} else {
  const [{ createMemory }, { sqliteStore }, { localEmbedder }] = await Promise.all([
    import("@kioku/core"),
    import("@kioku/store-sqlite"),
    import("@kioku/embed-local"),
  ]);
  const memory = createMemory({
    store: sqliteStore({ path: path ?? ":memory:" }),
    embedder: localEmbedder(),
  });
  await memory.remember("The user prefers dark mode in every editor");
  process.stdout.write(`${performance.now() - started}\n`);
  await memory.close();
}
if (what === "import") process.stdout.write(`${performance.now() - started}\n`);
