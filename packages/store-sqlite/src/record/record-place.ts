/** Where a record is: the number of its scope and its rowid. */
export interface RecordPlace {
  readonly scope: number;
  readonly row: number;
}
