import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync, type Options, type PackageDefinition } from '@grpc/proto-loader';

/** The SDK that ships the vendor's .proto files. */
const PROTO_PACKAGE = 'rocketmq-client-nodejs';
const SERVICE = 'apache.rocketmq.v2.MessagingService';

/** Absent stays absent (no defaults), because "not given" and "zero" differ on this wire; int64 fit a double here. */
const LOAD_OPTIONS: Options = {
  longs: Number,
  keepCase: false,
  defaults: false,
  arrays: true,
  objects: true,
  oneofs: false,
};

export function loadDefinitions(): PackageDefinition {
  // From the working directory, not from this file: a bundled copy of this file lives elsewhere.
  const locate = createRequire(join(process.cwd(), 'package.json'));
  const root = join(dirname(locate.resolve(`${PROTO_PACKAGE}/package.json`)), 'proto');
  return loadSync(join('apache', 'rocketmq', 'v2', 'service.proto'), { ...LOAD_OPTIONS, includeDirs: [root] });
}

/** Another reading of the protocol than the gateway's own, so that a mistake in one of them shows. */
export function loadMessagingService(): ServiceDefinition {
  const definition = loadDefinitions()[SERVICE];
  if (definition === undefined || 'format' in definition) throw new Error(`${PROTO_PACKAGE} ships no ${SERVICE}`);
  return definition;
}
