/** Puts the cases to one framework. */

import { setTimeout as sleep } from "node:timers/promises";
import { FAILING, payment, post, same } from "../hosts/cases.ts";
import { readOutcome, type Seen } from "../hosts/run.ts";
import { type Project, runForLine } from "../project.ts";
import { type PostgresServer, SKIP_POSTGRES, startPostgres } from "../servers/postgres.ts";
import { FRAMEWORK_CASES, type FrameworkSubject, QUEUE_CASES } from "./cases.ts";
import { type Database, postgresDatabase, sqliteDatabase } from "./database.ts";
import type { Framework } from "./framework.ts";
import { makeProject, PLACES, preparePackage } from "./project.ts";

const chooseCases = ({ isQueue }: Framework) => (isQueue ? QUEUE_CASES : FRAMEWORK_CASES);

/** Returns the names of the cases that a framework gets. */
export const listColumns = (framework: Framework) => Object.keys(chooseCases(framework));

/** A payment that makes tables which are made at the first one. */
const FIRST = "7000";
/** The one that the frameworks share. */
let server: Promise<PostgresServer> | undefined;

/** Ends the server, if there is one. */
export async function stopServer(): Promise<void> {
  await (await server)?.remove();
}

/** Puts all cases to a framework. */
export async function runFramework(framework: Framework): Promise<Seen> {
  const { database: kind, id, language, needs, table = "payment" } = framework;
  const { folder, skip } = await preparePackage(language);
  const missing = skip || (kind === "PostgreSQL" && SKIP_POSTGRES);
  if (missing) return { skip: missing, version: "", cells: {} };
  let version = "";
  for (const words of needs)
    try {
      version = await runForLine(words, { ...PLACES, package: folder }, folder);
    } catch (error) {
      return { skip: `${words[0]}: ${(error as Error).message}`, version: "", cells: {} };
    }
  const name = id.replaceAll("-", "_");
  if (kind === "PostgreSQL") server ??= startPostgres();
  const pg = kind === "PostgreSQL" ? await server : undefined;
  const database = pg ? await postgresDatabase(pg, name, table) : undefined;
  const address = framework.address ?? (pg ? "postgresql://inbox@127.0.0.1:<pg>/<name>" : "<project>/payments.db");
  const project = await makeProject(framework, address, { pg: `${pg?.port}`, name });
  return {
    skip: "",
    version,
    cells: await runCases(framework, project, database ?? sqliteDatabase(`${project.folder}/payments.db`, table)),
  };
}

async function runCases(framework: Framework, project: Project, database: Database): Promise<Record<string, string>> {
  const cells: Record<string, string> = {};
  try {
    await project.start();
    same("answer to the first payment", await post(project, payment(FIRST)), "204");
    if (framework.isQueue)
      for (let left = 300; left > 0 && (await database.amounts(FIRST)).length === 0; left--) await sleep(100);
    await database.prepare();
    const subject = createSubject(project, database);
    for (const [name, put] of Object.entries(chooseCases(framework))) cells[name] = await readOutcome(put(subject));
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${project.said()}`);
  } finally {
    await project.remove();
    await database.close();
  }
  return cells;
}

function createSubject(project: Project, database: Database): FrameworkSubject {
  let held: string | undefined;
  const hold = async (id: string | undefined) => {
    const which = id ?? held;
    if (which) await database.set(which, id ? "held" : "usual");
    held = id;
  };
  return {
    url: project.url,
    booked: async (id) => (await database.amounts(id)).length,
    isExact: async (id, body) => String(await database.amounts(id)) === String(JSON.parse(body.toString()).amount),
    fail: (is) => database.set(FAILING, is ? "failing" : "usual"),
    hold,
    inside: database.inside,
    async restart() {
      await project.kill();
      await hold(undefined);
      await project.start();
    },
  };
}
