import * as client from 'openid-client';
import { isLoopback } from '../loopback';
import type { OidcConfig } from './config';

const REREAD_MS = 60 * 60 * 1000;
const TIMEOUT_S = 8;

interface Known {
  readonly of: OidcConfig;
  readonly readAt: number;
  readonly configuration: Promise<client.Configuration>;
}

let known: Known | null = null;

/** What the provider says of itself, read once an hour. The issuer that it names must be the one that was set. */
export async function discover(config: OidcConfig): Promise<client.Configuration> {
  if (known === null || known.of !== config || performance.now() - known.readAt > REREAD_MS)
    known = { of: config, readAt: performance.now(), configuration: read(config) };
  const { configuration } = known;
  try {
    return await configuration;
  } catch (error) {
    // the next sign-in asks again
    if (known.configuration === configuration) known = null;
    throw error;
  }
}

function read({ issuer, clientId, clientSecret, clientAuth }: OidcConfig): Promise<client.Configuration> {
  const server = new URL(issuer);
  const execute = [
    // without it the library trusts the connection that an ID token came by, and does not look at its signature
    client.enableNonRepudiationChecks,
    // a provider on this machine needs no TLS
    ...(isLoopback(server.hostname) ? [client.allowInsecureRequests] : []),
  ];
  const proof = clientAuth === 'post' ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret);
  return client.discovery(server, clientId, undefined, proof, { execute, timeout: TIMEOUT_S });
}

/** Where to go to end the session at the provider too; null: it does not offer that. */
export async function signOutAddress(config: OidcConfig, backTo: string): Promise<string | null> {
  try {
    const configuration = await discover(config);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo }).href;
  } catch {
    return null;
  }
}
