import { Listing, type ListingSource } from "./listing.js";

/** Most listings that are held. */
const MOST_LISTINGS = 12;
/** Most kinds that are remembered. */
const MOST_KINDS = 64;

/** Listings of a studio by what they list; those that were not asked for long are dropped. */
export class Listings<Row extends { readonly kind: string }> {
  /** In the order of last use. */
  readonly #listings = new Map<string, Listing<Row>>();
  readonly #kinds = new Set<string>();
  #wanted: Listing<Row> | undefined;

  /** Number of listings that are held. */
  get size(): number {
    return this.#listings.size;
  }

  /** Kinds of the rows that were read so far, at most 64. */
  get kinds(): readonly string[] {
    return [...this.#kinds].toSorted();
  }

  /** Returns the listing of a name, and makes it if it is not held. */
  get(name: string, read: ListingSource<Row>["read"]): Listing<Row> {
    const listing = this.#listings.get(name) ?? this.#make(read);
    this.#listings.delete(name);
    this.#listings.set(name, listing);
    const [oldest] = this.#listings.keys();
    if (oldest !== undefined && this.size > MOST_LISTINGS) this.#listings.delete(oldest);
    this.#wanted = listing;
    return listing;
  }

  /** Looks for all pages anew: something was written. */
  markStale(): void {
    for (const listing of this.#listings.values()) listing.markStale();
  }

  #make(read: ListingSource<Row>["read"]): Listing<Row> {
    const made: Listing<Row> = new Listing<Row>({
      isWanted: () => this.#wanted === made,
      read: async (cursor, options) => {
        const page = await read(cursor, options);
        for (const { kind } of page.items) {
          if (this.#kinds.size < MOST_KINDS) this.#kinds.add(kind);
        }
        return page;
      },
    });
    return made;
  }
}
