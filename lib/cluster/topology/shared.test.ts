import { expect, test } from 'vitest';
import { speechIn } from '../../language/catalogues';
import { inSpeech } from '../../model/language/speech';
import { plain } from '../../model/plain';
import { startBilling } from '../../testing/cluster/open-fake';
import { readReplicas } from '../read/read-replicas';

const HA_STATUS = 907;

test('readers of two languages share one question to a broker, and each reads its reason in their own', async () => {
  const { fake, cluster, close } = await startBilling();
  const { peer } = fake.broker('broker-a');
  const table = `"broker-a":{"brokerAddrs":{0:"${peer.address}",1:"10.0.0.2:10911"},"cluster":"Fake"}`;
  fake.nameServer.behave = () => ({ body: `{"brokerAddrTable":{${table}}}` });
  const [chinese, japanese] = [speechIn('zh-CN'), speechIn('ja')];
  const first = await inSpeech(chinese, () => readReplicas(cluster));
  const second = await inSpeech(japanese, () => readReplicas(cluster));
  expect(peer.count(HA_STATUS)).toBe(1);
  expect(inSpeech(chinese, () => plain(first))).toMatchObject([{ behindBytes: { reason: '未连接到 broker-a' } }]);
  expect(inSpeech(japanese, () => plain(second))).toMatchObject([
    { behindBytes: { reason: 'broker-aに接続されていません' } },
  ]);
  await close();
});
