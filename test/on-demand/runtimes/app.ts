/**
 * A small application over one entry of the library: `/answers` to all cases, and a receiver at `/hook` that lives as
 * long as it does.
 */

import { answers, type Door, SECRET, sleep } from "./cases.ts";

export function createApp<D extends Door>(door: D) {
  const handled: unknown[] = [];
  // While the module loads, where workerd allows neither cryptography nor timers.
  const receiver = (door.createReceiver as D["createReceiver"])({
    secrets: SECRET,
    maxBodyBytes: 1000,
    bodyTimeoutMs: 300,
    onProblem: () => undefined,
    on: {
      "case_file.payment.confirmed": async ({ payload }) => {
        await sleep(50);
        handled.push(payload.id);
      },
    },
  });
  return {
    receiver: receiver as ReturnType<D["createReceiver"]>,
    answers: () => answers(door),
    async fetch(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (pathname === "/hook") return receiver.fetch(request);
      return Response.json(pathname === "/answers" ? await answers(door) : handled);
    },
  };
}
