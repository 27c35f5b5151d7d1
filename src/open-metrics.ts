/** Counters in the text format of OpenMetrics 1.0, which Prometheus and collectors of OpenTelemetry read. */

/** The lines that describe a family of metrics. */
export function family(name: string, type: "counter" | "gauge", help: string, unit = ""): string {
  return [`# TYPE ${name} ${type}`, ...(unit ? [`# UNIT ${name} ${unit}`] : []), `# HELP ${name} ${help}`].join("\n");
}

/** One line for each value, whose name goes into a label. `more`: labels of all lines. */
export function labelled(
  metric: string,
  label: string,
  values: Readonly<Record<string, number>>,
  more: Readonly<Record<string, string>> = {},
): string {
  const lineOf = ([value, number]: [string, number]) => {
    const pairs = Object.entries({ ...more, [label]: value }).map(([name, text]) => `${name}="${escaped(text)}"`);
    return `${metric}{${pairs.join(",")}} ${number}`;
  };
  return Object.entries(values).map(lineOf).join("\n");
}

/** A whole text. */
export function openMetrics(parts: readonly string[]): string {
  return [...parts.filter(Boolean), "# EOF\n"].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
