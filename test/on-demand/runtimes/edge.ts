import * as door from "../../../src/edge.ts";
import { createApp } from "./app.ts";

export default createApp(door);
