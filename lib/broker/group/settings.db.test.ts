import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  defaultGroupSettings,
  GROUP_FIELD_NAMES,
  type GroupField,
  type GroupSettings,
  pickGroupSettings,
} from '../../model/group/group-settings';
import { groupVersions } from '../../store/queries/group/group-versions';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { createGroup } from './create';
import { findGroup } from './find';
import { updateGroup } from './update';

const actor = { kind: 'operator', name: 'ana@example.com', address: '127.0.0.1' } as const;
let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

/** Of a field two values that are not its default, where these do not follow from it. */
const VALUES: { readonly [Field in GroupField]?: readonly [GroupSettings[Field], GroupSettings[Field]] } = {
  description: ['Takes the money. Team payments.', 'Takes the money — “on call”: payments\n2nd line'],
  messageModel: ['broadcasting', 'clustering'],
  liteModel: ['exclusive', 'shared'],
  maxRetries: [3, 4],
  deliveryOrder: ['ordered', 'concurrent'],
  retryPolicy: [
    { type: 'fixed', intervalMs: 1000 },
    { type: 'customized', intervalsMs: [1000, 2000] },
  ],
  consumptionTimeoutMs: [60_000, 70_000],
};

function valuesOf(field: GroupField): readonly [unknown, unknown] {
  const given = VALUES[field];
  const byDefault = defaultGroupSettings('concurrent')[field];
  if (given !== undefined) return given;
  if (typeof byDefault === 'boolean') return [!byDefault, byDefault];
  if (typeof byDefault === 'number') return [byDefault + 1, byDefault + 2];
  throw new Error(`VALUES has none of ${field}`);
}

async function audited(target: string): Promise<{ before: object | null; after: object }[]> {
  const { rows } = await broker.database.store.console.query<{ before: object | null; after: object }>(
    'SELECT before, after FROM audit WHERE target = $1 ORDER BY audit_id',
    [target],
  );
  return rows;
}

test.each(GROUP_FIELD_NAMES)('%s: stored, changed, in the versions and in the audit log', async (field) => {
  const [first, second] = valuesOf(field);
  const name = `field-${field}`;
  const made = await createGroup(broker.ctx, { name, [field]: first, actor });
  expect(await findGroup(broker.ctx, name)).toMatchObject({ [field]: first });
  await updateGroup(broker.ctx, { name, version: 1, [field]: second, actor });
  // Another order has another default back-off; nothing else moves with another field.
  const follows = field === 'deliveryOrder' ? { retryPolicy: { type: 'stepped' } } : {};
  const changed = { ...pickGroupSettings(made), ...follows, [field]: second };
  expect(pickGroupSettings(await findGroup(broker.ctx, name))).toEqual(changed);
  expect(await groupVersions(broker.database.store.prisma, made.groupId, 5)).toMatchObject([
    { version: 2, [field]: second },
    { version: 1, [field]: first },
  ]);
  expect(await audited(name)).toMatchObject([
    { before: null, after: { [field]: first } },
    { before: { [field]: first }, after: { [field]: second } },
  ]);
});
