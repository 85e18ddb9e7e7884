import { V7Generator, type UUID } from "uuidv7";

/** One fetch takes as long as making several ids. */
const WORDS_AT_ONCE = 256;

/** Returns a number in [0, 1) of 32 secure random bits. */
export function secureRandom(): number {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return bits / 2 ** 32;
}

function randomWords(): () => number {
  const words = new Uint32Array(WORDS_AT_ONCE);
  let next = words.length;
  return () => {
    if (next === words.length) {
      crypto.getRandomValues(words);
      next = 0;
    }
    const word = words[next] ?? 0;
    next += 1;
    return word;
  };
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

/** Makes a generator of increasing UUIDv7 (RFC 9562), repeatable with `random`. */
export function createIdGenerator(random?: () => number): (at: Date) => string {
  const nextUint32 = random ? () => Math.floor(random() * 2 ** 32) : randomWords();
  const generator = new V7Generator({ nextUint32 });
  let latest = 1;
  return (at) => {
    latest = Math.max(at.getTime(), latest);
    return toText(generator.generateOrResetCore(latest, 0));
  };
}

/** Replaces `toString`, which takes longer than making the id. */
function toText({ bytes }: UUID): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += "-";
    text += HEX[bytes[index] ?? 0] ?? "";
  }
  return text;
}
