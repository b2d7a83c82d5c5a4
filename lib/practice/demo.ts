import { createBrokerContext } from '../broker';
import { systemActor } from '../model/actor';
import { formatDuration } from '../model/duration';
import type { Metrics } from '../model/metrics';
import { createLog } from '../observability/log';
import { readConfig } from '../runtime/config';
import { consoleUrlOf, openDatabase } from '../runtime/database';
import { reportProgress } from '../runtime/progress';
import { createStore } from '../store/client';
import { openWakeChannel } from '../store/wake-channel';
import {
  breakPractice,
  deployPracticeFix,
  endPractice,
  playPracticeScene,
  practiceRun,
  startPractice,
} from './control';
import { describeRun } from './describe-run';
import type { PracticeState } from './run';
import type { PracticeScene } from './scenario';

const ACTOR = systemActor('npm run demo');
/** The server counts; this process only makes topics and groups. */
const noMetrics: Metrics = { count: () => undefined, observe: () => undefined };

export interface Demo {
  readonly consoleUrl: string;
  /** For how long it sends, in words. */
  readonly sendsFor: string;
  /** Something more goes wrong. */
  play(scene: PracticeScene): Promise<void>;
  start(): Promise<void>;
  fix(): Promise<void>;
  break(): Promise<void>;
  /** Stops the clients and removes all they made. */
  end(): Promise<void>;
  readonly state: PracticeState;
  /** What runs now, in one line; null: nothing does. */
  readonly line: string | null;
  onChange(listener: () => void): () => void;
  /** Ends the clients, leaves what they made, lets the database go. */
  close(): Promise<void>;
}

/** The practice incident of a terminal: its own process beside the server, on the same database. */
export async function openDemo({
  sendingLimitMs = null,
}: { readonly sendingLimitMs?: number | null } = {}): Promise<Demo> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const database = await openDatabase(config, log, reportProgress);
  const databaseUrl = consoleUrlOf(database.urls);
  const store = createStore({ databaseUrl, brokerPoolMax: 2, consolePoolMax: 3 });
  const ctx = await createBrokerContext({ store, log, metrics: noMetrics, secretKey: config.secretKey });
  const channel = openWakeChannel({ databaseUrl, log, onMessage: () => undefined });
  // Open pages of the server show at once what is done here.
  ctx.changes.relayTo((changes) => channel.change(changes));
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return {
    consoleUrl: `http://${host}:${config.httpPort}`,
    sendsFor: sendingLimitMs === null ? 'until you quit' : `for ${formatDuration(sendingLimitMs)}`,
    play: (scene) => playPracticeScene(ctx, ACTOR, scene),
    start: () => startPractice(ctx, config, ACTOR, sendingLimitMs),
    fix: () => deployPracticeFix(ctx, ACTOR),
    break: () => breakPractice(ctx, ACTOR),
    end: async () => void (await endPractice(ctx, ACTOR)),
    get state() {
      return practiceRun().state;
    },
    get line() {
      return describeRun(practiceRun().state);
    },
    onChange: (listener) => practiceRun().onChange(listener),
    close: async () => {
      await practiceRun().stop();
      await channel.close();
      await store.close();
      await database.release();
    },
  };
}
