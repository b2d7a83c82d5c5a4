import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A message as an SDK shows it. */
export interface SdkMessage {
  readonly messageId: string;
  readonly topic: string;
  readonly body: string;
  readonly attempt: number;
  readonly tag?: string;
  readonly keys: readonly string[];
  readonly messageGroup?: string;
  readonly priority?: number;
  readonly liteTopic?: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly bornAtMs: number;
  readonly deliverAtMs?: number;
  /** Monotonic in its process, and the time of day. */
  readonly atMs: number;
  readonly wallMs: number;
}

/** A received message that can be acked: `name` says which. */
export interface SdkReceived extends SdkMessage {
  readonly name: string;
}

export interface SdkEvent extends SdkMessage {
  readonly event: 'received' | 'ended' | 'checked';
  readonly client: string;
  readonly result?: 'SUCCESS' | 'FAILURE';
}

/** What the SDK threw; `code` is the server's, 0 when it has none. */
export class SdkError extends Error {
  constructor(
    message: string,
    readonly code: number,
  ) {
    super(message);
  }
}

export interface SdkHost {
  readonly events: readonly SdkEvent[];
  /** Carries out a command; rejects with an SdkError. */
  tell<Value = null>(command: string, options: object): Promise<Value>;
  /** What listeners of a client began to consume, in order. */
  received(client: string): SdkEvent[];
  ended(client: string): SdkEvent[];
  kill(): Promise<void>;
  close(): Promise<void>;
}

type Line =
  | SdkEvent
  | { readonly event: 'ready' }
  | { readonly answer: number; readonly value?: unknown; readonly error?: string; readonly code?: number };

export interface HostProgram {
  readonly command: string;
  /** Given a home of its own, to be left without traces; it ends with the process. */
  readonly args: (home: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A process with clients of an official SDK, driven by lines of JSON. */
export async function startSdkHost({ command, args, env }: HostProgram): Promise<SdkHost> {
  const home = mkdtempSync(join(tmpdir(), 'redrive-sdk-'));
  const child = spawn(command, args(home), {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, HOME: home, ...env },
  });
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const events: SdkEvent[] = [];
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let asked = 0;
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as Line;
      if ('answer' in line) {
        const { resolve: answered, reject: failed } = waiting.get(line.answer) ?? {};
        waiting.delete(line.answer);
        if (line.error === undefined) answered?.(line.value ?? null);
        else failed?.(new SdkError(line.error, line.code ?? 0));
      } else if (line.event === 'ready') resolve();
      else events.push(line);
    });
    void exited.then(() => {
      const ended = new Error(`the host of the SDK ended: ${errors}`);
      for (const { reject: failed } of waiting.values()) failed(ended);
      reject(ended);
    });
  });
  await ready;
  const end = async (): Promise<void> => {
    await exited;
    process.off('exit', killNow);
    rmSync(home, { recursive: true, force: true });
  };
  return {
    events,
    tell: <Value>(command: string, options: object) =>
      new Promise<Value>((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve: (value) => resolve(value as Value), reject });
        child.stdin.write(`${JSON.stringify({ ...options, id: asked, command })}\n`);
      }),
    received: (client) => events.filter((event) => event.event === 'received' && event.client === client),
    ended: (client) => events.filter((event) => event.event === 'ended' && event.client === client),
    kill: async () => {
      killNow();
      await end();
    },
    close: async () => {
      if (child.exitCode === null && child.signalCode === null) child.stdin.end();
      await end();
    },
  };
}
