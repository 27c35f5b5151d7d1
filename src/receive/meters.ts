/** Counts what receivers answer. */

import { MisuseError, type ReceiverCode } from "../errors/receiving.ts";
import { family, linesByLabel, openMetrics } from "../values/open-metrics.ts";
import type { Accepted, AcceptedAs, Meters } from "./accepted.ts";
import { type Problem, STATUS } from "./outcome.ts";

const NAME_MAX = 200;

/** Answers of this process since the meters were made. */
export type ReceiverStats = {
  /** Deliveries that got a 2xx. */
  readonly accepted: Readonly<Record<AcceptedAs, number>>;
  /** All others, by the code of the problem; only codes that occurred. */
  readonly refused: Readonly<Partial<Record<ReceiverCode, number>>>;
  /** When the last delivery with a valid signature was acknowledged. Epoch milliseconds; null if none was. */
  readonly lastVerifiedAt: number | null;
};

/** What `createReceiverMeters` returns: the option `meters` of one receiver or several, and what they counted. */
export type ReceiverMeters = Meters & {
  stats(): ReceiverStats;
  /** The same as OpenMetrics text. */
  metrics(): string;
};

/**
 * Counts answers for the option `meters`. `name`: the label `receiver` of the metrics, 1 to 200 characters, default
 * `webhooks`.
 *
 * @throws MisuseError `receiver_option`
 */
export function createReceiverMeters(name = "webhooks"): ReceiverMeters {
  if (typeof name !== "string" || name === "" || name.length > NAME_MAX)
    throw new MisuseError(
      "receiver_option",
      `createReceiverMeters: name must be a text of 1 to ${NAME_MAX} characters.`,
    );
  const accepted: Record<AcceptedAs, number> = { handled: 0, duplicate: 0, stored: 0, ignored: 0 };
  const refused: Partial<Record<ReceiverCode, number>> = {};
  let lastVerifiedAt: number | null = null;
  const stats = () => ({ accepted: { ...accepted }, refused: { ...refused }, lastVerifiedAt });
  return {
    accepted({ as, verified }: Accepted) {
      accepted[as]++;
      if (verified) lastVerifiedAt = Date.now();
    },
    refused({ code }: Problem) {
      refused[code] = (refused[code] ?? 0) + 1;
    },
    stats,
    metrics: () => formatMetrics(name, stats()),
  };
}

function formatMetrics(receiver: string, { accepted, refused, lastVerifiedAt }: ReceiverStats): string {
  const whose = { receiver };
  // A series that appears with its first count has no increase for a rule to see.
  const all = { ...Object.fromEntries(Object.keys(STATUS).map((code) => [code, 0])), ...refused };
  const last = lastVerifiedAt === null ? {} : { [receiver]: lastVerifiedAt / 1000 };
  return openMetrics([
    family("receiver_deliveries", "counter", "Deliveries that were acknowledged, by outcome."),
    linesByLabel("receiver_deliveries_total", "outcome", accepted, whose),
    family("receiver_refused", "counter", "Requests that were not acknowledged, by code."),
    linesByLabel("receiver_refused_total", "code", all, whose),
    family("receiver_last_verified_timestamp_seconds", "gauge", "When a signature was last valid.", "seconds"),
    linesByLabel("receiver_last_verified_timestamp_seconds", "receiver", last),
  ]);
}

/** The media type of OpenMetrics text, for the header `Content-Type`. */
export const OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/**
 * Joins what several sources count to one OpenMetrics text: inboxes, meters of receivers, keepers of tokens. Two
 * sources of one kind need different names, so that their lines differ.
 *
 * @throws MisuseError `receiver_option` for what counts nothing
 */
export async function joinMetrics(...sources: readonly { metrics(): string | Promise<string> }[]): Promise<string> {
  if (!sources.every((source) => typeof source?.metrics === "function"))
    throw new MisuseError(
      "receiver_option",
      "joinMetrics: each source must have metrics(), as an inbox or meters have.",
    );
  const texts = await Promise.all(sources.map((source) => source.metrics()));
  const blocks = new Map<string, string[]>();
  for (const block of texts
    .join("")
    .replaceAll("# EOF\n", "")
    .split(/^(?=# TYPE )/m)) {
    const [type = "", ...lines] = block.trimEnd().split("\n");
    // A family stands once, with the lines of all sources.
    const samples = lines.filter((line) => !line.startsWith("# "));
    const known = blocks.get(type);
    if (known) known.push(...samples);
    else blocks.set(type, lines);
  }
  return openMetrics([...blocks].map(([type, lines]) => [type, ...lines].join("\n")));
}
