import { type ChannelConfig, type ChannelKind, MAIL_SECURITY, SERVICE_URLS } from '../../model/alarm/channel';
import { BrokerError } from '../../model/errors';
import { LANGUAGES } from '../../model/language/languages';
import { english, told, type Told } from '../../model/language/t';
import type { ChannelRow } from '../../store/queries/alarm/alarm-channel';
import { type AllowedOrigins, checkMailHost, checkUrl } from './outbound/target';

const MAX_NAME_BYTES = 100;
const MAX_SECRET_CHARS = 2000;
const MIN_SIGNING_CHARS = 16;
const MAX_RECIPIENTS = 20;
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;
const ADDRESS = /^[^\s\p{C}@<>,;:"()[\]\\]{1,64}@[a-z0-9.-]{1,253}$/iu;
/** Retired by Microsoft: a card that is sent there is lost. */
const OFFICE_CONNECTOR = /(^|\.)(webhook\.office\.com|outlook\.office(365)?\.com)$/;

export interface ChannelInput {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly config: ChannelConfig;
  /** Key, password or secret address. Undefined: none, or the one it has. */
  readonly secret?: string | undefined;
  readonly enabled: boolean;
}

type Before = Pick<ChannelRow, 'secret' | 'config'> | null;

/**
 * What a channel may be. `before`: the channel that is edited; a secret it has need not be given again, unless the
 * address changes, so that an operator cannot have the secret sent to an address of their own.
 * @throws BrokerError bad-request
 */
export function checkChannel(
  { name: given, kind, config, secret }: ChannelInput,
  before: Before,
  allow: AllowedOrigins,
): { readonly name: string; readonly config: ChannelConfig } {
  const name = given.trim();
  if (name === '' || Buffer.byteLength(name) > MAX_NAME_BYTES)
    refuse('name', told('1 to {most} bytes', { most: MAX_NAME_BYTES }));
  if (secret !== undefined) checkSecret(kind, secret);
  // A secret that stays: where it goes must stay too.
  const kept = before !== null && before.secret !== null && secret === undefined ? before.config : null;
  const checked = kind === 'email' ? checkMail(config, kept, allow) : checkHook(kind, config, secret, kept, allow);
  return { name, config: { ...checked, ...languageOf(kind, config) } };
}

/** English is what is left out, as of channels of older releases. */
function languageOf(kind: ChannelKind, { language }: ChannelConfig): Pick<ChannelConfig, 'language'> {
  if (language === undefined) return {};
  if (!LANGUAGES.includes(language)) refuse('language', LANGUAGES);
  if (kind === 'webhook') refuse('language', 'left out: webhooks are read by programs');
  return language === 'en' ? {} : { language };
}

function checkHook(
  kind: Exclude<ChannelKind, 'email'>,
  config: ChannelConfig,
  secret: string | undefined,
  kept: ChannelConfig | null,
  allow: AllowedOrigins,
): ChannelConfig {
  if (secret === undefined && kept === null) refuse('secret', SECRETS[kind]);
  if (kind === 'teams' && secret !== undefined) refuseConnector(secret, allow);
  if (kind === 'slack' || kind === 'teams') return { url: kept?.url ?? hostOf(secret ?? '', allow) };
  if (kind === 'webhook' && secret !== undefined && secret.length < MIN_SIGNING_CHARS) refuse('secret', SECRETS[kind]);
  const url = config.url ?? SERVICE_URLS[kind] ?? '';
  checkUrl(url, allow);
  if (kind !== 'webhook' && kept !== null && kept.url !== url) refuseOldSecret('url');
  return { url };
}

const SECRETS = {
  slack: told("the channel's webhook address"),
  teams: told("the channel's webhook address"),
  pagerduty: told('the integration key'),
  opsgenie: told('the API key'),
  webhook: told('at least {least} characters, used to sign requests', { least: MIN_SIGNING_CHARS }),
} as const;

function checkSecret(kind: ChannelKind, secret: string): void {
  if (secret === '' || secret.length > MAX_SECRET_CHARS || CONTROL.test(secret))
    refuse('secret', told('1 to {most} characters on one line', { most: MAX_SECRET_CHARS }));
  // It goes into a header as it is.
  if (kind === 'opsgenie' && !/^[\x21-\x7e]+$/.test(secret))
    refuse('secret', told('an API key of visible ASCII characters'));
}

function refuseConnector(address: string, allow: AllowedOrigins): void {
  if (OFFICE_CONNECTOR.test(hostOf(address, allow).toLowerCase()))
    refuse('secret', told('the address of a workflow (Office 365 connectors have been retired)'));
}

/** All that is shown of an address that is a key. */
function hostOf(address: string, allow: AllowedOrigins): string {
  return checkUrl(address, allow).url.host;
}

const MAIL = { host: '', port: 587, security: 'starttls', user: '', from: '', to: [] } as const;

function checkMail(given: ChannelConfig, old: ChannelConfig | null, allow: AllowedOrigins): ChannelConfig {
  const { host, port, security, user, from, to } = { ...MAIL, ...withoutUndefined(given) };
  const target = checkMailHost(host, port, allow);
  if (!MAIL_SECURITY.includes(security)) refuse('security', MAIL_SECURITY);
  const moved = old !== null && (old.host !== target.host || old.port !== port || old.security !== security);
  if (moved) refuseOldSecret('host');
  if (user.length > 254 || /[\r\n]/.test(user))
    refuse('user', told('at most {most} characters on one line', { most: 254 }));
  if (security === 'none' && user !== '' && !target.allowed)
    refuse('security', told('tls or starttls, to send a password'));
  checkAddresses(from, to);
  return { host: target.host, port, security, user, from, to };
}

function checkAddresses(from: string, to: readonly string[]): void {
  if (!ADDRESS.test(from)) refuse('from', told('an e-mail address'));
  if (to.length === 0 || to.length > MAX_RECIPIENTS || !to.every((address) => ADDRESS.test(address)))
    refuse('to', told('1 to {most} e-mail addresses', { most: MAX_RECIPIENTS }));
}

type Known<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(given: T): Known<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Known<T>;
}

function refuseOldSecret(field: string): never {
  throw new BrokerError(
    'bad-request',
    told('Enter the secret again: {field} has changed, and the secret would be sent there.', { field }),
    {
      field: 'secret',
      limit: 'needed when the address changes',
    },
  );
}

function refuse(field: string, limit: string | Told | readonly string[]): never {
  throw new BrokerError('bad-request', told('{field} must be {limit}.', { field, limit }), {
    ...{ field, limit: english(limit) },
  });
}
