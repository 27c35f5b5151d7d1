/**
 * The stand-in service keeps the contract. Other profiles, clocks and histories: test/on-demand/judge/sandbox.test.ts.
 */

import { it } from "vitest";
import { keepsTheContract } from "./stand-in.ts";

it("the profile default with a virtual clock", () => keepsTheContract("default", "virtual"), 120_000);
