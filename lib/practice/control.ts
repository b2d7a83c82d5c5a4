import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrokerContext, setLimit } from '../broker';
import type { Actor } from '../model/audit/actor';
import { BrokerError, isBrokerError } from '../model/errors';
import { told } from '../model/language/t';
import { appendAudit } from '../store/queries/audit/audit-append';
import { practiceExists } from '../store/queries/practice/practice-exists';
import { practiceLock } from '../store/queries/practice/practice-lock';
import {
  practiceRunForget,
  practiceRunWish,
  practiceRunWished,
  type PracticeWish,
} from '../store/queries/practice/practice-run';
import { preparePractice } from './prepare';
import { resetPractice } from './reset';
import { PracticeRun, type PracticeState } from './run';
import { sharedState, shareRun } from './share-run';
import { deletePracticeKeys, issuePracticeKey } from './access-key';
import { ORDERS, PRACTICE_GROUPS, PRACTICE_TOPICS, type PracticeScene, THROTTLE_SCENE } from './scenario';
import { issuePracticeToken, revokePracticeTokens } from './token';

export interface PracticeServer {
  readonly host: string;
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly dataDirectory: string;
  readonly requireAccessKeys: boolean;
  readonly tlsOnly: boolean;
}

/** The run of this process. On the global object: Next loads this module more than once. */
const key = Symbol.for('redrive.practice');

export function practiceRun(): PracticeRun {
  const holder = globalThis as { [key]?: PracticeRun };
  return (holder[key] ??= new PracticeRun());
}

export interface PracticeNow {
  /** Whichever process on this database runs it. */
  readonly run: PracticeState;
  /** Another process on this database runs one, and has not said yet what it does. */
  readonly elsewhere: boolean;
  /** Topics or groups of a run are there, running or not. */
  readonly leftovers: boolean;
}

/** What really runs: the child process, the lock in the database, the rows. */
export async function readPractice(ctx: BrokerContext): Promise<PracticeNow> {
  const own = practiceRun().state;
  const [topics, groups] = [PRACTICE_TOPICS.map(({ name }) => name), PRACTICE_GROUPS.map(({ name }) => name)];
  const [{ held, state }, leftovers] = await Promise.all([
    sharedState(ctx),
    practiceExists(ctx.store.console, topics, groups),
  ]);
  return {
    run: own.phase === 'stopped' ? (state ?? own) : own,
    elsewhere: held && own.phase === 'stopped' && state === null,
    leftovers,
  };
}

/** A forgotten practice run must not fill the disk: at three messages a second these are about 2,700. */
export const SENDING_LIMIT_MS = 15 * 60_000;
/** A page does not wait longer for clients that connect: it shows what they wait for. */
const START_PATIENCE_MS = 15_000;
/** Another process looks twice a second for what is asked of it; its clients take up to five seconds to stop. */
const ANSWER_LIMIT_MS = 5_000;
const TAKE_OVER_LIMIT_MS = 10_000;
const ANSWER_EVERY_MS = 100;

export interface PracticeOptions {
  /** Null: it is sent until it is stopped. */
  readonly sendingLimitMs?: number | null;
  /** How long to wait until the clients are connected; null: as long as they take. */
  readonly patienceMs?: number | null;
}

export async function startPractice(
  ctx: BrokerContext,
  server: PracticeServer,
  actor: Actor,
  { sendingLimitMs = SENDING_LIMIT_MS, patienceMs = START_PATIENCE_MS }: PracticeOptions = {},
): Promise<void> {
  const run = practiceRun();
  if (run.state.phase !== 'stopped')
    throw new BrokerError('conflict', told('The practice incident is already running.'));
  if (server.tlsOnly)
    throw new BrokerError('unsupported', told('The practice clients use plaintext, which REDRIVE_TLS_ONLY refuses.'));
  const unlock = await lockOrRefuse(ctx);
  const unsubscribe = run.onChange(() => {
    ctx.changes.emit({ kind: 'client' });
    if (run.state.phase !== 'stopped') return;
    unsubscribe();
    unlock();
  });
  const host = reachable(server.host);
  try {
    await preparePractice(ctx, actor);
    await note(ctx, actor, 'practice.start');
    const started = run.start({
      endpoints: `${host}:${server.grpcPort}`,
      consoleUrl: `http://${host}:${server.httpPort}`,
      token: await issuePracticeToken(ctx.store),
      accessKey: server.requireAccessKeys ? await issuePracticeKey(ctx) : undefined,
      homeDirectory: join(server.dataDirectory, 'practice'),
      broken: true,
      sendingLimitMs,
    });
    await Promise.all([patienceMs === null ? started : startedWithin(started, patienceMs), shareRun(ctx, run)]);
  } catch (error) {
    if (run.state.phase === 'stopped') {
      unsubscribe();
      unlock();
    }
    throw new BrokerError(
      'unavailable',
      told('The practice incident did not start: {reason}.', {
        reason: isBrokerError(error) ? error.reason : error instanceof Error ? error.message : String(error),
      }),
    );
  }
}

