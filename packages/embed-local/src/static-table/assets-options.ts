/** What an embedder or a reranker over the static table can be told. */
export interface AssetsOptions {
  /**
   * Folder with the four asset files, as a path or a `file:` URL; for programs bundled into one
   * file, which no longer lie beside this package's `assets`. The files must be this version's own:
   * their checksums are compared on load.
   * @defaultValue the `assets` folder of this package
   */
  readonly assetsDir?: string | URL;
}
