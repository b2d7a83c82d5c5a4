// @module-tag long
import { expect, test } from 'vitest';

import { createGroup } from '../../lib/cluster/read/change-group';
import { createTopic } from '../../lib/cluster/read/change-topic';
import { readAssignments } from '../../lib/cluster/read/read-assignments';
import { readOwnSubscriptions } from '../../lib/cluster/read/read-client-holds';
import { readClients } from '../../lib/cluster/read/read-clients';
import { VERSIONS } from './global-setup';
import { describeReal } from './support/describe-real';

for (const version of VERSIONS)
  describeReal('clients of 4.x', { version }, (scene) => {
    test('which 4.x client has which queue, with queues of two clients and of none', { timeout: 120_000 }, async () => {
      const { cluster, real } = scene;
      await createTopic(cluster, { topic: 'dealt', queues: 2, messageType: 'NORMAL' });
      await createGroup(cluster, { group: 'dealers', settings: {} });
      const dealt = async () => {
        for (const name of ['assignments', 'clients']) cluster.shared.forget(`${name} dealers`);
        const { queues, ...rest } = await readAssignments(cluster, 'dealers');
        expect(rest).toMatchObject({ isBroadcast: false, proxied: 0, unanswered: [], silent: [] });
        return Object.fromEntries(
          queues.filter(({ topic }) => topic === 'dealt').map((queue) => [`${queue.broker} ${queue.queueNo}`, queue]),
        );
      };
      const places = ['broker-a 0', 'broker-a 1', 'broker-b 0', 'broker-b 1'];
      const one = { state: 'one', clients: [expect.stringMatching(/@dealers$/)] };
      await real.command({ consume: 'dealers', topic: 'dealt', ordered: false });
      const soon = { timeout: 60_000, interval: 500 };
      await expect.poll(dealt, soon).toMatchObject(Object.fromEntries(places.map((place) => [place, one])));

      // The first takes the first half, the second every other one: both believe in what they count out.
      const other = { instance: 'dealers-2', tags: 'paid', circle: true };
      await real.command({ consume: 'dealers', topic: 'dealt', ordered: false, ...other });
      const two = { state: 'one', clients: [expect.stringMatching(/@dealers-2$/)] };
      await expect.poll(dealt, soon).toMatchObject({
        ...{ 'broker-a 0': one, 'broker-b 0': { state: 'none', clients: [] }, 'broker-b 1': two },
        'broker-a 1': {
          state: 'several',
          clients: [/@dealers$/, /@dealers-2$/].map((id) => expect.stringMatching(id)),
        },
      });
      expect(Object.keys(await dealt()).slice(0, 2)).toEqual(['broker-a 1', 'broker-b 0']);

      // Brokers keep the subscription of one of them; each client reports its own.
      const { clients } = await readClients(cluster, 'dealers');
      const own = clients
        .toSorted((a, b) => a.clientId.localeCompare(b.clientId))
        .map(async (client) => {
          const subscriptions = await readOwnSubscriptions(cluster, 'dealers', client);
          return subscriptions?.find(({ topic }) => topic === 'dealt')?.expression;
        });
      expect(await Promise.all(own)).toEqual(['*', 'paid']);
      await real.command({ leave: 'dealers-2' });
      await expect.poll(dealt, soon).toMatchObject(Object.fromEntries(places.map((place) => [place, one])));
    });
  });
