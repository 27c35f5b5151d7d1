/* Forwards: added and removed while the sandbox runs. */

import { errorAt, onSubmit } from "./field-error.js";
import { $, actor, call, code, draw, el } from "./kit.js";

/** Draws the forwards that there are. */
export function drawForwards({ forwards }) {
  const remove = (origin) => async () => {
    await call("POST", "forwards/remove", { origin });
    return `${origin} is not forwarded any more.`;
  };
  draw($("forwards"), forwards, () =>
    Object.keys(forwards).length === 0
      ? el("p", "None. A webhook URL is public, so a receiver on this machine gets deliveries only by a forward.")
      : Object.entries(forwards).map(([from, to]) =>
          el(
            "p.split",
            el("span", code(from), " is delivered to ", code(to)),
            actor("Remove", `forward-${from}`, remove(from), { "aria-label": `Remove the forward of ${from}` }),
          ),
        ),
  );
}

/** Whether the text is scheme, host and port, without a path. */
function isOrigin(text) {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}${url.hash}` === "/";
}

/** Says which of the two fields a refused forward is about. */
async function blame(error, given) {
  const { origin, to } = $("add-forward").elements;
  if (error.code === "forward_not_allowed") return Object.assign(error, { field: to });
  if (error.code !== "forward_invalid") return error;
  for (const field of [origin, to])
    if (!isOrigin(given[field.name])) return errorAt(field, "Write scheme, host and port, and no path.", error.code);
  const verdict = await call("POST", "webhook-url", { url: `${given.origin}/` });
  return verdict.ok ? error : errorAt(origin, `It cannot be registered. ${verdict.reason}`, verdict.code);
}

/** Gives the form its work. */
export function listenToForwards() {
  onSubmit("add-forward", async ({ origin, to }) => {
    const given = { origin: origin.trim(), to: to.trim() };
    await call("POST", "forwards", given).catch(async (error) => {
      throw await blame(error, given);
    });
    return `${given.origin} is delivered to ${given.to} from now on.`;
  });
}
