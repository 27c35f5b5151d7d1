/** The part of the control that lists its calls, and says what there is where a call does not exist. */

import { CONTROLS } from "../../../generated/control.ts";
import { DRIVER_MEMBERS_PATH } from "../../../generated/driver.ts";
import { closest } from "../../values/closest.ts";
import { callsAt } from "./calls.ts";
import { ControlRefusal } from "./input.ts";

/** What `GET /_control` answers. */
export const CONTROL_LIST = {
  about: "The control of the sandbox. It is not part of the contract. A star marks members that a body must have.",
  document: "/_docs/control.json",
  driver: `/_control/driver${DRIVER_MEMBERS_PATH}`,
  controls: CONTROLS,
};

const LISTED = "GET /_control lists all.";

/** Returns the refusal of a call that does not exist: 405 with the methods of its path, or 404 with calls like it. */
export function unknownCall(method: string, path: string): ControlRefusal {
  const methods = callsAt(path).map((call) => call.method);
  if (methods.length > 0)
    return new ControlRefusal(
      405,
      "control_method",
      `The control ${path} takes ${methods.join(" and ")}. ${LISTED}`,
      methods.join(", "),
    );
  const likely = callsLike(method, path).map((call) => `${call.method} ${call.path}`);
  const guess = likely.length > 0 ? `Did you mean ${likely.join(" or ")}? ` : "";
  return new ControlRefusal(404, "not_found", `There is no control ${method} ${path.slice(0, 100)}. ${guess}${LISTED}`);
}

const fixedSegments = (path: string) => path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
const WORDS = [...new Set(CONTROLS.flatMap(({ path }) => fixedSegments(path).slice(1)))];

/** Returns at most three calls that have nearly the last word of the path, those with its method first. */
function callsLike(method: string, path: string): (typeof CONTROLS)[number][] {
  const [word] = closest(fixedSegments(path).at(-1) ?? "", WORDS);
  return CONTROLS.filter((call) => fixedSegments(call.path).at(-1) === word)
    .sort((a, b) => Number(b.method === method) - Number(a.method === method))
    .slice(0, 3);
}
