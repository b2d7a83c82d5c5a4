// @module-tag long
import { expect, test } from 'vitest';

import { plain } from '../../lib/model/plain';
import { ANSWER } from '../../lib/cluster/admin/call';
import { readAccess } from '../../lib/cluster/read/read-access';
import { Connection } from '../../lib/cluster/wire/connection';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { describeReal } from './support/describe-real';

/** The version of the files of ACL 1, and its accounts with their secrets: calls that the console never sends. */
const READS_OF_ACL1 = [52, 54];
const ACCOUNTS = `accounts:
  - accessKey: shop
    secretKey: shop-secret-1
    admin: false
    defaultTopicPerm: DENY
    topicPerms: [orders=PUB]
`;
const settings = {
  ...{ isTaken: TAKES_LONG, config: { aclEnable: 'true' } },
  files: { 'conf/plain_acl.yml': ACCOUNTS, 'conf/acl/plain_acl.yml': ACCOUNTS },
};

for (const version of VERSIONS)
  describeReal('a file of ACL 1', { version, ...settings }, (scene) => {
    test('no broker of this version reports accounts of ACL 1 or checks them, and the page says both', async () => {
      const { brokers } = await scene.cluster.topology();
      for (const { address } of brokers) {
        const connection = new Connection(address ?? '', { credentials: null, tls: null });
        for (const code of READS_OF_ACL1) {
          const asked = { code, fields: {}, body: Buffer.alloc(0), timeoutMs: 10_000 };
          expect([code, (await connection.ask(asked)).code]).toEqual([code, ANSWER.notSupported]);
        }
        connection.close();
      }
      // Without any signature: everything that was asked above, and this.
      const { parts } = await readAccess(scene.cluster);
      expect(parts).toHaveLength(2);
      const problem = 'ACL 2 is not set up, and aclEnable has no effect in this version';
      for (const { value } of plain(parts)) expect(value).toMatchObject({ users: [], rules: [], problem });
    });
  });
