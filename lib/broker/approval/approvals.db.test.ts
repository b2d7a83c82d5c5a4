import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { askApproval, decideApproval, openApproval } from './approvals';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const person = (name: string) => ({ kind: 'operator', name, address: '127.0.0.1' }) as const;
const ask = (messages: number | null, input: object) =>
  askApproval(broker.ctx, {
    ...{ workspace: null, operation: 'moveHeads', group: 'billing', messages, reason: 'poison', hours: 8, input },
    actor: person('ana@example.com'),
  });

async function countsOf(approvalId: number) {
  const { rows } = await broker.database.store.console.query<{ action: string; counts: unknown }>(
    "SELECT action, counts FROM audit WHERE after ->> 'approval' = $1 ORDER BY audit_id",
    [`A-${approvalId}`],
  );
  return rows;
}

test('what can not be counted now is unknown in the audit log, whatever was counted when it was asked', async () => {
  const approval = await ask(12, { cause: 'a' });
  await decideApproval(broker.ctx, 'approve', {
    approval,
    actor: person('bo@example.com'),
    reason: '',
    messages: null,
  });
  expect(await countsOf(approval.approvalId)).toEqual([
    { action: 'approval.ask', counts: { messages: 12 } },
    { action: 'approval.approve', counts: { messages: 'unknown' } },
  ]);
  const uncounted = await ask(null, { cause: 'b' });
  await decideApproval(broker.ctx, 'refuse', { approval: uncounted, actor: person('bo@example.com'), reason: 'no' });
  expect(await countsOf(uncounted.approvalId)).toEqual([
    { action: 'approval.ask', counts: { messages: 'unknown' } },
    { action: 'approval.refuse', counts: { messages: 'unknown' } },
  ]);
});

test('of two decisions at once one is made, and the other hears what a later look hears', async () => {
  const approval = await ask(12, { cause: 'c' });
  const decide = (name: string) =>
    decideApproval(broker.ctx, 'refuse', { approval, actor: person(name), reason: 'no' }).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
  const answers = await Promise.all([decide('bo@example.com'), decide('cy@example.com')]);
  const says = `A-${approval.approvalId} is no longer open. Reload the page.`;
  expect(answers.toSorted((one) => (one === null ? -1 : 1))).toEqual([null, says]);
  await expect(openApproval(broker.ctx, 'billing', approval.approvalId)).rejects.toThrow(says);
  await expect(openApproval(broker.ctx, 'other', approval.approvalId)).rejects.toThrow('does not exist');
});
