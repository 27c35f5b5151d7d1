/* Forwards: added and removed while the sandbox runs. */

import { $, actor, call, code, draw, el, onSubmit } from "./kit.js";

/** Draws the forwards that there are. */
export function drawForwards({ forwards }) {
  const remove = (origin) => async () => {
    await call("POST", "forwards/remove", { origin });
    return `${origin} is not forwarded any more.`;
  };
  draw($("forwards"), forwards, () =>
    Object.keys(forwards).length === 0
      ? el("p", {}, "None. A webhook URL is public, so a receiver on this machine gets deliveries only by a forward.")
      : Object.entries(forwards).map(([from, to]) =>
          el(
            "p",
            { class: "split" },
            el("span", {}, code(from), " is delivered to ", code(to)),
            actor("Remove", `forward-${from}`, remove(from), { "aria-label": `Remove the forward of ${from}` }),
          ),
        ),
  );
}

/** Gives the form its work. */
export function listenToForwards() {
  onSubmit("add-forward", async ({ origin, to }) => {
    await call("POST", "forwards", { origin: origin.trim(), to: to.trim() });
    return `${origin} is delivered to ${to} from now on.`;
  });
}
