import type { WriteOptions } from "@kioku/core";

import type { ClaudeViewCommand } from "./commands.js";
import type { FilePath } from "./file-path.js";
import { textOf } from "./file-records.js";
import type { FileRecords } from "./file-records.js";
import { showFile } from "./lines.js";
import { listDirectory } from "./list-directory.js";
import { noSuchPath } from "./write-file.js";

/** What is to be shown. */
interface View {
  readonly path: FilePath;
  /** Lines of a file. */
  readonly range: ClaudeViewCommand["view_range"];
}

/**
 * Shows a file or a directory.
 * @throws `not-found` if there is neither.
 */
export async function viewPath(
  files: FileRecords,
  { path, range }: View,
  options: WriteOptions,
): Promise<string> {
  const file = await files.file(path.key, options);
  if (file) return showFile(path.given, textOf(file), range);
  if (await files.isDirectory(path.key, options)) return listDirectory(files, path, options);
  throw noSuchPath(path.given);
}
