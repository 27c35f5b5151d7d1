/** Returns JSON with a line for each member of the upper levels, so that a row that changes is a line that changes. */
export function jsonLines(value: object, levels: number, indent = "  "): string {
  const members = Object.entries(value).map(([name, one]) => {
    const isOpen = levels > 1 && typeof one === "object";
    const text = isOpen ? jsonLines(one, levels - 1, `${indent}  `) : JSON.stringify(one);
    return `${indent}${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(",\n")}\n${indent.slice(2)}}${indent === "  " ? "\n" : ""}`;
}
