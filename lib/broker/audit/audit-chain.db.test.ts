import { createPublicKey, verify } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { speechIn } from '../../language/catalogues';
import { systemActor } from '../../model/audit/actor';
import { inSpeech } from '../../model/language/speech';
import { english } from '../../model/language/t';
import { plain } from '../../model/plain';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { auditCheckRead } from '../../store/queries/audit/audit-chain';
import { withTransaction } from '../../store/transaction';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { type AuditAnchor, anchorText } from './anchor';
import { checkAudit } from './check';
import { readAuditChain } from './list';
import { type AuditVerdict, verifyAudit } from './verify';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const db = () => broker.database.store.console;
const note = (target: string, after: unknown = null) => ({
  actor: systemActor('test'),
  action: 'test.note',
  target,
  after,
});

/** As someone with the rights of the owner would; undone afterwards, so that each case begins with a whole chain. */
async function tampered(statement: string, values: unknown[] = []): Promise<AuditVerdict | undefined> {
  const verdicts: AuditVerdict[] = [];
  await withTransaction(db(), async (tx) => {
    await tx.query('ALTER TABLE audit DISABLE TRIGGER ALL');
    await tx.query('ALTER TABLE audit_chain DISABLE TRIGGER ALL');
    await tx.query(statement, values);
    verdicts.push(await verifyAudit(tx));
    throw new Error('undo');
  }).catch((error: Error) => {
    if (error.message !== 'undo') throw error;
  });
  return verdicts[0];
}

test('every row gets its link at its commit, also of writers at once; the hashes are as computed here', async () => {
  const before = (await verifyAudit(db())).head.position;
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      withTransaction(db(), async (tx) => {
        await appendAudit(tx, note(`writer ${index}`, { price: 1.1, text: 'ü "quoted" \u{1F600}', none: null }));
        await appendAudit(tx, note(`writer ${index} again`));
      }),
    ),
  );
  const { head, broken } = await verifyAudit(db());
  expect(head.position - before).toBe(24);
  expect(broken).toBeNull();
});

test('a transaction that is rolled back leaves no link, and one that is open holds up no other', async () => {
  const before = (await verifyAudit(db())).head.position;
  await withTransaction(db(), async (tx) => {
    await appendAudit(tx, note('not yet'));
    // Another change is made and committed meanwhile.
    await appendAudit(db(), note('meanwhile'));
    throw new Error('undo');
  }).catch(() => undefined);
  const { head, broken } = await verifyAudit(db());
  expect(head.position - before).toBe(1);
  expect(broken).toBeNull();
});

test.each([
  ['a changed row', "UPDATE audit SET reason = 'other' WHERE audit_id = $1", 'it was changed after it was written'],
  ['a changed time', "UPDATE audit SET at = at + interval '1 microsecond' WHERE audit_id = $1", 'it was changed after'],
  ['a removed row', 'DELETE FROM audit WHERE audit_id = $1', 'it was removed from the audit log'],
  [
    'a removed row with its link',
    `WITH gone AS (DELETE FROM audit_chain WHERE audit_id = $1 RETURNING audit_id)
     DELETE FROM audit WHERE audit_id IN (SELECT audit_id FROM gone)`,
    'of the chain was removed',
  ],
])('%s is named', async (_, statement, why) => {
  const { rows } = await db().query<{ id: number }>(
    'SELECT audit_id AS id FROM audit_chain WHERE position > 0 ORDER BY position OFFSET 3 LIMIT 2',
  );
  const [id, next] = rows.map((row) => row.id);
  const found = await tampered(statement, [id]);
  expect(english(found?.broken?.why ?? '')).toContain(why);
  // Of a row that has gone with its link, the next one is the first that does not fit. Links are in the order of the
  // commits, which of writers at once is not that of the ids.
  expect(found?.broken?.auditId).toBe(why === 'of the chain was removed' ? next : id);
  expect(found?.head.position).toBe(3);
  expect((await verifyAudit(db())).broken).toBeNull();
});

test('a row that came past the chain is named', async () => {
  const found = await tampered(
    "INSERT INTO audit (actor_kind, actor, action, target) VALUES ('system', 'x', 'test.note', 'smuggled')",
  );
  expect(english(found?.broken?.why ?? '')).toBe('it was added past the chain');
});

test('a check gives each new head away once, signed, and again when it did not arrive', async () => {
  const given: AuditAnchor[] = [];
  const memory = { hash: '' };
  let takes = false;
  const options = {
    secretKey: 'a secret key of more than 32 characters',
    give: (anchor: AuditAnchor) => {
      given.push(anchor);
      return Promise.resolve(takes);
    },
  };
  await checkAudit(broker.ctx, options, memory);
  takes = true;
  await checkAudit(broker.ctx, options, memory);
  await checkAudit(broker.ctx, options, memory);
  expect(given.length).toBe(2);
  const anchor = given[1];
  if (anchor === undefined) throw new Error('none');
  const key = createPublicKey({ key: Buffer.from(anchor.publicKey ?? '', 'base64url'), format: 'der', type: 'spki' });
  const signature = Buffer.from(anchor.signature ?? '', 'base64url');
  expect(verify(null, Buffer.from(anchorText(anchor)), key, signature)).toBe(true);
  expect(verify(null, Buffer.from(anchorText({ ...anchor, position: 1 })), key, signature)).toBe(false);
  expect(await auditCheckRead(db())).toMatchObject({
    position: anchor.position,
    brokenAuditId: null,
    brokenWhy: null,
  });
  await appendAudit(db(), note('one more'));
  await checkAudit(broker.ctx, { ...options, secretKey: undefined }, memory);
  expect(given[2]).toMatchObject({ position: anchor.position + 1, signature: null, publicKey: null });
});

test('an end that was cut off is noticed: what fitted once, or was written down outside, must be there', async () => {
  const { head } = await verifyAudit(db());
  const give = () => Promise.resolve(true);
  await db().query('ALTER TABLE audit DISABLE TRIGGER ALL; ALTER TABLE audit_chain DISABLE TRIGGER ALL');
  await db().query(
    `WITH cut AS (DELETE FROM audit_chain WHERE position = ${head.position} RETURNING audit_id)
     DELETE FROM audit WHERE audit_id IN (SELECT audit_id FROM cut)`,
  );
  await db().query('ALTER TABLE audit ENABLE TRIGGER ALL; ALTER TABLE audit_chain ENABLE TRIGGER ALL');
  expect((await verifyAudit(db())).broken).toBeNull();
  const whyNow = async (): Promise<string> => english((await verifyAudit(db(), [head])).broken?.why ?? '');
  expect(await whyNow()).toContain(`${head.position} was written down`);
  for (let check = 0; check < 2; check += 1) {
    const says = await checkAudit(broker.ctx, { secretKey: undefined, give }, { hash: '' });
    expect(english(says ?? '')).toMatch(/^entry \d+ of the audit log does not fit its chain: /);
    const { broken } = await readAuditChain(broker.ctx);
    const shown = inSpeech(speechIn('zh-CN'), () => plain({ why: broken?.why ?? '' }));
    expect(shown.why).toMatch(new RegExp(`^哈希链止于第 \\d+ 条，而之前已记录第 ${head.position} 条$`));
  }
  // With another row in its place, it is not the same chain.
  await appendAudit(db(), note('in its place'));
  expect(await whyNow()).toBe('it differs from what was written down');
});
