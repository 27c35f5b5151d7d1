/** Counters in the text format of OpenMetrics 1.0, which Prometheus and collectors of OpenTelemetry read. */

/** The lines that describe a family of metrics. */
export function family(name: string, type: "counter" | "gauge" | "histogram", help: string, unit = ""): string {
  return [`# TYPE ${name} ${type}`, ...(unit ? [`# UNIT ${name} ${unit}`] : []), `# HELP ${name} ${help}`].join("\n");
}

/** Writes a metric as a line with labels. */
export function value(metric: string, number: number, labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([name, text]) => `${name}="${escapeLabel(text)}"`);
  return `${metric}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${number}`;
}

/** Writes a line for each value, with its name as a label. `more`: labels of all lines. */
export function linesByLabel(
  metric: string,
  label: string,
  values: Readonly<Record<string, number>>,
  more: Readonly<Record<string, string>> = {},
): string {
  return Object.entries(values)
    .map(([name, number]) => value(metric, number, { ...more, [label]: name }))
    .join("\n");
}

/** A whole text. */
export function openMetrics(parts: readonly string[]): string {
  return [...parts.filter(Boolean), "# EOF\n"].join("\n");
}

function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
