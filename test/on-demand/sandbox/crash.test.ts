import { survivesKills } from "../../sandbox/crash.ts";

survivesKills(10);
