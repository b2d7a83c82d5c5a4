import { afterAll, beforeAll, expect, test } from 'vitest';

import { z } from 'zod';

import type { Rights } from '../../auth/permission';
import { createTopic, send } from '../../broker';
import { openTestApi, type TestApi } from '../../testing/api';
import { testMessage } from '../../testing/broker';
import { defineRead } from '../http/define-read';
import { downloadMessageBody } from './downloads';
import { reads } from './registry';

let api: TestApi;
let at: string;
beforeAll(async () => {
  api = await openTestApi();
  const { ctx, database } = api.broker;
  await createTopic(ctx, {
    name: 'secrets',
    messageType: 'NORMAL',
    queues: 1,
    actor: { kind: 'system', name: 'test' },
  });
  await send(ctx, { topic: 'secrets', messages: [testMessage({ messageId: 'm-1' })] });
  const { rows } = await database.store.console.query<{ at: string }>(
    "SELECT queue_id || '-' || off AS at FROM message WHERE msg_id = 'm-1'",
  );
  at = rows[0]?.at ?? '';
});
afterAll(() => api.close());

/** A page of which a body is a part. */
const page = defineRead({
  permission: 'message:read',
  subject: 'listed',
  input: z.strictObject({ id: z.string(), at: z.string() }),
  run: (): Promise<{ rest: string; body: string | null }> => Promise.resolve({ rest: 'shown', body: 'secret' }),
  bodiesIn: () => ['m-2'],
  withoutBodies: (data) => ({ ...data, body: null }),
});

const ask = (rights: Rights): Request =>
  new Request(`http://console.test/api/console/x?id=m-1&at=${at}`, {
    headers: { authorization: `Bearer ${api.tokens.get(rights) ?? ''}` },
  });

async function noted(): Promise<string[]> {
  const rows = await api.broker.database.store.prisma.audit.findMany({
    where: { action: { startsWith: 'message.' }, target: 'm-1' },
    orderBy: { auditId: 'asc' },
  });
  return rows.map(({ actor, action }) => `${actor} ${action}`);
}

test('who reads or downloads a body is noted, once an hour however often the page asks', async () => {
  for (let times = 0; times < 3; times += 1) expect((await reads.messageBody.GET(ask('operator'))).status).toBe(200);
  expect((await reads.messageBody.GET(ask('viewer'))).status).toBe(403);
  expect(await noted()).toEqual(['test operator message.read-body']);
  expect((await reads.messageBody.GET(ask('admin'))).status).toBe(200);
  expect((await downloadMessageBody(ask('operator'))).status).toBe(200);
  expect(await noted()).toEqual([
    'test operator message.read-body',
    'test admin message.read-body',
    'test operator message.download-body',
  ]);
  await api.broker.database.store.console.query('ALTER TABLE audit DISABLE TRIGGER audit_append_only');
  await api.broker.database.store.console.query("UPDATE audit SET at = at - interval '61 minutes'");
  expect((await reads.messageBody.GET(ask('operator'))).status).toBe(200);
  expect((await noted()).length).toBe(4);
});

test('what cannot be noted is not shown; a page of which it is a part is shown without it', async () => {
  const db = api.broker.database.store.console;
  const shown = async (): Promise<unknown> =>
    ((await (await page.GET(ask('viewer'))).json()) as { data: unknown }).data;
  expect(await shown()).toEqual({ rest: 'shown', body: 'secret' });
  await db.query('ALTER TABLE audit RENAME TO audit_gone');
  try {
    expect(await shown()).toEqual({ rest: 'shown', body: null });
    expect((await reads.messageBody.GET(ask('admin'))).status).toBe(500);
  } finally {
    await db.query('ALTER TABLE audit_gone RENAME TO audit');
  }
});
