/**
 * Confirms a payment in a sandbox of collections-contract, which then delivers it; prints what the sandbox answers.
 * Reads SANDBOX_URL, and SANDBOX_TOKEN for a sandbox that others can reach.
 */

const answer = await fetch(`${process.env["SANDBOX_URL"]}/_control/payments`, {
  method: "POST",
  headers: { "content-type": "application/json", authorization: `Bearer ${process.env["SANDBOX_TOKEN"]}` },
  body: '{"amount":12550,"confirmed":true}',
});
console.log(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
