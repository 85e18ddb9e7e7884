/** Licences that anybody may use under for anything, by SPDX identifier. */
export const PERMISSIVE: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "PostgreSQL",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** A package under another licence that may be here. */
export interface LicenceException {
  /** Exactly the expression that was looked at. */
  readonly licence: string;
  readonly why: string;
}

const LIBVIPS =
  "libvips, a library for images that sharp links at run time. It comes only if you install the optional peer " +
  "sharp, which decodes images, or @huggingface/transformers; we do not ship it";

/** By the beginning of a package's name. */
export const EXCEPTIONS: Readonly<Record<string, readonly LicenceException[]>> = {
  "@img/sharp-libvips-": [{ licence: "LGPL-3.0-or-later", why: LIBVIPS }],
  "@img/sharp-wasm32": [
    { licence: "Apache-2.0 AND LGPL-3.0-or-later AND MIT", why: `${LIBVIPS}, as WebAssembly` },
  ],
  "@img/sharp-win32-": [{ licence: "Apache-2.0 AND LGPL-3.0-or-later", why: LIBVIPS }],
  "@modelcontextprotocol/server-memory": [
    {
      licence: "SEE LICENSE IN LICENSE",
      why: "The reference server, which tests run beside ours. Its licence is MIT for the older parts and Apache-2.0 for the newer; nothing of it is in a package of ours",
    },
  ],
  "axe-core": [
    {
      licence: "MPL-2.0",
      why: "Looks for barriers in the pages of the studio and of the site when they are tested. Nothing of it is in a package of ours; the licence asks only for changes to its own files",
    },
  ],
  lightningcss: [
    {
      licence: "MPL-2.0",
      why: "Of Vite, which runs our tests and builds the page of the studio. Nothing of it is in a package of ours; the licence asks only for changes to its own files",
    },
  ],
};
