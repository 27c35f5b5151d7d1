/** The journal as server-sent events, which a browser resumes after a lost connection. */

import type { Journal, JournalEntry } from "../store/journal.ts";

export const WATCHERS_MAX = 64;
const HEARTBEAT_MS = 15_000;
/** A reader that is further behind is disconnected; it connects again with the last id that it saw. */
const BEHIND_MAX = 2000;

/** Returns the entries after `lastId`, then new ones. The first one is `reload` if some are not kept any more. */
export function eventStream(journal: Journal, lastId: string | null): Response {
  let end = (): void => undefined;
  const body = new ReadableStream<string>(
    {
      start(controller) {
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) > -BEHIND_MAX) return controller.enqueue(text);
          end();
          controller.close();
        };
        const missed = lastId === null ? [] : journal.after(lastId);
        send("retry: 1000\n\n");
        if (!missed) send("event: reload\ndata: {}\n\n");
        for (const entry of missed ?? []) send(formatEntry(entry));
        const heartbeat = setInterval(() => send(": still here\n\n"), HEARTBEAT_MS);
        heartbeat.unref();
        const unwatch = journal.watch((entry) => send(formatEntry(entry)));
        end = () => {
          clearInterval(heartbeat);
          unwatch();
        };
      },
      cancel: () => end(),
    },
    { highWaterMark: 1 },
  ).pipeThrough(new TextEncoderStream());
  return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
}

function formatEntry({ id, type, data }: JournalEntry): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
