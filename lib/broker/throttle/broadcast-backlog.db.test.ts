import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { broadcastStage } from '../../testing/broadcasts';
import { readLevels } from './read-levels';
import { setLimit } from './set-limit';

const { stage, scene, enter, fetchAll, sendSome } = broadcastStage();
const given = { hard: 2, version: 0, reason: 'test', actor: systemActor('test') } as const;

test('a client of a broadcast group that went away does not hold up those who send', async () => {
  const names = await scene();
  await enter(names, 'gone');
  expect(await fetchAll(names, 'gone')).toEqual([]);
  await sendSome(names.topic, 5);
  await setLimit(stage.broker.ctx, { ...given, kind: 'backlog-count', scope: 'topic', subject: names.topic });
  await readLevels(stage.broker.ctx);
  await sendSome(names.topic, 1);
});

test('a broadcast group has no backlog of its own to limit, but a rate', async () => {
  const names = await scene();
  const group = { ...given, scope: 'group', subject: names.group } as const;
  await expect(setLimit(stage.broker.ctx, { ...group, kind: 'backlog-age' })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'subject',
  });
  expect(await setLimit(stage.broker.ctx, { ...group, kind: 'receive-rate' })).toMatchObject({ hard: 2 });
});
