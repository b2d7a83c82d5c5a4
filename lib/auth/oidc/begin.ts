import * as client from 'openid-client';
import type { Store } from '../../store/client';
import { withMetadata } from '../../store/metadata';
import { beginStep } from '../enter';
import { sessionLimits, type Visitor } from '../session';
import type { OidcConfig } from './config';
import { discover } from './provider';

/** What the person wants: to sign in, to confirm who they are, or to connect the account that they are signed in to. */
export type OidcPurpose = 'sign-in' | 'confirm' | 'link';

export interface OidcStart {
  readonly purpose: OidcPurpose;
  /** Whose account is connected. */
  readonly operatorId: number | null;
  /** The path to go on with. */
  readonly next: string;
}

/** A confirmation is a sign-in at the provider of this last minute. */
const CONFIRM_S = 60;

/** @returns where to send the browser, and the state, for its cookie */
export async function beginOidc(
  store: Pick<Store, 'prisma'>,
  config: OidcConfig,
  { purpose, operatorId, next }: OidcStart,
  visitor: Visitor,
): Promise<{ readonly url: string; readonly state: string }> {
  const configuration = await discover(config);
  const verifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  const data = { purpose, next, verifier, nonce };
  const state = await withMetadata(store.prisma, (db) => beginStep(db, 'oidc', operatorId, visitor, data));
  const isFresh = purpose !== 'sign-in';
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: config.redirectUri,
    scope: config.scopes,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    max_age: String(maxAgeOf(purpose)),
    ...(isFresh ? { prompt: 'login' } : {}),
  });
  return { url: url.href, state };
}

/** Seconds since the person signed in at the provider; it then has to say when that was. */
export function maxAgeOf(purpose: OidcPurpose): number {
  return purpose === 'sign-in' ? sessionLimits.absoluteHours * 3600 : CONFIRM_S;
}
