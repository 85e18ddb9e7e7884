/** Expression that returns what payloads have made of a page, in words; empty where it is inert. */
export const TRACES = `(() => {
  const found = [];
  if ("hacked" in globalThis) found.push("script ran");
  const made = "iframe object embed base template math style".split(" ");
  for (const one of document.querySelectorAll("*")) {
    const { localName: name } = one;
    if (one.hasAttribute("data-hack")) found.push(name + " was made");
    if (made.includes(name)) found.push(name);
    if (name === "script" && !one.src.endsWith("/studio.js")) found.push("script");
    for (const attribute of one.attributes) {
      const { value } = attribute;
      if (attribute.name.startsWith("on")) found.push(name + " " + attribute.name);
      if (/^(href|src|action|formaction|xlink:href)$/u.test(attribute.name)
        && /^\\s*(javascript:|data:text|\\/\\/|https?:)/iu.test(value)) found.push(name + " " + value);
      if (attribute.name === "style" && value.includes("url(")) found.push("style " + value);
    }
  }
  return found;
})()`;
