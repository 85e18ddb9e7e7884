/** An element, with nothing decoded wrongly: what is not exactly as expected is an error. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The elements inside, if it holds any. */
  readonly children: readonly Element[];
  /** The text inside, decoded, between and around the elements. */
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

/**
 * Reads the one element that a text consists of. Knows much less than XML, and refuses the rest: no
 * declarations, comments, CDATA, processing instructions, self-closing tags, single quotes, blanks
 * but one before an attribute, or stray brackets and ampersands.
 */
export function parseStrictly(text: string): Element {
  const reader = new Reader(text);
  const element = reader.element();
  if (!reader.isAtEnd) throw reader.wrong("something behind the element");
  return element;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  element(): Element {
    this.#take("<");
    const name = this.#name();
    const attributes: Record<string, string> = {};
    while (this.#isNext(" ")) {
      this.#take(" ");
      const attribute = this.#name();
      if (Object.hasOwn(attributes, attribute)) throw this.wrong("an attribute twice");
      this.#take('="');
      attributes[attribute] = this.#value();
      this.#take('"');
    }
    this.#take(">");
    const children: Element[] = [];
    let text = this.#characters();
    while (!this.#isNext("</")) {
      children.push(this.element());
      text += this.#characters();
    }
    this.#take(`</${name}>`);
    return { name, attributes, children, text };
  }

  wrong(what: string): Error {
    return new Error(
      `${what} at ${this.#at}: ${JSON.stringify(this.#text.slice(this.#at, this.#at + 40))}`,
    );
  }

  #isNext(expected: string): boolean {
    return this.#text.startsWith(expected, this.#at);
  }

  #take(expected: string): void {
    if (!this.#isNext(expected)) throw this.wrong(`not ${JSON.stringify(expected)}`);
    this.#at += expected.length;
  }

  #name(): string {
    const start = this.#at;
    while (/[a-z]/u.test(this.#text.charAt(this.#at))) this.#at += 1;
    if (start === this.#at) throw this.wrong("no name");
    return this.#text.slice(start, this.#at);
  }

  #value(): string {
    const value = this.#until('"');
    if (/[\n\t]/u.test(value)) throw this.wrong("an attribute of several lines");
    return value;
  }

  #characters(): string {
    return this.#until("<");
  }

  /** Decodes up to, without, the character. */
  #until(end: string): string {
    let text = "";
    for (;;) {
      const character = this.#text.charAt(this.#at);
      if (character === "") throw this.wrong("the end of the text");
      if (character === end) return text;
      if (character === "<" || character === ">") throw this.wrong("a stray bracket");
      if (character === "&") text += this.#entity();
      else {
        text += character;
        this.#at += 1;
      }
    }
  }

  #entity(): string {
    const end = this.#text.indexOf(";", this.#at);
    const name = this.#text.slice(this.#at + 1, end);
    const decoded = /^#\d{2,7}$/u.test(name)
      ? String.fromCodePoint(Number(name.slice(1)))
      : ENTITIES[name];
    if (end < 0 || decoded === undefined) throw this.wrong("a stray ampersand");
    this.#at = end + 1;
    return decoded;
  }
}
