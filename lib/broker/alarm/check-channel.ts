import { type ChannelConfig, MAIL_SECURITY, SERVICE_URLS } from '../../model/alarm/channel';
import { BrokerError } from '../../model/errors';
import type { ChannelRow } from '../../store/queries/alarm/alarm-channel';
import type { ChannelInput } from './edit-channel';
import { type AllowedOrigins, checkMailHost, checkUrl } from './outbound/target';

const MAX_NAME_BYTES = 100;
const MAX_SECRET_CHARS = 2000;
const MIN_SIGNING_CHARS = 16;
const MAX_RECIPIENTS = 20;
const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[a-z0-9.-]{1,253}$/i;

/**
 * What a channel may be. `before`: the channel that is edited; a secret it has need not be given again, unless the
 * address changes, so that nobody can have a secret sent to a place of his own.
 * @throws BrokerError bad-request
 */
export function checkChannel(
  { name: given, kind, config, secret }: ChannelInput,
  before: Pick<ChannelRow, 'secret' | 'config'> | null,
  allow: AllowedOrigins,
): { readonly name: string; readonly config: ChannelConfig } {
  const name = given.trim();
  if (name === '' || Buffer.byteLength(name) > MAX_NAME_BYTES) refuse('name', `1 to ${MAX_NAME_BYTES} bytes`);
  if (secret !== undefined && (secret === '' || secret.length > MAX_SECRET_CHARS || /[\r\n]/.test(secret)))
    refuse('secret', `1 to ${MAX_SECRET_CHARS} characters on one line`);
  const hasOld = before !== null && before.secret !== null;
  const hasSecret = secret !== undefined || hasOld;
  switch (kind) {
    case 'email':
      return { name, config: checkMail(config, hasOld && secret === undefined ? before.config : null, allow) };
    case 'slack':
    case 'teams': {
      if (!hasSecret) refuse('secret', "the channel's webhook address");
      const host = secret === undefined ? before?.config.url : new URL(checkUrl(secret, allow).url).host;
      return { name, config: { url: host } };
    }
    case 'pagerduty':
    case 'opsgenie': {
      if (!hasSecret) refuse('secret', kind === 'pagerduty' ? 'the integration key' : 'the API key');
      const url = config.url ?? SERVICE_URLS[kind] ?? '';
      checkUrl(url, allow);
      if (hasOld && secret === undefined && before.config.url !== url) refuseOldSecret('url');
      return { name, config: { url } };
    }
    case 'webhook': {
      if (!hasSecret || (secret !== undefined && secret.length < MIN_SIGNING_CHARS))
        refuse('secret', `at least ${MIN_SIGNING_CHARS} characters, to sign with`);
      checkUrl(config.url ?? '', allow);
      return { name, config: { url: config.url } };
    }
  }
}

function checkMail(config: ChannelConfig, old: ChannelConfig | null, allow: AllowedOrigins): ChannelConfig {
  const { host = '', port = 587, security = 'starttls', user = '', from = '', to = [] } = config;
  const target = checkMailHost(host, port, allow);
  if (!MAIL_SECURITY.includes(security)) refuse('security', MAIL_SECURITY.join(', '));
  if (old !== null && (old.host !== target.host || old.port !== port || old.security !== security))
    refuseOldSecret('host');
  if (user.length > 254 || /[\r\n]/.test(user)) refuse('user', 'at most 254 characters on one line');
  if (security === 'none' && user !== '' && !target.allowed) refuse('security', 'tls or starttls, to send a password');
  if (!ADDRESS.test(from)) refuse('from', 'an e-mail address');
  if (to.length === 0 || to.length > MAX_RECIPIENTS || !to.every((address) => ADDRESS.test(address)))
    refuse('to', `1 to ${MAX_RECIPIENTS} e-mail addresses`);
  return { host: target.host, port, security, user, from, to };
}

function refuseOldSecret(field: string): never {
  throw new BrokerError('bad-request', `Enter the secret again: ${field} changes, and it would be sent there.`, {
    field: 'secret',
    limit: 'needed when the address changes',
  });
}

function refuse(field: string, limit: string): never {
  throw new BrokerError('bad-request', `${field} must be: ${limit}.`, { field, limit });
}
