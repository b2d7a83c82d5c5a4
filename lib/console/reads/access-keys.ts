import 'server-only';
import { z } from 'zod';
import { listAccessKeys } from '../../broker';
import type { AccessKeyState } from '../../model/access-key';
import type { AccessRule } from '../../model/access-rule';
import { getRuntime } from '../../runtime/singleton';
import { defineRead } from '../http/define-read';

export interface AccessKeyView {
  readonly accessKeyId: string;
  readonly name: string;
  readonly note: string;
  readonly rules: readonly AccessRule[];
  readonly version: number;
  readonly state: AccessKeyState;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly oldSecretUntil: string | null;
}

/** How the gateway of this node treats callers. */
export interface GatewayView {
  /** Null: it listens on every address; the browser knows one that works. */
  readonly host: string | null;
  readonly port: number;
  readonly requiresKeys: boolean;
  /** Only programs on the same machine reach it. */
  readonly loopback: boolean;
}

export interface AccessKeysPage {
  readonly items: readonly AccessKeyView[];
  readonly gateway: GatewayView;
}

export const accessKeysRead = defineRead({
  permission: 'access-key:manage',
  subject: 'system',
  input: z.object({}),
  run: async ({ broker }): Promise<AccessKeysPage> => ({
    items: (await listAccessKeys(broker)).map((key) => ({
      accessKeyId: key.accessKeyId,
      name: key.name,
      note: key.note,
      rules: key.rules,
      version: key.version,
      state: key.state,
      createdBy: key.createdBy,
      createdAt: key.createdAt.toISOString(),
      expiresAt: key.expiresAt?.toISOString() ?? null,
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      oldSecretUntil: key.oldSecretUntil?.toISOString() ?? null,
    })),
    gateway: readGateway(),
  }),
});

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

function readGateway(): GatewayView {
  const { config } = getRuntime();
  const { REDRIVE_ADVERTISED_HOST: host = '', REDRIVE_ADVERTISED_PORT: port = '' } = process.env;
  return {
    host: host !== '' ? host : EVERY_ADDRESS.has(config.host) ? null : config.host,
    port: Number(port) > 0 ? Number(port) : config.grpcPort,
    requiresKeys: config.requireAccessKeys,
    loopback: config.loopback,
  };
}
