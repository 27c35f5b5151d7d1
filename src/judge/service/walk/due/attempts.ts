/** Which attempts can only be retries, and which may be copies of a delivery that was on its way already (F-6.5-04). */

import { type Received, statusOf } from "../../../wire/listener.ts";
import { isLate } from "../../../wire/reply.ts";

/** Whether the answer was one that asks for a retry. */
export const isRefusal = ({ reply }: Received): boolean => {
  const status = statusOf(reply);
  return status === undefined || status < 200 || status > 299;
};

/** The same, or the service did not read the answer, so that it may take it for one. */
export const isFailure = (one: Received): boolean => one.isUnread === true || isRefusal(one);

/** From when on another attempt may be its retry: the service need not wait for a late answer (N-6.5-03). */
const retriedFrom = (one: Received): number =>
  one.isUnread || isLate(one.reply)
    ? Number.NEGATIVE_INFINITY
    : isRefusal(one)
      ? one.answeredAt
      : Number.POSITIVE_INFINITY;

/** Whether an attempt began after the first one had failed. */
export const isRetried = ([first, ...later]: readonly Received[]): boolean =>
  first !== undefined && later.some(({ at }) => at > retriedFrom(first));

/**
 * Returns the first attempt that began after each earlier one had failed, one of them after `offAt`. Where the service
 * sends no copies, only a retry explains it: what was under way when the webhook was switched off had come by then.
 */
export function retrySince(came: readonly Received[], offAt: number): Received | undefined {
  return came.find((one, index) => {
    const earlier = came.slice(0, index);
    const haveFailed = earlier.every((before) => isFailure(before) && one.at > before.answeredAt);
    return haveFailed && earlier.some((before) => before.answeredAt > offAt);
  });
}

/**
 * Whether a delivery came that cannot be a retry, because no earlier one had failed: then the service sends copies, by
 * chance or always, and no attempt of it proves a retry.
 */
export function hasCopies(came: readonly Received[], idOf: (one: Received) => number | undefined): boolean {
  /** From when on a delivery with the id may be a retry. */
  const known = new Map<number | undefined, number>();
  return came.some((one) => {
    const id = idOf(one);
    const from = known.get(id);
    known.set(id, Math.min(from ?? Number.POSITIVE_INFINITY, retriedFrom(one)));
    return from !== undefined && from >= one.at;
  });
}
