// Alarm channels of a configuration file. Their secrets are in the environment of redrive apply, and never exported.
import { isDeepStrictEqual } from 'node:util';

import { msg, t } from '../speech.mjs';
import { CliError } from '../failure.mjs';
import { all, entry } from './kind-parts.mjs';

/** Of Slack and Teams the address is the secret; what the server shows of it is for people. */
const ADDRESS_IS_SECRET = new Set(['slack', 'teams']);
const REFERENCE = /^\$\{env:([A-Za-z_]\w*)\}$/;

/** Read once for all rules. */
export function channelsOf(ask) {
  ask.cache.channels ??= all(ask, 'alarm-channels list');
  return ask.cache.channels;
}

const forget = ({ cache }) => {
  cache.channels = undefined;
};

export const alarmChannels = {
  name: 'alarmChannels',
  one: msg('alarm channel'),
  many: msg('{count, plural, one {# alarm channel} other {# alarm channels}}'),
  managed: 'alarm-channel',
  fields: () => ['kind', 'config', 'enabled', 'secret'],
  check: ({ secret }, place) => {
    if (secret !== undefined && !(typeof secret === 'string' && REFERENCE.test(secret)))
      throw new CliError(
        2,
        t('{place} must be a reference like {example}: a file in git has no secrets.', {
          ...{ place: `${place}.secret`, example: '${env:OPS_SECRET}' },
        }),
      );
  },
  /** What the server has cannot be compared: it is set with other changes, and with --secrets. */
  isCompared: (field, { secrets }) => field !== 'secret' || secrets === true,
  /** What the file leaves out of a channel is the server's to fill in: a port, the address of a service. */
  isSame: (field, wanted, is, { settings: { kind } }) =>
    field === 'config'
      ? isDeepStrictEqual({ ...UNSAID, ...UNSAID_OF[kind], ...wanted }, { ...UNSAID, ...UNSAID_OF[kind], ...is })
      : isDeepStrictEqual(wanted, is),
  list: async (ask) => (await channelsOf(ask)).map((channel) => entry(channel.name, withoutAddress(channel), FIELDS)),
  create: async (ask, id, { secret, enabled = true, ...wanted }) => {
    forget(ask);
    await ask('alarm-channels create', { body: { name: id, config: {}, enabled, ...wanted, ...secretOf(secret) } });
  },
  update: async (ask, { id, own, settings: { config, enabled } }, { secret, ...wanted }) => {
    forget(ask);
    const body = { config, enabled, ...wanted, name: id, version: own.version, ...secretOf(secret) };
    delete body.kind;
    await ask('alarm-channels put', { params: { id: own.id }, body });
  },
  /** Said before anything is made. */
  refuse: (there, wanted) => {
    const kind = there?.settings.kind;
    if (kind !== undefined && wanted.kind !== undefined && wanted.kind !== kind)
      throw new CliError(
        1,
        t('The kind of a channel cannot be changed ({from} to {to}): give it another name.', {
          ...{ from: kind, to: wanted.kind },
        }),
      );
    secretOf(wanted.secret);
  },
  remove: (ask, { own: { id, version } }) => {
    forget(ask);
    return ask('alarm-channels delete', { params: { id }, body: { version } });
  },
};
const FIELDS = ['kind', 'config', 'enabled'];
/** What the server fills in where it is left out, or keeps by leaving it out. */
const UNSAID = { language: 'en' };
const UNSAID_OF = {
  pagerduty: { url: 'https://events.pagerduty.com/v2/enqueue' },
  opsgenie: { url: 'https://api.opsgenie.com/v2/alerts' },
  email: { port: 587, security: 'starttls', user: '' },
};

function withoutAddress(channel) {
  const { url, ...config } = channel.config;
  return url === undefined || !ADDRESS_IS_SECRET.has(channel.kind) ? channel : { ...channel, config };
}

/** @throws CliError 1: the variable is not set */
function secretOf(reference) {
  if (reference === undefined) return {};
  const name = REFERENCE.exec(reference)?.[1];
  const secret = process.env[name];
  if (!secret) throw new CliError(1, t('The environment variable {name} is not set.', { name }));
  return { secret };
}

/** @throws CliError 1: a channel that neither the server nor the file has */
export async function withChannelIds(ask, { channels: names, ...rule }) {
  if (names === null || names === undefined) return { ...rule, channelIds: null };
  const ids = new Map((await channelsOf(ask)).map(({ id, name }) => [name, Number(id)]));
  const missing = names.find((name) => !ids.has(name));
  if (missing !== undefined)
    throw new CliError(
      1,
      t('The alarm channel "{name}" does not exist: name it under alarmChannels, or create it.', { name: missing }),
    );
  return { ...rule, channelIds: names.map((name) => ids.get(name)) };
}
