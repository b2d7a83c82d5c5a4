import { startChild } from './child';

export interface SteadySend {
  readonly body: string;
  readonly stored: boolean;
  readonly tookMs: number;
  readonly error: string;
}

/** Runs a producer in a process of its own until all its orders are stored. @returns every send, failed ones included */
export async function sendSteadily(port: number, topic: string, count: number, everyMs: number): Promise<SteadySend[]> {
  const child = await startChild('steady-child.mjs', [String(port), topic, String(count), String(everyMs)]);
  let output = '';
  child.process.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const end = await child.ended();
  if (end !== 0) throw new Error(`the producer ended with ${end}: ${child.errors()}`);
  return JSON.parse(output) as SteadySend[];
}
