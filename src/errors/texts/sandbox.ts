/** The texts of what the sandbox and its control report. */

import { defineTexts, prose } from "./text.ts";

/** Why the sandbox does not start, or its control refused a request. */
export const SANDBOX_TEXTS = defineTexts({
  port_taken: {
    means: "Another program already listens on this port.",
    fix: "Stop it, or choose another port. 0 takes any free port.",
  },
  port_refused: {
    means: "The system does not let this program listen on this port.",
    fix: "Choose a port from 1024 to 65535. 0 takes any free port.",
  },
  profile_unreadable: {
    means: "The profile is neither the name of a shipped profile nor a file that holds a JSON object.",
    fix: "Give default, strict or a JSON file whose members are settings.",
  },
  profile_unknown_key: {
    means: "No setting has this name.",
    fix: "Check the spelling. The sandbox lists all settings at GET /_control/profile.",
  },
  profile_invalid: {
    means: "The setting does not allow this value.",
    fix: "Give a value that the message allows.",
  },
  profile_fixed: {
    means: "This setting decides what the sandbox listens on, so it cannot change while it runs.",
    fix: "Stop the sandbox and start it with this setting.",
  },
  profile_stated: {
    means: "The deployment fixes this setting, so the sandbox cannot use another value.",
    fix: "Leave the setting out, or change the overlay of the deployment and apply it again.",
  },
  forward_invalid: {
    means: "A forward leads from a public origin to one that this machine reaches. This text is not a forward.",
    fix: "Write it like https://hooks.example.com=http://127.0.0.1:3000: scheme, host and port on both sides, no path.",
  },
  forward_host_invalid: {
    means: "The Host for forwards is not registered, forward or a host with or without a port.",
    fix: "Give --forward-host forward for the host of the forward itself, or a host such as app.test:8443.",
  },
  forward_ca_invalid: {
    means: "What forwards to https should trust is not a certificate in PEM.",
    fix: prose`Give the certificate of the authority, which begins with -----BEGIN CERTIFICATE-----, or that of the
      receiver if it signed its own.`,
  },
  forward_not_allowed: {
    means: "A forward leads to this machine unless other hosts are allowed, and this host is not.",
    fix: "Allow the host when the sandbox starts: --allow-forward HOST, once for each.",
  },
  host_refused: {
    means: "Sandbox and mock listen at an address of this machine. This host is not one, and does not resolve to one.",
    fix: "Give 127.0.0.1, 0.0.0.0 or another address of this machine.",
  },
  public_url_invalid: {
    means: "The public URL must be an http or https origin, without path, query, fragment and user.",
    fix: prose`Write it like http://sandbox:4011. With authPort separate the sandbox needs two hosts and takes no
      public URL.`,
  },
  token_weak: {
    means: "The token of the control is too short, or has characters that are not printable ASCII.",
    fix: "Give 16 to 200 printable ASCII characters without spaces, or leave it out: the sandbox then makes one.",
  },
  data_unwritable: {
    means: "The folder for the data cannot be created, or the database in it cannot be written.",
    fix: "Give a folder that this user can write to, on a disk with free space.",
  },
  data_damaged: {
    means: "The file is not a database of the sandbox, or it is damaged. It was not changed.",
    fix: "Restore it from a copy, or move it away. The sandbox then begins with an empty one.",
  },
  data_newer: {
    means: "A newer version of this package wrote the database. It was not changed.",
    fix: "Use that version, or give another folder.",
  },
  data_locked: {
    means: "Another sandbox uses this folder.",
    fix: "Stop the other one, or give another folder.",
  },
  data_engine_old: {
    means:
      "The SQLite of this Node is older than 3.51.3, and older versions can lose data in the mode that is used here.",
    fix: "Use Node 24, or leave out the folder to keep everything in memory.",
  },
  control_unreachable: {
    means: "The control of the sandbox did not answer.",
    fix: "Check that the sandbox runs and that the URL is its base URL.",
  },
  control_refused: {
    means: "The control of the sandbox refused the request.",
    fix: "Correct what the message names.",
  },
  prism_missing: {
    means: "The command needs Prism, which is not installed.",
    fix: "Install it next to this package: npm install --save-dev @stoplight/prism-cli",
  },
});

/** Why its control refused a request, as the answer names it. */
export const CONTROL_TEXTS = defineTexts({
  input_invalid: {
    means: "A member of a request to the control of the sandbox has a value that it does not take.",
    fix: "Correct the member that the message names. GET /_control lists the members of each call.",
  },
  not_found: {
    means: "The control of the sandbox has no such call, or nothing with this id.",
    fix: "GET /_control lists the calls, GET /_control/state what exists.",
  },
  control_method: {
    means: "The control of the sandbox has this path, but not for this method.",
    fix: "Use a method that the header Allow lists.",
  },
  control_foreign: {
    means: "A page of another origin, a form, or a request for another host asked for the control of the sandbox.",
    fix: "Ask from the sandbox's own pages or from a program, at the URL that the sandbox printed.",
  },
  control_locked: {
    means: "Others can reach this sandbox, so its control needs the token that the sandbox printed.",
    fix: "Send Authorization: Bearer and the token.",
  },
  payment_confirmed: {
    means: "The payment is confirmed already, and a payment is confirmed once.",
    fix: "Record another payment, or send its delivery again: POST /_control/deliveries/ID/redeliver.",
  },
  webhook_inactive: {
    means: "The webhook is switched off, so nothing is sent to it.",
    fix: "Switch it on in the console, or by PATCH /_control/client-webhooks/ID with active true.",
  },
  watchers_full: {
    means: "Too many pages and programs watch the events of the sandbox.",
    fix: "Close one of them.",
  },
  limit_reached: {
    means: "The sandbox holds as many records of this kind as it can.",
    fix: "POST /_control/reset deletes them. The limit is the sandbox's own.",
  },
  storage_failed: {
    means: "The sandbox could not write to its folder, and undid what the request changed.",
    fix: "Free the disk, or give another folder with --data. Then make the request again.",
  },
});
