import { createInterface } from 'node:readline';

import { startChild } from './child';
import type { Credentials } from './sdk';

/**
 * A try that was refused and will be repeated, as the SDK's log tells it. Times: milliseconds of the process's clock.
 */
export interface Refusal {
  readonly atMs: number;
  /** How long the SDK says it waits now. */
  readonly waitMs: number;
  readonly error: string;
}

/** One call of `send`, with all its tries. */
export interface Sent {
  /** Null: it failed for good. */
  readonly messageId: string | null;
  readonly error: string | null;
  readonly refusals: readonly Refusal[];
  readonly startedMs: number;
  readonly endedMs: number;
}

export interface Delivered {
  readonly messageId: string;
  readonly body: string;
  readonly attempt: number;
}

/** A refused receive of a push consumer. */
export interface RefusedReceive {
  readonly atMs: number;
  readonly error: string;
}

interface ProducerInput {
  readonly client: string;
  readonly port: number;
  readonly topic: string;
  readonly credentials?: Credentials;
  readonly transactions?: boolean;
}

interface PushInput {
  readonly client: string;
  readonly port: number;
  readonly group: string;
  readonly topic: string;
}

interface SendInput {
  readonly client: string;
  readonly topic: string;
  readonly body: string;
  /** Within a transaction that is left open. */
  readonly transaction?: boolean;
}

type Line =
  | ({ readonly event: 'delivered'; readonly client: string } & Delivered)
  | ({ readonly event: 'refused'; readonly client: string } & RefusedReceive)
  | { readonly answer: number; readonly value?: unknown; readonly error?: string };

/** An application: clients of the official SDK in a process of their own, known by the names the test gives them. */
export interface ClientProcess {
  producer(input: ProducerInput): Promise<void>;
  push(input: PushInput): Promise<void>;
  send(input: SendInput): Promise<Sent>;
  /** Shuts one client down: before its broker goes. */
  leave(client: string): Promise<void>;
  delivered(client: string): readonly Delivered[];
  refused(client: string): readonly RefusedReceive[];
  /** Shuts its clients down; it must end by itself and without a word. */
  close(): Promise<void>;
}

export async function startClientProcess(): Promise<ClientProcess> {
  const child = await startChild('client-child.mjs', []);
  const delivered = new Map<string, Delivered[]>();
  const refused = new Map<string, RefusedReceive[]>();
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let asked = 0;
  createInterface({ input: child.process.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    if ('answer' in line) {
      const { resolve, reject } = waiting.get(line.answer) ?? {};
      waiting.delete(line.answer);
      if (line.error === undefined) resolve?.(line.value);
      else reject?.(new Error(line.error));
    } else if (line.event === 'delivered') push(delivered, line.client, line);
    else push(refused, line.client, line);
  });
  void child.ended().then((end) => {
    for (const { reject } of waiting.values()) reject(new Error(`the clients ended with ${end}: ${child.errors()}`));
  });
  const tell = <Value>(command: string, options: object): Promise<Value> =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve: (value) => resolve(value as Value), reject });
      child.process.stdin.write(`${JSON.stringify({ ...options, id: asked, command })}\n`);
    });
  return {
    producer: ({ credentials, ...input }) => tell('producer', { ...input, ...credentials }),
    push: (input) => tell('push', input),
    send: (input) => tell('send', input),
    leave: (client) => tell('leave', { client }),
    delivered: (client) => delivered.get(client) ?? [],
    refused: (client) => refused.get(client) ?? [],
    close: async () => {
      child.process.stdin.end();
      const end = await child.ended();
      if (end !== 0) throw new Error(`the clients ended with ${end}: ${child.errors()}`);
    },
  };
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}
