/**
 * Tools between blanks and commas; those within parentheses belong to the tool, as in
 * `Bash(git add:*) Read`.
 */
export function splitTools(text: string): readonly string[] {
  const tools: string[] = [];
  let tool = "";
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && /[\s,]/u.test(character)) {
      if (tool !== "") tools.push(tool);
      tool = "";
    } else {
      tool += character;
    }
  }
  if (tool !== "") tools.push(tool.trim());
  return tools;
}