/** Returns early when they take longer: the state of the run says how it went on. @throws what they refuse meanwhile */
async function startedWithin(started: Promise<void>, patienceMs: number): Promise<void> {
  const patience = new AbortController();
  try {
    await Promise.race([started, sleep(patienceMs, undefined, { signal: patience.signal, ref: false })]);
  } finally {
    patience.abort();
    started.catch(() => undefined);
  }
}

/** Every listener takes its messages from now on; what is dead stays dead until it is re-driven. */
export async function deployPracticeFix(ctx: BrokerContext, actor: Actor): Promise<void> {
  const isHere = await requireRunning(ctx);
  await note(ctx, actor, 'practice.fix');
  if (isHere) practiceRun().fix();
  else await ask(ctx, 'fix');
}

export async function breakPractice(ctx: BrokerContext, actor: Actor): Promise<void> {
  const isHere = await requireRunning(ctx);
  await note(ctx, actor, 'practice.break');
  if (isHere) practiceRun().break();
  else await ask(ctx, 'break');
}

/** Something more goes wrong, beside what fails anyway. A limit that it needs stays until the incident is reset. */
export async function playPracticeScene(ctx: BrokerContext, actor: Actor, scene: PracticeScene): Promise<void> {
  const isHere = await requireRunning(ctx);
  if (scene === 'throttle') await limitOrders(ctx, actor);
  await appendAudit(ctx.store.console, { actor, action: 'practice.scene', target: scene });
  if (isHere) practiceRun().play(scene);
  else await ask(ctx, scene);
}

async function limitOrders(ctx: BrokerContext, actor: Actor): Promise<void> {
  try {
    await setLimit(ctx, {
      ...{ kind: 'send-rate', scope: 'topic', subject: ORDERS, hard: THROTTLE_SCENE.limitPerSecond, version: 0 },
      ...{ reason: 'practice incident: throttle burst', actor },
    });
  } catch (error) {
    // There is one already: of the burst before, or an operator's.
    if (!isBrokerError(error) || error.code !== 'conflict') throw error;
  }
}

/** Ends the clients and removes all they made. */
export async function endPractice(
  ctx: BrokerContext,
  actor: Actor,
): Promise<Awaited<ReturnType<typeof resetPractice>>> {
  const run = practiceRun();
  const unlock = run.state.phase === 'stopped' ? await takeOver(ctx) : null;
  try {
    await run.stop();
    await practiceRunForget(ctx.store.console);
    await revokePracticeTokens(ctx.store);
    await deletePracticeKeys(ctx);
    return await resetPractice(ctx, { actor });
  } finally {
    unlock?.();
  }
}

async function lockOrRefuse(ctx: BrokerContext): Promise<() => void> {
  const unlock = await practiceLock(ctx.store.console);
  if (unlock === null)
    throw new BrokerError('conflict', told('A practice incident already runs in another process on this database.'));
  return unlock;
}

/** Ends a run of another process, so that what it made can be removed. */
async function takeOver(ctx: BrokerContext): Promise<() => void> {
  await practiceRunWish(ctx.store.console, 'stop');
  for (const endMs = performance.now() + TAKE_OVER_LIMIT_MS; performance.now() < endMs;) {
    const unlock = await practiceLock(ctx.store.console);
    if (unlock !== null) return unlock;
    await sleep(ANSWER_EVERY_MS);
  }
  throw new BrokerError(
    'unavailable',
    told('The process that runs the practice incident has not ended it. Try again.'),
  );
}

/** Of the process that runs it; @throws BrokerError unavailable: it does not do it in time */
async function ask(ctx: BrokerContext, wish: Exclude<PracticeWish, 'stop'>): Promise<void> {
  await practiceRunWish(ctx.store.console, wish);
  for (const endMs = performance.now() + ANSWER_LIMIT_MS; performance.now() < endMs;) {
    if (await isDone(ctx, wish)) return;
    await sleep(ANSWER_EVERY_MS);
  }
  throw new BrokerError('unavailable', told('The process that runs the practice incident did not respond. Try again.'));
}

async function isDone(ctx: BrokerContext, wish: Exclude<PracticeWish, 'stop'>): Promise<boolean> {
  if (wish !== 'fix' && wish !== 'break') return (await practiceRunWished(ctx.store.console)) === null;
  const { state } = await sharedState(ctx);
  return state?.phase === 'running' && state.broken === (wish === 'break');
}

/** @returns whether it runs in this process */
async function requireRunning(ctx: BrokerContext): Promise<boolean> {
  if (practiceRun().state.phase === 'running') return true;
  const { held, state } = await sharedState(ctx);
  if (held && state?.phase === 'running') return false;
  throw new BrokerError('conflict', told('The practice incident is not running.'));
}

async function note(ctx: BrokerContext, actor: Actor, action: string): Promise<void> {
  await appendAudit(ctx.store.console, { actor, action, target: 'practice incident' });
}

/** An address to listen on is not always one to connect to. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
