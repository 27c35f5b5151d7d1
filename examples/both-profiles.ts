import { startSandbox } from "collections-contract/sandbox";

for (const profile of ["default", "strict"]) {
  const sandbox = await startSandbox({ profile });
  // ... the code under test, with sandbox.baseUrl and sandbox.authUrl
  await sandbox.stop();
}
