import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { label, picture, WIDTH } from "./draw.ts";

const file = join(import.meta.dirname, "../../spec/unspecified.yaml");
const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;
/** Drawn from one second to ten days, each power of ten as wide as the other. */
const LONGEST = 1_000_000;
const LEFT = 24;

const inWords = (seconds: number): string => {
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? ["s", 1];
  return `${Math.round((seconds / size) * 10) / 10} ${unit}`;
};
const at = (seconds: number) =>
  Math.round(LEFT + (Math.log10(Math.max(1, seconds)) / Math.log10(LONGEST)) * (WIDTH - 2 * LEFT));

type Row = readonly [name: string, pauses: readonly number[]];

/**
 * When the sandbox tries again, in both profiles, on one scale (N-6.5-02: the service's own schedule is not stated); or
 * the schedule that a deployment states.
 */
export function retryTimes(stated?: { title: string; pauses: readonly number[] }): string {
  const rows: readonly Row[] = stated ? [[stated.title, stated.pauses]] : profiles();
  const below = stated ? 62 : 0;
  const drawn = rows.flatMap(([name, pauses], index) => {
    const y = 24 + index * 62;
    const times = pauses.map((_, i) => pauses.slice(0, i + 1).reduce((sum, pause) => sum + pause, 0));
    const last = times.at(-1) ?? 0;
    return [
      label(LEFT, y, name, "small", "start"),
      `<polyline class="line" points="${LEFT},${y + 20} ${WIDTH - LEFT},${y + 20}"/>`,
      ...[0, ...times].map(
        (time) => `<circle class="${time === 0 ? "strong" : "bad"}" cx="${at(time)}" cy="${y + 20}" r="6"/>`,
      ),
      label(WIDTH - LEFT, y, `${times.length} retries, the last after ${inWords(last)}`, "small", "end"),
    ];
  });
  const scale = [60, 3600, 86_400].map((time) => label(at(time), 140 - below, inWords(time)));
  const told = rows
    .map(([name, pauses]) => `${name}: retries ${pauses.map(inWords).join(", ")} after one another`)
    .join(". ");
  return picture(
    "When a delivery is tried again",
    `${stated ? "" : "The service's own schedule is not stated. "}${told}. The scale is logarithmic.`,
    152 - below,
    ...drawn,
    label(LEFT - 6, 140 - below, "at once", "small", "start"),
    ...scale,
  );
}

function profiles(): readonly Row[] {
  const { settings, other } = parse(readFileSync(file, "utf8")).gaps["N-6.5-02"];
  return [
    ["Sandbox, profile default", settings.retryScheduleSeconds],
    ["Sandbox, profile strict", other.retryScheduleSeconds],
  ];
}
