/**
 * Returns where a file is that lies in the archive of an Electron app. Node finds it by its path
 * there, SQLite only where it was unpacked, beside the archive.
 */
export function outsideArchive(path: string): string {
  return path.replace(/(?<=[\\/]app\.asar)(?=[\\/])/u, ".unpacked");
}
