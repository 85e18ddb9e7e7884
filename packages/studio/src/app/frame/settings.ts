import { signal } from "./signal.js";

/** Language of the page. */
export type Language = "en" | "zh";
/** Colours of the page; `auto` are those of the machine. */
export type Theme = "auto" | "light" | "dark";

/** Language and colours; those that are absent stay. */
interface Choice {
  readonly language?: Language;
  readonly theme?: Theme;
}

/** Language that is chosen. */
export const language = signal<Language>(stored("language", ["en", "zh"]) ?? machineLanguage());
/** Colours that are chosen. */
export const theme = signal<Theme>(stored("theme", ["auto", "light", "dark"]) ?? "auto");

/** Shows the page in a language and colours, and keeps the choice. */
export function choose({
  language: tongue = language.value,
  theme: look = theme.value,
}: Choice): void {
  document.documentElement.lang = tongue === "zh" ? "zh-CN" : "en";
  document.documentElement.dataset["theme"] = look;
  keep("language", tongue);
  keep("theme", look);
  language.value = tongue;
  theme.value = look;
}

function machineLanguage(): Language {
  return navigator.language.startsWith("zh") ? "zh" : "en";
}

function stored<T extends string>(name: string, allowed: readonly T[]): T | undefined {
  try {
    const value = localStorage.getItem(`kioku-studio-${name}`);
    return allowed.find((one) => one === value);
  } catch {
    // Storage may be forbidden.
    return undefined;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`kioku-studio-${name}`, value);
  } catch {
    // The choice lasts as long as the page then.
  }
}
