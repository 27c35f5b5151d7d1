/* What the forms and buttons of the page do. */

import { drawAuthorize } from "./connect.js";
import { close } from "./detail.js";
import { errorAt, onSubmit } from "./field-error.js";
import { listenToForwards } from "./forwards.js";
import { $, act, call, complain, plural } from "./kit.js";
import { advancedText, confirmedText } from "./panels.js";
import { drawProfile, putSettings, settings } from "./profile.js";
import { listenToRegister } from "./register.js";
import { FAULTS } from "./words.js";

const deliveriesOf = (count) => plural(count, "delivery", "deliveries");

async function pay({ client, paidTo, amount }, { value }) {
  const payment = { client: Number(client), paidTo, amount: Number(amount), confirmed: value === "confirmed" };
  const made = await call("POST", "payments", payment);
  const link = [`#payment-${made.payment.id}`, "Show it"];
  if (payment.confirmed) return [confirmedText(made), link];
  return [`Payment ${made.payment.id} is recorded. Confirm it under Payments.`, link];
}

async function dispatch({ app, event, payload }) {
  let given = {};
  try {
    if (payload.trim() !== "") given = { payload: JSON.parse(payload) };
  } catch {
    throw errorAt($("dispatch").elements.payload, "The payload is not JSON.");
  }
  const { deliveries } = await call("POST", `apps/${app}/dispatch`, { event, ...given });
  return deliveries.length > 0
    ? `${deliveriesOf(deliveries.length)} made.`
    : "No delivery: no webhook of this App is switched on and lists the event.";
}

async function runScenario({ client, name, count, seconds }) {
  const options = { client: Number(client), count: Number(count), seconds: Number(seconds) };
  const made = await call("POST", `scenarios/${name}`, options);
  const text = `${name}: ${plural(made.payments.length, "payment")}, ${deliveriesOf(made.deliveries.length)}.`;
  return made.deliveries.length > 0 || name === "payment-to-agency" ? text : `${text} No webhook of this client is on.`;
}

/** `contextOf` returns the state and the contract as they are by then. */
function listenToForms(contextOf) {
  onSubmit("pay", pay);
  onSubmit("dispatch", dispatch);
  onSubmit("scenario", runScenario);
  onSubmit("fault", async ({ kind, next, seconds }) => {
    const fault = { kind, next: Number(next), seconds: Number(seconds) };
    await call("PUT", "faults", { faults: [...contextOf().state.faults, fault] });
    return `On for the next ${fault.next > 1 ? `${fault.next} deliveries` : "delivery"}: ${FAULTS[kind]}.`;
  });
  onSubmit("authorize", async () => undefined);
  onSubmit("settings-filter", async () => undefined);
  $("settings-filter").addEventListener("input", drawProfile);
  $("authorize").addEventListener("change", () => drawAuthorize(contextOf().state).catch(complain));
}

function listenToClock() {
  for (const button of $("advance").querySelectorAll("button[value]")) {
    button.addEventListener("click", () =>
      act(button, async () =>
        advancedText(
          button.textContent.slice(1),
          await call("POST", "clock/advance", { seconds: Number(button.value) }),
        ),
      ),
    );
  }
  $("back").addEventListener("click", ({ currentTarget }) =>
    act(currentTarget, async () => {
      await call("POST", "clock/back");
      return "The clock shows real time again. Later deliveries are due by that time.";
      // The button goes with the time ahead.
    }).then(() => currentTarget.hidden && $("advance").firstElementChild.focus()),
  );
}

function listenToReset() {
  $("reset").addEventListener("click", () => $("confirm").showModal());
  $("keep").addEventListener("click", () => $("confirm").close());
  $("delete").addEventListener("click", ({ currentTarget }) =>
    act(currentTarget, async () => {
      // Nothing of it will be there to be looked at.
      close();
      await call("POST", "reset");
      $("confirm").close();
      for (const id of ["registered", "commands"]) $(id).replaceChildren();
      return "Everything was deleted. The sandbox begins again.";
    }),
  );
}

/** Gives every form and button its work. */
export function listen(contextOf) {
  listenToForms(contextOf);
  listenToRegister(contextOf);
  listenToForwards();
  listenToClock();
  listenToReset();
  $("defaults").addEventListener("click", ({ currentTarget }) =>
    act(currentTarget, () => {
      const { authPort, ...all } = settings.shipped.default;
      return putSettings(all, "Every setting is at its default.");
    }),
  );
}
