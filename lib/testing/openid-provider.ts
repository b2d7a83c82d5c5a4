import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type ClientMetadata, Provider } from 'oidc-provider';
import { findFreePort } from '../runtime/postgres/free-port';

export interface TestPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
}

type Claims = Record<string, unknown>;

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who signs in there next. Null: the person cancels. */
  person: TestPerson | null;
  /** What a provider that is broken, or an attacker in its place, would say instead. The signature is right. */
  tamper: ((claims: Claims) => Claims) | null;
  /** How an attacker who does not have its key signs: with another, with the client's secret, or not at all. */
  forge: 'another key' | 'HS256' | 'none' | null;
  /** Seconds. */
  codeTtl: number;
  readonly signIns: () => number;
  /** Takes a code away as its time does. */
  readonly expire: (code: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const KID = 'test';
const SECRET = 'the-secret-of-the-client';

/** A real OpenID provider on this machine, where `person` signs in without a form. */
export async function startOpenIdProvider(redirectUri: string, onPort?: number): Promise<TestProvider> {
  const port = onPort ?? (await findFreePort('127.0.0.1'));
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const people = new Map<string, TestPerson>();
  let signIns = 0;
  const client: ClientMetadata = {
    client_id: 'redrive',
    client_secret: SECRET,
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: [`${new URL(redirectUri).origin}/sign-in`],
  };
  const provider = new Provider(issuer, {
    clients: [client, { ...client, client_id: 'another', client_secret: 'another-secret' }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: KID, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['test'] },
    claims: { email: ['email', 'email_verified'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // an answer of the browser is asked for once; what it may read is granted
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        ...(oidc.client === undefined ? {} : { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId === undefined ? {} : { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid email groups');
      await grant.save();
      return grant;
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    ttl: {
      AuthorizationCode: () => state.codeTtl,
      AccessToken: 600,
      IdToken: 600,
      Session: 600,
      Grant: 600,
      Interaction: 600,
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    const { tamper, forge } = state;
    if ((tamper ?? forge) === null || context.path !== '/token' || body?.id_token === undefined) return;
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
    context.body = { ...body, id_token: sign(tamper?.(claims) ?? claims, forge) };
  });
  const sign = (claims: Claims, forge: TestProvider['forge']): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const alg = forge === null || forge === 'another key' ? 'RS256' : forge;
    const text = `${part({ alg, kid: KID })}.${part(claims)}`;
    if (alg === 'none') return `${text}.`;
    if (alg === 'HS256') return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
    const key = forge === null ? privateKey : generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
  };
  const answer = provider.callback();
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response);
    const { person } = state;
    if (person !== null) people.set(person.sub, person);
    if (person !== null) signIns += 1;
    const result =
      person === null
        ? { error: 'access_denied', error_description: 'cancelled' }
        : { login: { accountId: person.sub } };
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const state: TestProvider = {
    issuer,
    clientId: 'redrive',
    clientSecret: SECRET,
    person: null,
    tamper: null,
    forge: null,
    codeTtl: 60,
    signIns: () => signIns,
    expire: async (code) => {
      const found = await provider.AuthorizationCode.find(code);
      if (found === undefined) throw new Error('no such code');
      await found.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
}

/** Follows the provider as a browser does, until it leads back. @returns the query that it leads back with */
export async function followProvider(
  start: string,
  redirectUri: string,
  jar: Map<string, string> = new Map(),
): Promise<string> {
  for (let url = start, hops = 0; hops < 10; hops += 1) {
    if (url.startsWith(`${redirectUri}?`)) return new URL(url).search;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} at ${url}: ${(await response.text()).slice(0, 300)}`);
    url = new URL(location, url).href;
  }
  throw new Error('the provider did not lead back');
}
