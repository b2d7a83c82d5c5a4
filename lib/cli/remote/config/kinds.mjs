// What of a server a file of its configuration holds: each kind with the commands that read and change it.
import { CliError } from '../failure.mjs';

/** Answer and request of a change have these too. */
const NOT_SETTINGS = new Set(['version', 'reason', 'dryRun', 'name', 'group', 'topic', 'id', 'mayRemove']);

const idOfLimit = ({ kind, scope, subject = '' }) => `${kind} ${scope} ${subject}`.trim();
const idOfRule = ({ watch, subject }) => `${watch} ${subject ?? 'each'}`;

/**
 * An entry is what the server has of a kind: its id in the file, its settings, and its own answer. In each kind: `list`
 * reads all entries; `create`, `update` and `remove` change one; `effect` says what a change means for messages;
 * `fields` names the settings; `inClusters`: brokers of a cluster have it too.
 */
export const KINDS = [
  {
    name: 'topics',
    one: 'topic',
    inClusters: true,
    // In a cluster a change names both.
    fields: () => ['type', 'queues'],
    list: async (ask) => (await all(ask, 'topics list')).map((topic) => entry(topic.name, topic, ['type', 'queues'])),
    create: (ask, id, wanted, reason) => ask('topics create', { body: { name: id, ...wanted, reason } }),
    update: (ask, { id, own, settings }, wanted, reason) => {
      if (own.version === null && wanted.type !== undefined && wanted.type !== settings.type)
        throw new CliError(1, `The type of the topic ${id} cannot be changed (${settings.type} to ${wanted.type}).`);
      const { type, queues } = { ...settings, ...wanted };
      const body = own.version === null ? { queues, reason } : { type, queues, version: own.version, reason };
      return ask('topics grow', { params: { topic: id }, body });
    },
    remove: (ask, { id }, reason) => ask('topics delete', { params: { topic: id }, query: { reason } }),
  },
  {
    name: 'groups',
    one: 'group',
    inClusters: true,
    fields: (find) => settingsOf(find('groups put')),
    list: async (ask, find) =>
      (await all(ask, 'groups list')).map((group) => entry(group.name, group, settingsOf(find('groups put')))),
    create: (ask, id, wanted, reason) => ask('groups put', { params: { group: id }, body: { ...wanted, reason } }),
    update: (ask, { id, own }, wanted, reason) =>
      ask('groups put', { params: { group: id }, body: { ...wanted, version: own.version, reason } }),
    effect: async (ask, { id, own }, wanted) => {
      const body = { ...wanted, version: own.version, dryRun: true };
      return wordsOfEffect(await ask('groups put', { params: { group: id }, body }));
    },
    remove: (ask, { id }, reason) => ask('groups delete', { params: { group: id }, query: { reason } }),
  },
  {
    name: 'limits',
    one: 'limit',
    identity: ['kind', 'scope', 'subject'],
    idOf: idOfLimit,
    fields: (find) => settingsOf(find('limits put')),
    list: async (ask, find) =>
      (await all(ask, 'limits list')).map((limit) => {
        return entry(idOfLimit(limit), limit, settingsOf(find('limits put')));
      }),
    create: (ask, _, wanted, reason) => ask('limits put', { body: { ...wanted, reason } }),
    update: (ask, { own, settings }, wanted, reason) =>
      ask('limits put', { body: { ...settings, ...wanted, version: own.version, reason } }),
    remove: (ask, { settings: { kind, scope, subject }, own: { version } }, reason) =>
      ask('limits delete', { query: { kind, scope, subject, version, reason } }),
  },
  {
    name: 'alarmRules',
    one: 'alarm rule',
    identity: ['watch', 'subject'],
    idOf: idOfRule,
    fields: (find) => settingsOf(find('alarm-rules put')).map((field) => (field === 'channelIds' ? 'channels' : field)),
    list: async (ask, find) => {
      const names = new Map((await channelsOf(ask)).map(({ id, name }) => [String(id), name]));
      const fields = settingsOf(find('alarm-rules put'));
      return (await all(ask, 'alarm-rules list')).map((rule) => {
        const { channelIds, ...settings } = entry('', rule, fields).settings;
        const channels = channelIds?.map((id) => names.get(String(id)) ?? String(id)) ?? null;
        return { id: idOfRule(rule), own: rule, settings: { ...settings, channels } };
      });
    },
    create: async (ask, _, wanted, reason) =>
      ask('alarm-rules create', { body: { ...(await withChannelIds(ask, wanted)), reason } }),
    update: async (ask, { own, settings }, wanted, reason) =>
      ask('alarm-rules put', {
        params: { id: own.id },
        body: { ...(await withChannelIds(ask, { ...settings, ...wanted })), version: own.version, reason },
      }),
    remove: (ask, { own: { id, version } }, reason) =>
      ask('alarm-rules delete', { params: { id }, body: { version, reason } }),
  },
  ...[
    ['deadLetterRetention', 'retention of dead letters', 'dead-letter-retention'],
    ['producerRetry', 'sending retry', 'producer-retry'],
    ['masking', 'masking', 'masking'],
  ].map(([name, one, path]) => setting(name, one, path)),
];

