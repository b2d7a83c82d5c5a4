import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

import type { AdminCall } from '../../../lib/cluster/admin/call';
import { clusterInfo } from '../../../lib/cluster/admin/cluster-info';
import { consumerConnections } from '../../../lib/cluster/admin/connections';
import { consumeStats } from '../../../lib/cluster/admin/consume-stats';
import { haStatus } from '../../../lib/cluster/admin/ha-status';
import { oneGroupConfig } from '../../../lib/cluster/admin/group-config-one';
import { groupConfigs } from '../../../lib/cluster/admin/group-configs';
import { producers } from '../../../lib/cluster/admin/producers';
import { pull } from '../../../lib/cluster/admin/pull';
import { runningInfo } from '../../../lib/cluster/admin/running-info';
import { runtimeInfo } from '../../../lib/cluster/admin/runtime-info';
import { HEARTBEAT_TOPIC } from '../../../lib/cluster/admin/system-names';
import { topicConfigs } from '../../../lib/cluster/admin/topic-configs';
import { topicStats } from '../../../lib/cluster/admin/topic-stats';
import { encodeCommand, OUR_LANGUAGE, OUR_VERSION } from '../../../lib/cluster/wire/command';
import { FrameReader } from '../../../lib/cluster/wire/frame';

const FOLDER = fileURLToPath(new URL('../../../lib/cluster/wire/golden/', import.meta.url));

interface RecordedCluster {
  readonly nameServer: string;
  readonly brokers: readonly string[];
  /** Of the group "mailers". */
  readonly clientId: string;
}

/** Frames as a broker of this version writes them, kept beside the code that reads them. */
export async function recordGolden(
  version: string,
  { nameServer, brokers, clientId }: RecordedCluster,
): Promise<number> {
  const [broker = ''] = brokers;
  const frames: Record<string, string> = {};
  const record = async <Input>(
    name: string,
    address: string,
    call: AdminCall<Input, unknown>,
    input: Input,
  ): Promise<void> => {
    frames[name] = (await askRaw(address, call, input)).toString('base64');
  };
  await record('cluster', nameServer, clusterInfo, undefined);
  await record('topics', broker, topicConfigs, undefined);
  await record('groups', broker, groupConfigs, undefined);
  await record('group', broker, oneGroupConfig, { group: 'mailers' });
  await record('no group', broker, oneGroupConfig, { group: 'nobody' });
  await record('figures', broker, runtimeInfo, undefined);
  await record('offsets', broker, consumeStats, { group: 'billing' });
  await record('queues', broker, topicStats, { topic: 'orders' });
  await record('no topic', broker, topicStats, { topic: 'nothing' });
  await record('clients', broker, consumerConnections, { group: 'mailers' });
  await record('no clients', broker, consumerConnections, { group: 'billing' });
  await record('running client', broker, runningInfo, { group: 'mailers', clientId });
  await record('producers', broker, producers, undefined);
  await record('messages', broker, pull, { topic: 'orders', queueNo: 0, offset: 0, most: 2 });
  await record('heartbeats', broker, pull, { topic: HEARTBEAT_TOPIC, queueNo: 0, offset: 0, most: 4 });
  // Clients trace to the one or the other.
  for (const [at, each] of brokers.entries())
    await record(`traces ${at}`, each, pull, { topic: 'RMQ_SYS_TRACE_TOPIC', queueNo: 0, offset: 0, most: 32 });
  keep(version, frames);
  return Object.keys(frames).length;
}

/** While a replica copies from this master. */
export async function recordReplica(version: string, master: string): Promise<void> {
  keep(version, { replica: (await askRaw(master, haStatus, undefined)).toString('base64') });
}

function keep(version: string, frames: Readonly<Record<string, string>>): void {
  const file = `${FOLDER}${version}.json`;
  const kept = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, `${JSON.stringify({ ...kept, ...frames }, null, 2)}\n`);
}

async function askRaw<Input>(address: string, call: AdminCall<Input, unknown>, input: Input): Promise<Buffer> {
  const [host = '', port = ''] = address.split(':');
  const socket = connect(Number(port), host);
  await once(socket, 'connect');
  const { fields, body = Buffer.alloc(0) } = call.ask(input);
  const header = { code: call.code, language: OUR_LANGUAGE, version: OUR_VERSION, opaque: 1, flag: 0, remark: null };
  socket.write(encodeCommand({ ...header, fields, body }));
  const chunks: Buffer[] = [];
  const reader = new FrameReader();
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    if (reader.push(chunk as Buffer).length > 0) break;
  }
  socket.destroy();
  return Buffer.concat(chunks);
}
