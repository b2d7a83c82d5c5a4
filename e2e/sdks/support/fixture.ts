import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject } from 'vitest';

import type { MessageType } from '../../../lib/model/topic/topic';
import { type BrokerOptions, type ProtocolBroker, startBroker } from '../../protocol/support/broker';
import type { SdkName } from './builds';
import { issueCertificate } from './certificate';
import { type SdkHost, type SdkReceived, startSdkHost } from './host';

/** Of this product and of one host of an SDK; both are there from the first test on. */
export interface SdkFixture {
  broker(): ProtocolBroker;
  sdk(): SdkHost;
}

/** Tests of one SDK; the set-up of the project has said why when they count as skipped. */
export function describeSdk(
  name: SdkName,
  about: string,
  body: (fixture: SdkFixture) => void,
  options: BrokerOptions = {},
): void {
  const build = inject('sdks')[name];
  describe.skipIf('missing' in build)(`${name}: ${about}`, () => {
    let broker: ProtocolBroker;
    let sdk: SdkHost;
    let folder: string;
    beforeAll(async () => {
      if ('missing' in build) throw new Error(build.missing);
      const [command = '', ...args] = build.command;
      const tls = await issueCertificate();
      folder = mkdtempSync(join(tmpdir(), 'redrive-sdks-'));
      const trusted = join(folder, 'trusted.pem');
      writeFileSync(trusted, tls.authorityPem);
      broker = await startBroker({ ...options, tls });
      // Python and Rust check certificates, and have no other way to configure one.
      const env = { GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: trusted, SSL_CERT_FILE: trusted };
      sdk = await startSdkHost({ command, args: () => [...args, `localhost:${broker.port}`], env });
    });
    afterAll(async () => {
      await sdk.close();
      await broker.close();
      rmSync(folder, { recursive: true, force: true });
      expect(broker.errors).toEqual([]);
    });
    body({ broker: () => broker, sdk: () => sdk });
  });
}

export type Tell = (command: string, body: string, rest?: object) => Promise<{ messageId: string }>;

/** A topic, and a producer that knows it. */
export async function producing(
  { broker, sdk }: SdkFixture,
  client: string,
  messageType: MessageType = 'NORMAL',
  options: object = {},
): Promise<{ topic: string; tell: Tell }> {
  const topic = await broker().topic(messageType);
  await sdk().tell('producer', { client, topic, tls: false, ...options });
  return { topic, tell: (command, body, rest = {}) => sdk().tell(command, { client, topic, body, ...rest }) };
}

/** Receives until something comes. Some SDKs call an empty answer an error. */
export async function receiveOne(
  { sdk }: SdkFixture,
  scene: { readonly client: string; readonly topic: string; readonly invisibleMs?: number },
): Promise<SdkReceived> {
  for (;;) {
    const [message] = await sdk()
      .tell<SdkReceived[]>('receive', { max: 4, invisibleMs: 10_000, ...scene })
      .catch((error: { code?: number }) => {
        if (error.code === 40_401) return [];
        throw error;
      });
    if (message !== undefined) return message;
  }
}
