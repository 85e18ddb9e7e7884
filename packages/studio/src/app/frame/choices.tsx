import type { JSX } from "preact";

import { Segmented } from "../parts/fields.js";
import { chooseLanguage } from "../words/define-words.js";
import { choose, language, theme } from "./settings.js";
import { frameWords } from "./words.js";

/** Choice of the colours. */
export function ThemeChoice(): JSX.Element {
  const words = frameWords();
  return (
    <Segmented
      label={words.theme}
      value={theme.value}
      options={[
        ["auto", words.auto],
        ["light", words.light],
        ["dark", words.dark],
      ]}
      onChange={(value) => choose({ theme: value })}
    />
  );
}

/** Choice of the language. */
export function LanguageChoice(): JSX.Element {
  return (
    <Segmented
      label={frameWords().language}
      value={language.value}
      options={[
        ["en", "English"],
        ["zh", "中文"],
      ]}
      // A language whose file does not come is not chosen.
      onChange={(value) => void chooseLanguage(value).catch(() => undefined)}
    />
  );
}
