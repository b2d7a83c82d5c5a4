// What waits for a decision of an operator: transactions that the broker gave up, and changes for a second person.
import type { Page } from '@playwright/test';

import { queryDatabase } from '../fixtures/database';
import type { Product } from '../fixtures/product';
import { callApi } from '../fixtures/seed';
import { startProducer } from '../protocol/support/sdk';

const UNANSWERED = 3;

/** @returns the topic, and a message of it that was given up */
export async function giveUpTransactions(product: Product): Promise<{ topic: string; messageId: string }> {
  const topic = 'practice-payments';
  await callApi(product, 'POST', '/topics', { name: topic, type: 'TRANSACTION', queues: 2 });
  const producer = await startProducer(product.grpcPort, topic, { checker: { check: async () => 0 } });
  let messageId = '';
  for (let index = 1; index <= UNANSWERED; index += 1) {
    const body = Buffer.from(JSON.stringify({ payment: index, order: `order-${index}`, amount: `${index}9.90` }));
    const receipt = await producer.send({ topic, keys: [`pay-${index}`], body }, producer.beginTransaction());
    ({ messageId } = receipt);
  }
  // A quarter of an hour of checks has passed.
  await queryDatabase(
    product,
    `UPDATE half_message SET state = 'given-up', checks = 15, last_check_at = now() - interval '1 minute',
            stored_at = now() - interval '17 minutes', next_check_at = NULL, resolved_at = now(),
            resolved_by = 'check-limit'
      WHERE state = 'pending'`,
  );
  await producer.send({ topic, keys: ['pay-now'], body: Buffer.from('{}') }, producer.beginTransaction());
  await producer.shutdown();
  return { topic, messageId };
}

/** Copies what was given up until there are `count`. */
export async function multiplyGivenUp(product: Product, count: number): Promise<void> {
  await queryDatabase(
    product,
    `DO $do$
DECLARE
  v_all text := (SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position)
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'half_message'
     AND column_name NOT IN ('msg_id', 'resolved_at'));
BEGIN
  EXECUTE format('INSERT INTO half_message (msg_id, resolved_at, %1$s)
    SELECT ''01COPY'' || lpad(upper(to_hex(i)), 28, ''0''), resolved_at - i * interval ''1 minute'', %1$s
      FROM generate_series(1, ${count}) i,
           (SELECT * FROM half_message WHERE state = ''given-up'' ORDER BY msg_id LIMIT 1) m', v_all);
END $do$`,
  );
}

/** Two requests of a script, which a rule keeps back. */
export async function askForApproval(page: Page, product: Product, group: string): Promise<void> {
  await page.goto('/settings/approvals');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('Groups').fill(group);
  await page.getByLabel('Minimum number of messages').fill('2');
  await page.getByLabel(/^Reason/).fill('Two pairs of eyes for charges');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText(/1 rule, v1/).waitFor();
  for (const [path, reason] of [
    ['/redrives', 'The gateway answers again since 14:32'],
    ['/dead-letters/discard', 'Test orders of the load test'],
  ] as const)
    // It is refused until another person approves.
    await callApi(product, 'POST', path, { group, all: true, reason }).catch(() => undefined);
}
