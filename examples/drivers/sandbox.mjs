import { startSandbox } from "collections-contract/sandbox";

const { driver } = await startSandbox({ clock: "virtual" });
export default driver;
