/** The package has types, but its `exports` do not lead to them. */
declare module "better-sqlite3-multiple-ciphers" {
  import Driver from "better-sqlite3";

  export default Driver;
}
