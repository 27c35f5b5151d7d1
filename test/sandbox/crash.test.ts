import { survivesKills } from "./crash.ts";

// Ten in test/on-demand/sandbox/crash.test.ts.
survivesKills(2);
