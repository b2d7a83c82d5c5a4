import type { EnumTypeDefinition } from '@grpc/proto-loader';
import { expect, test } from 'vitest';

import * as codes from './codes';
import { loadDefinitions, loadMessagingService } from '../../testing/messaging-service';

const ENUM_OF = {
  CODE: 'Code',
  CLIENT_TYPE: 'ClientType',
  MESSAGE_TYPE: 'MessageType',
  PERMISSION: 'Permission',
  ENCODING: 'Encoding',
  DIGEST_TYPE: 'DigestType',
  FILTER_TYPE: 'FilterType',
  ADDRESS_SCHEME: 'AddressScheme',
  TRANSACTION_RESOLUTION: 'TransactionResolution',
  TRANSACTION_SOURCE: 'TransactionSource',
  LANGUAGE: 'Language',
  LITE_ACTION: 'LiteSubscriptionAction',
} as const satisfies Record<keyof typeof codes, string>;

test.each(Object.entries(ENUM_OF))("%s has the numbers of the vendor's %s", (name, enumName) => {
  const definition = loadDefinitions()[`apache.rocketmq.v2.${enumName}`] as EnumTypeDefinition;
  const { value } = definition.type as { value: readonly { name: string; number: number }[] };
  const numbers = Object.fromEntries(value.map((entry) => [entry.name, entry.number]));
  expect(numbers).toMatchObject(codes[name as keyof typeof codes]);
});

test('the service has every RPC of the protocol', () => {
  expect(Object.keys(loadMessagingService())).toEqual(
    expect.arrayContaining([
      'QueryRoute',
      'Heartbeat',
      'SendMessage',
      'QueryAssignment',
      'ReceiveMessage',
      'AckMessage',
      'Telemetry',
    ]),
  );
});
