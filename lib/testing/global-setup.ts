import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import type { RoleUrls } from '../runtime/postgres/ensure-roles';
import { startEmbeddedPostgres } from '../runtime/postgres/start';
import { migrate } from '../store/migrate';
import { withAdmin } from './admin-connection';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly testServerUrl: string;
    readonly testTemplate: string;
    /** Of the roles that the product's processes have; null: the server was given. */
    readonly testRoleUrls: RoleUrls | null;
  }
}

interface TestServer {
  readonly url: string;
  readonly roleUrls: RoleUrls | null;
  readonly template: string;
  stop(): Promise<void>;
}

/** One server for all projects of a run: each project calls this file on its own. */
const shared = globalThis as { redriveTestServer?: { starting: Promise<TestServer>; uses: number } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.redriveTestServer ??= { starting: startTestServer(), uses: 0 };
  const entry = shared.redriveTestServer;
  entry.uses += 1;
  const server = await entry.starting;
  project.provide('testServerUrl', server.url);
  project.provide('testTemplate', server.template);
  project.provide('testRoleUrls', server.roleUrls);
  return async () => {
    entry.uses -= 1;
    if (entry.uses === 0) await server.stop();
  };
}

async function startTestServer(): Promise<TestServer> {
  const given = process.env['REDRIVE_TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    const template = await createTemplate(given);
    return {
      url: given,
      roleUrls: null,
      template,
      stop: () =>
        withAdmin(given, (client) => client.query(`DROP DATABASE IF EXISTS ${template}`)).then(() => undefined),
    };
  }
  const script = new URL('../cli/test/memory-folder.mjs', import.meta.url).href;
  const { temporaryRoot } = (await import(script)) as { readonly temporaryRoot: () => string };
  const directory = mkdtempSync(join(temporaryRoot(), 'redrive-test-'));
  const server = await startEmbeddedPostgres({ dataDirectory: directory, throwAway: true });
  const abandon = cleanUpIfKilled(server.pid(), directory);
  const template = await createTemplate(server.url);
  return {
    url: server.url,
    roleUrls: server.urls,
    template,
    stop: async () => {
      await server.release();
      abandon();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function createTemplate(url: string): Promise<string> {
  const template = `redrive_template_${process.pid}`;
  await withAdmin(url, (client) => client.query(`CREATE DATABASE ${template}`));
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migrate(templateUrl.toString());
  return template;
}

/** A killed test run cannot stop its server; this shell notices the closed pipe and does. */
function cleanUpIfKilled(pid: number | undefined, directory: string): () => void {
  const script = 'cat >/dev/null; kill -QUIT "$0" 2>/dev/null && sleep 1; rm -rf "$1"';
  const guard = spawn('sh', ['-c', script, String(pid ?? 0), directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return () => guard.kill('SIGKILL');
}
