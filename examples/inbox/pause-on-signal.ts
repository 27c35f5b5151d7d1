import type { Inbox } from "collections-contract/inbox";

/** Pauses the worker of this process at SIGUSR2, and resumes it at the next one. */
export function pauseOnSignal(inbox: Pick<Inbox, "pause" | "resume">): void {
  let isPaused = false;
  process.on("SIGUSR2", async () => {
    isPaused = !isPaused;
    await (isPaused ? inbox.pause() : inbox.resume());
  });
}
