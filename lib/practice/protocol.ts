import { z } from 'zod';
import type { Reason } from '../model/language/t';
import { type PracticeCause, PRACTICE_SCENES } from './scenario';

/** Undefined: the gateway lets clients in without. */
const accessKeySchema = z.object({ accessKey: z.string(), accessSecret: z.string() }).optional();
export type PracticeAccessKey = z.infer<typeof accessKeySchema>;

/** What the parent tells the actors. Secrets travel here: an environment and an argument are readable by others. */
export const commandSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    endpoints: z.string(),
    consoleUrl: z.string(),
    /** The attached cluster that the failures are of; absent: this installation. */
    workspace: z.string().optional(),
    token: z.string(),
    accessKey: accessKeySchema,
    broken: z.boolean(),
    sendingLimitMs: z.number().nullable(),
  }),
  z.object({ type: z.literal('fix') }),
  z.object({ type: z.literal('break') }),
  z.object({ type: z.literal('scene'), scene: z.enum(PRACTICE_SCENES) }),
  z.object({ type: z.literal('stop') }),
]);
export type PracticeCommand = z.infer<typeof commandSchema>;

/** Counts of this run, from the listeners themselves. */
export interface PracticeTally {
  readonly sent: number;
  readonly consumed: number;
  readonly failed: Readonly<Record<PracticeCause, number>>;
  /** Sends that the broker refused or that did not get through. */
  readonly sendErrors: number;
  /** Null while it sends. Ended by its limit; the listeners go on. */
  readonly sendingEnded: SendingEnded | null;
}

export interface SendingEnded {
  /** For how long it had sent, milliseconds. */
  readonly limitMs: number;
}

/** What the actors tell the parent. */
export type PracticeReport =
  /** In words that follow "waits for". */
  | { readonly type: 'starting'; readonly waitsFor: Reason }
  | { readonly type: 'running'; readonly broken: boolean; readonly tally: PracticeTally }
  | { readonly type: 'failed'; readonly reason: string };
