import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '@/lib/auth/manage-api-tokens';
import { addMember } from '@/lib/auth/teams/add-member';
import { makeTeam } from '@/lib/auth/teams/make-team';
import { systemActor } from '@/lib/model/audit/actor';
import { openTestApi, type TestApi } from '@/lib/testing/api';
import { GET } from './route';

const actor = systemActor('test');
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

async function listen(token: string) {
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await GET(new Request('http://console.test/api/live', { headers, signal: gone.signal }));
  const heard = { status: answer.status, text: '', ended: false };
  const read = async () => {
    for await (const part of answer.body ?? []) heard.text += new TextDecoder().decode(part);
    heard.ended = true;
  };
  return { heard, reading: read(), leave: () => gone.abort() };
}

test(
  'without a team the stream is open and says nothing; a first team ends it',
  { tags: ['landing'], timeout: 30_000 },
  async () => {
    const { ctx, database } = api.broker;
    const { secret } = await createApiToken(database.store, actor, {
      name: 'new',
      rights: 'member',
      expiresInDays: null,
    });
    const alone = await listen(secret);
    const change = () => {
      for (const kind of ['group', 'message', 'sample', 'setting'] as const) ctx.changes.emit({ kind });
      ctx.changes.emit({ kind: 'group', group: 'orders' });
    };
    expect(alone.heard.status).toBe(200);
    await expect.poll(() => alone.heard.text).toContain('event: hello');
    change();

    const { teamId } = await makeTeam(database.store, actor, { name: 'Ours', prefixes: ['orders'] });
    const by = { actor, principal: { kind: 'operator', role: 'admin', operatorId: null } } as const;
    await addMember(database.store, by, { teamId, kind: 'token', name: 'new', role: 'viewer' });
    const together = await listen(secret);
    await expect.poll(() => together.heard.text).toContain('event: hello');
    change();
    await expect.poll(() => together.heard.text).toContain('orders');
    expect(alone.heard.text).not.toContain('event: change');
    // It looks at the next beat.
    await expect.poll(() => alone.heard.ended, { timeout: 12_000 }).toBe(true);
    together.leave();
    await together.reading;
  },
);

test.each(['metrics', 'failures'] as const)('a token for %s hears nothing', async (rights) => {
  expect((await listen(api.tokens.get(rights) ?? '')).heard.status).toBe(403);
});
