/** `npm run mock`: as the command `mock`, for a clone. */

import { runMock } from "../src/cli/mock.ts";

await runMock({ port: "4010", host: "127.0.0.1" });
