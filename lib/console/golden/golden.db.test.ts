import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { ActionResult } from '../../model/action-result';
import { browser } from '../../testing/next';
import {
  laterOf,
  openClusterStage,
  openEmbeddedStage,
  ORIGIN,
  recordedInput,
  type RecordedStage,
} from '../../testing/recorded-stage';
import { expectMadePart } from '../../testing/docs/made-part';
import { operationsPage, type RecordedCall } from '../../testing/docs/operations-page';
import { stable } from '../../testing/stable-json';
import { openApiDocument } from '../api/openapi';
import { apiRoutes } from '../api/routes';
import { reads, type ReadName } from '../reads/registry';

// The answers of every read, operation and action. A difference changes what pages, scripts and clients get: mend the
// code, or record them anew with `npx vitest run --project db lib/console/golden -u`, and say in the changelog what
// changed.

type Action = ((input: unknown, workspace?: string | null) => Promise<ActionResult<unknown>>) & {
  readonly input?: z.ZodType;
};

const ACTIONS = fileURLToPath(new URL('../actions/', import.meta.url));
/** These end the session of this test, or start clients. */
const LEFT_OUT = new Set(['startPracticeAction', 'endSessionAction']);

/** Of the HTTP API, for its page in the manual. */
const calls: Record<string, RecordedCall>[] = [];

describe.each([
  { engine: 'embedded', open: openEmbeddedStage },
  { engine: 'cluster', open: openClusterStage },
])('$engine', ({ engine, open }) => {
  let stage: RecordedStage;
  beforeEach(async () => {
    stage = await open();
  });
  afterEach(() => stage.close());

  test('every read', async () => {
    const recorded: Record<string, unknown> = {};
    for (const name of (Object.keys(reads) as ReadName[]).toSorted()) {
      const { input, GET, engines } = reads[name];
      if (!(engines as readonly string[]).includes(engine)) continue;
      const asked = texts({ ...recordedInput(stage, name, input), workspace: stage.workspace });
      const address = `${ORIGIN}/api/console/x?${new URLSearchParams(asked).toString()}`;
      recorded[name] = { asked, ...(await answerOf(await GET(new Request(address, { headers: browser.headers })))) };
    }
    await expect(stable(recorded)).toMatchFileSnapshot(`${engine}-reads.json`);
  });

  test('every operation of the HTTP API', async () => {
    const recorded: Record<string, unknown> = {};
    const offered = apiRoutes.filter(({ operation: { engines } }) => (engines as readonly string[]).includes(engine));
    for (const { operation, handle } of sorted(offered, ({ operation: { name } }) => name)) {
      const { name, method, path, params, query, body } = operation;
      const [inPath, inQuery] = [params, query].map((schema) => texts(recordedInput(stage, `${name} ${path}`, schema)));
      const inBody = body === null ? undefined : recordedInput(stage, name, body);
      const request = new Request(`${ORIGIN}/api/v1/x?${new URLSearchParams(inQuery).toString()}`, {
        method: method.toUpperCase(),
        headers: { authorization: 'Bearer admin-token-of-the-environment', 'content-type': 'application/json' },
        ...(inBody === undefined ? {} : { body: JSON.stringify(inBody) }),
      });
      const answer = await answerOf(await handle(request, inPath ?? {}, stage.workspace));
      recorded[name] = { call: `${method} ${path}`, params: inPath, query: inQuery, body: inBody, ...answer };
    }
    await expect(stable(recorded)).toMatchFileSnapshot(`${engine}-api.json`);
    calls.push(JSON.parse(stable(recorded)) as Record<string, RecordedCall>);
  });

  test('every action', async () => {
    const recorded: Record<string, unknown> = {};
    const files = readdirSync(ACTIONS).filter((file) => file.endsWith('.ts') && !file.includes('.test.'));
    const modules = await Promise.all(
      files.map((file) => import(`${ACTIONS}${file}`) as Promise<Record<string, Action>>),
    );
    const found = modules.flatMap((module) => Object.entries(module));
    for (const [name, action] of sorted(found, ([each]) => each)) {
      if (action.input === undefined || LEFT_OUT.has(name)) continue;
      const input = recordedInput(stage, name, action.input);
      recorded[name] = { input, result: await action(input, stage.workspace) };
    }
    await expect(stable(recorded)).toMatchFileSnapshot(`${engine}-actions.json`);
  });
});

test('the manual has each operation of the HTTP API, with what was recorded', async ({ skip }) => {
  // Where only some tests were asked for.
  if (calls.length < 2) skip();
  const made = operationsPage(openApiDocument(apiRoutes, '/api/v1'), calls);
  await expectMadePart('reference/operations.md', 'lib/console/golden/golden.db.test.ts', made);
});

function sorted<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => laterOf(nameOf(a)) - laterOf(nameOf(b)) || (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** As an address holds them. */
function texts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

async function answerOf(response: Response): Promise<{ readonly status: number; readonly answer: unknown }> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, answer: isJson ? await response.json() : await response.text() };
}
