import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { BrokerContext } from '../../broker';
import { createGroup, createTopic } from '../../cluster';
import { attachCluster, changeCluster, ClusterDirectory, detachCluster, listClusters } from '../../engine';
import { PLAIN_CLUSTER } from '../../model/cluster/cluster';
import { systemActor } from '../../model/audit/actor';
import { isBrokerError } from '../../model/errors';
import { openPracticeContext } from '../context';
import { describeRun } from '../describe-run';
import { PracticeRun } from '../run';
import { PRACTICE_GROUPS, PRACTICE_TOPICS } from '../scenario';
import { issuePracticeToken, revokePracticeTokens } from '../token';

/** The workspace of the practice cluster. */
export const WORKSPACE = 'practice-cluster';
const ACTOR = systemActor('npm run demo -- --cluster');
/** A 4.x client has it. */
const MAILS = { topic: 'practice-mails', group: 'practice-mailer' } as const;
const MAIL_MS = 4_000;
const RETRY_MS = 1_000;
/** Brokers deliver a retry only with the next poll of the group: few retries make a first letter soon. */
const QUICK = { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 3_000 } } as const;

/** Name server, brokers and proxy, wherever they run. */
export interface RunningCluster {
  readonly nameServer: string;
  readonly grpcPort: number;
  command(body: object): Promise<void>;
}

export interface ClusterDemo {
  readonly pagesUrl: string;
  /** @param onWait gets the reason for each wait: the brokers of a slow machine answer late */
  start(onWait: (reason: string) => void): Promise<void>;
  fix(): Promise<void>;
  break(): void;
  readonly line: string | null;
  onChange(listener: () => void): () => void;
  /** Ends the clients and detaches the workspace. @returns why it is attached still; null: it is detached */
  close(): Promise<string | null>;
}

/** A practice incident in a cluster: 5.x clients through its proxy, a 4.x client at its brokers. */
export async function openClusterDemo(real: RunningCluster): Promise<ClusterDemo> {
  const { config, ctx, consoleUrl, close } = await openPracticeContext();
  const run = new PracticeRun();
  const stopping = new AbortController();
  let mails: Promise<void> = Promise.resolve();
  return {
    pagesUrl: `${consoleUrl}/c/${WORKSPACE}`,
    start: async (onWait) => {
      const patiently = (work: () => Promise<void>) => untilItWorks(work, onWait, stopping.signal);
      await patiently(() => attach(ctx, real.nameServer));
      await patiently(() => prepare(ctx));
      await run.start({
        endpoints: `127.0.0.1:${real.grpcPort}`,
        ...{ consoleUrl, workspace: WORKSPACE, token: await issuePracticeToken(ctx.store), accessKey: undefined },
        homeDirectory: join(config.dataDirectory, 'practice'),
        ...{ broken: true, sendingLimitMs: null },
      });
      await real.command({ consume: MAILS.group, topic: MAILS.topic, ordered: false });
      mails = sendMails(real, stopping.signal);
    },
    fix: async () => {
      run.fix();
      await real.command({ heal: MAILS.group });
    },
    break: () => run.break(),
    get line() {
      return describeRun(run.state);
    },
    onChange: (listener) => run.onChange(listener),
    close: async () => {
      stopping.abort();
      await mails;
      await run.stop();
      await revokePracticeTokens(ctx.store);
      try {
        return await detach(ctx);
      } finally {
        await close();
      }
    },
  };
}

/** Brokers that have just started register with the name server by and by, and answer late on a slow machine. */
async function untilItWorks(
  work: () => Promise<void>,
  onWait: (reason: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBrokerError(error) || error.code !== 'unavailable' || signal.aborted) throw error;
      onWait(error.message);
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
}

/** Of a run that was killed the workspace is there still, with addresses that lead nowhere. */
async function attach(ctx: BrokerContext, nameServer: string): Promise<void> {
  const fields = {
    ...({ ...PLAIN_CLUSTER, name: WORKSPACE, environment: 'development' } as const),
    ...{ nameServers: [nameServer], allowsChanges: true },
  };
  const before = (await listClusters(ctx)).find(({ name }) => name === WORKSPACE);
  if (before === undefined) await attachCluster(ctx, fields, ACTOR);
  else await changeCluster(ctx, { ...fields, version: before.version }, ACTOR);
}

async function prepare(ctx: BrokerContext): Promise<void> {
  const clusters = new ClusterDirectory(ctx);
  try {
    const { cluster } = await clusters.find(WORKSPACE);
    for (const { name, messageType, queues } of PRACTICE_TOPICS)
      await unlessThere(createTopic(cluster, { topic: name, messageType, queues }));
    await unlessThere(createTopic(cluster, { topic: MAILS.topic, messageType: 'NORMAL', queues: 2 }));
    for (const { name, deliveryOrder } of PRACTICE_GROUPS)
      await unlessThere(
        createGroup(cluster, { group: name, settings: { ...QUICK, isOrdered: deliveryOrder === 'ordered' } }),
      );
    await unlessThere(createGroup(cluster, { group: MAILS.group, settings: QUICK }));
  } finally {
    clusters.close();
  }
}

/** A try before this one made it, and could not go on. */
async function unlessThere(made: Promise<unknown>): Promise<void> {
  await made.catch((error: unknown) => {
    if (!isBrokerError(error) || error.code !== 'already-exists') throw error;
  });
}

/** Every third mail fails, and dies, until the fix is deployed. */
async function sendMails(real: RunningCluster, signal: AbortSignal): Promise<void> {
  for (let mail = 0; !signal.aborted; mail += 1) {
    const body = mail % 3 === 0 ? `fail: no such address, mail ${mail}` : `mail ${mail}`;
    // The cluster may have ended a moment before its client.
    await real.command({ send: MAILS.topic, body, tag: 'mail', key: `mail-${mail}` }).catch(() => undefined);
    await sleep(MAIL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function detach(ctx: BrokerContext): Promise<string | null> {
  const attached = (await listClusters(ctx)).find(({ name }) => name === WORKSPACE);
  if (attached === undefined) return null;
  try {
    await detachCluster(ctx, { name: WORKSPACE, version: attached.version }, ACTOR);
    return null;
  } catch (error) {
    if (isBrokerError(error) && error.code === 'conflict') return error.message;
    throw error;
  }
}