/** There is one of each; it is changed and never removed. */
function setting(name, one, path) {
  const change = `settings set-${path}`;
  return {
    ...{ name, one, isSingle: true },
    fields: (find) => settingsOf(find(change)),
    list: async (ask, find) => [entry(name, await ask(`settings ${path}`), settingsOf(find(change)))],
    update: (ask, { own, settings }, wanted, reason) =>
      ask(change, { body: { ...settings, ...wanted, version: own.version, reason } }),
  };
}

function entry(id, own, fields) {
  return {
    id,
    own,
    settings: Object.fromEntries(fields.filter((name) => name in own).map((name) => [name, own[name]])),
  };
}

/** The fields that a change of it takes. */
function settingsOf(command) {
  const names = command.fields.flatMap(({ place, path }) => (place === 'body' ? path.slice(0, 1) : []));
  return [...new Set(names)].filter((name) => !NOT_SETTINGS.has(name));
}

async function all(ask, words) {
  const items = [];
  for (let cursor; ;) {
    const page = await ask(words, { query: cursor === undefined ? {} : { cursor } });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
    if (cursor === undefined) return items;
  }
}

/** Read once for all rules. */
const channels = new WeakMap();

function channelsOf(ask) {
  if (!channels.has(ask)) channels.set(ask, all(ask, 'alarm-channels list'));
  return channels.get(ask);
}

async function withChannelIds(ask, { channels, ...rule }) {
  if (channels === null || channels === undefined) return { ...rule, channelIds: null };
  const ids = new Map((await channelsOf(ask)).map(({ id, name }) => [name, Number(id)]));
  const missing = channels.find((name) => !ids.has(name));
  if (missing !== undefined)
    throw new CliError(1, `The alarm channel "${missing}" does not exist: create it in the console, with its secret.`);
  return { ...rule, channelIds: channels.map((name) => ids.get(name)) };
}

function wordsOfEffect({ effect, effectUnknown }) {
  if (effectUnknown !== undefined) return [`What it means for messages is unknown: ${effectUnknown}`];
  if (effect === null || effect === undefined) return [];
  const { noneLeft, lostInHour, sooner, bound } = effect;
  const least = bound === 'atLeast' ? 'at least ' : '';
  const more = ({ before, after }) => (after ?? 0) - (before ?? 0);
  return [
    [more(noneLeft), 'waiting messages have no delivery left and move to the DLQ when their wait ends'],
    [more(lostInHour), 'more messages move to the DLQ within an hour if every attempt fails'],
    [sooner, 'failed messages move to the DLQ sooner than before'],
  ].flatMap(([count, words]) => (count > 0 ? [`${least}${count} ${words}`] : []));
}
