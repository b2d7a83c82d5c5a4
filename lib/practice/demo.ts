import { systemActor } from '../model/audit/actor';
import { formatDuration } from '../model/duration';
import { english } from '../model/language/t';
import { openPracticeContext } from './context';
import {
  breakPractice,
  deployPracticeFix,
  endPractice,
  playPracticeScene,
  practiceRun,
  startPractice,
} from './control';
import { describeRun } from './describe-run';
import { failureOf, type PracticeState } from './run';
import type { PracticeScene } from './scenario';

const ACTOR = systemActor('npm run demo');

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
  /** Why it has stopped. */
  readonly failure: string;
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
  const { config, ctx, consoleUrl, close } = await openPracticeContext();
  return {
    consoleUrl,
    sendsFor: sendingLimitMs === null ? 'until you quit' : `for ${formatDuration(sendingLimitMs)}`,
    play: (scene) => playPracticeScene(ctx, ACTOR, scene),
    start: () => startPractice(ctx, config, ACTOR, { sendingLimitMs, patienceMs: null }),
    fix: () => deployPracticeFix(ctx, ACTOR),
    break: () => breakPractice(ctx, ACTOR),
    end: async () => void (await endPractice(ctx, ACTOR)),
    get state() {
      return practiceRun().state;
    },
    get failure() {
      return english(failureOf(practiceRun().state));
    },
    get line() {
      return describeRun(practiceRun().state);
    },
    onChange: (listener) => practiceRun().onChange(listener),
    close: async () => {
      await practiceRun().stop();
      await close();
    },
  };
}
