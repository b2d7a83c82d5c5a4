import { afterAll, beforeAll, expect } from 'vitest';

import { type ProtocolBroker, startBroker } from './broker';
import { RawClient } from './raw-client';

interface Stage {
  readonly broker: ProtocolBroker;
  readonly raw: RawClient;
  /** Shut down after the tests of the file. */
  readonly clients: { shutdown(): Promise<unknown> }[];
}

/** A broker and a raw client for the tests of a file. After them nothing is left, and the broker logged no error. */
export function openStage(): Stage {
  let broker: ProtocolBroker | undefined;
  let raw: RawClient | undefined;
  const clients: Stage['clients'] = [];
  beforeAll(async () => {
    broker = await startBroker();
    raw = new RawClient(broker.port);
  });
  afterAll(async () => {
    raw?.close();
    await Promise.all(clients.map((client) => client.shutdown()));
    await broker?.close();
    expect(broker?.errors).toEqual([]);
  });
  const ready = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('the stage is set up before the tests, not while they are collected');
    return part;
  };
  return {
    get broker() {
      return ready(broker);
    },
    get raw() {
      return ready(raw);
    },
    clients,
  };
}
