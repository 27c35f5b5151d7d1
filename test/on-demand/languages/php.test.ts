import { judgeLanguage } from "./harness.ts";
import { PHP } from "./php/package.ts";

judgeLanguage(PHP);
