// What of a server a file of its configuration holds: each kind with the commands that read and change it.
import { msg, t } from '../speech.mjs';
import { CliError } from '../failure.mjs';
import { alarmChannels, channelsOf, withChannelIds } from './channels.mjs';
import { all, entry, settingsOf } from './kind-parts.mjs';
import { teams } from './teams.mjs';

const idOfLimit = ({ kind, scope, subject = '' }) => `${kind} ${scope} ${subject}`.trim();
const idOfRule = ({ watch, subject }) => `${watch} ${subject ?? 'each'}`;

/**
 * An entry is what the server has of a kind: its id in the file, its settings, and its own answer. In each kind: `list`
 * reads all entries; `create`, `update` and `remove` change one; `effect` says what a change means for messages;
 * `fields` names the settings; `check` refuses what a person wrote, `refuse` a change, `normal` orders it as `list`
 * does; `inClusters`: a cluster has it too; `managed`: how the server calls the kind (GET /managed), and `managedName`
 * its one entry; `ofSubject`: it is about a topic or group, and is skipped where that does not exist.
 */
export const KINDS = [
  {
    name: 'topics',
    one: msg('topic'),
    many: msg('{count, plural, one {# topic} other {# topics}}'),
    managed: 'topic',
    inClusters: true,
    // In a cluster a change names type and queues.
    fields: () => ['type', 'queues', 'liteExpirationMinutes'],
    list: async (ask) =>
      (await all(ask, 'topics list')).map((topic) => {
        const expires = typeof topic.liteExpirationMinutes === 'number';
        return entry(topic.name, topic, ['type', 'queues', ...(expires ? ['liteExpirationMinutes'] : [])]);
      }),
    create: (ask, id, wanted, reason) => ask('topics create', { body: { name: id, ...wanted, reason } }),
    refuse: (topic, wanted) => {
      const { id, own, settings } = topic ?? {};
      if (own?.version === null && wanted.type !== undefined && wanted.type !== settings.type)
        throw new CliError(
          1,
          t('The type of the topic {id} cannot be changed ({from} to {to}).', {
            id,
            from: settings.type,
            to: wanted.type,
          }),
        );
      if (topic !== undefined && wanted.liteExpirationMinutes !== undefined)
        throw new CliError(
          1,
          t('liteExpirationMinutes of the topic {id} cannot be changed: it is set when the topic is created.', { id }),
        );
    },
    update: (ask, { id, own, settings }, wanted, reason) => {
      const { type, queues } = { ...settings, ...wanted };
      const body = own.version === null ? { queues, reason } : { type, queues, version: own.version, reason };
      return ask('topics grow', { params: { topic: id }, body });
    },
    remove: (ask, { id }, reason) => ask('topics delete', { params: { topic: id }, query: { reason } }),
  },
  {
    name: 'groups',
    one: msg('group'),
    many: msg('{count, plural, one {# group} other {# groups}}'),
    managed: 'group',
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
    one: msg('limit'),
    many: msg('{count, plural, one {# limit} other {# limits}}'),
    managed: 'limit',
    ofSubject: true,
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
  alarmChannels,
  {
    name: 'alarmRules',
    one: msg('alarm rule'),
    many: msg('{count, plural, one {# alarm rule} other {# alarm rules}}'),
    managed: 'alarm-rule',
    inClusters: true,
    ofSubject: true,
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
  teams,
  ...[
    ['deadLetterRetention', msg('retention of dead letters'), 'dead-letter-retention'],
    ['producerRetry', msg('sending retry'), 'producer-retry'],
    ['masking', msg('masking'), 'masking'],
  ].map(([name, one, path]) => setting(name, one, path)),
];

/** There is one of each; it is changed and never removed. */
function setting(name, one, path) {
  const change = `settings set-${path}`;
  return {
    ...{ name, one, isSingle: true, managed: 'setting', managedName: path },
    fields: (find) => settingsOf(find(change)),
    list: async (ask, find) => [entry(name, await ask(`settings ${path}`), settingsOf(find(change)))],
    update: (ask, { own, settings }, wanted, reason) =>
      ask(change, { body: { ...settings, ...wanted, version: own.version, reason } }),
  };
}

const NONE_LEFT = msg('{count} waiting messages have no delivery left and move to the DLQ when their wait ends');
const LOST_IN_HOUR = msg('{count} more messages move to the DLQ within an hour if every attempt fails');
const SOONER = msg('{count} failed messages move to the DLQ sooner than before');

function wordsOfEffect({ effect, effectUnknown }) {
  if (effectUnknown !== undefined) return [t('The effect on messages is unknown: {reason}', { reason: effectUnknown })];
  if (effect === null || effect === undefined) return [];
  const { noneLeft, lostInHour, sooner, bound } = effect;
  const isLeast = bound === 'atLeast';
  const more = ({ before, after }) => (after ?? 0) - (before ?? 0);
  return [
    [more(noneLeft), NONE_LEFT],
    [more(lostInHour), LOST_IN_HOUR],
    [sooner, SOONER],
  ].flatMap(([count, words]) =>
    count > 0 ? [t(words, { count: isLeast ? t('at least {count}', { count }) : count })] : [],
  );
}
