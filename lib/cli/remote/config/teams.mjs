// Teams of a configuration file: their prefixes and their members.
import { msg, t } from '../speech.mjs';
import { CliError, nearest } from '../failure.mjs';
import { all } from './kind-parts.mjs';

const keyOf = ({ kind, name }) => `${kind} ${name}`;
const inOrder = (members) => members.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const PARTS = ['kind', 'name', 'role'];

export const teams = {
  name: 'teams',
  one: msg('team'),
  many: msg('{count, plural, one {# team} other {# teams}}'),
  managed: 'team',
  fields: () => ['prefixes', 'members'],
  check: ({ members = [] }, place) => {
    if (!Array.isArray(members)) throw new CliError(2, t('{place} must be a list.', { place: `${place}.members` }));
    for (const [at, member] of members.entries()) {
      const missing = PARTS.find((part) => typeof member?.[part] !== 'string');
      if (missing !== undefined)
        throw new CliError(2, t('{place} is missing.', { place: `${place}.members[${at}].${missing}` }));
      const unknown = Object.keys(member).find((part) => !PARTS.includes(part));
      if (unknown === undefined) continue;
      const near = nearest(unknown, PARTS);
      const hint = near === null ? t('It takes: {names}.', { names: PARTS }) : t('Did you mean "{near}"?', { near });
      throw new CliError(
        2,
        t('{place} is not known here. {hint}', { place: `${place}.members[${at}].${unknown}`, hint }),
      );
    }
  },
  normal: ({ members, ...settings }) => (members === undefined ? settings : { ...settings, members: inOrder(members) }),
  list: async (ask) =>
    (await all(ask, 'teams list')).map((team) => {
      const members = team.members?.map(({ kind, name, role }) => ({ kind, name, role }));
      // Without the right to see them they are neither exported nor compared.
      const shown = members === undefined ? {} : { members: inOrder(members) };
      return { id: team.name, own: team, settings: { prefixes: team.prefixes, ...shown } };
    }),
  create: async (ask, name, { prefixes = [], members = [] }) => {
    const { id } = await ask('teams create', { body: { name, prefixes } });
    for (const member of members) await ask('teams add-member', { params: { id }, body: member });
  },
  update: async (ask, { id: name, own: { id, version, members: before } }, { prefixes, members }) => {
    if (prefixes !== undefined) await ask('teams put', { params: { id }, body: { name, prefixes, version } });
    if (members === undefined) return;
    const known = new Map((before ?? []).map((member) => [keyOf(member), member]));
    for (const member of members) {
      const is = known.get(keyOf(member));
      known.delete(keyOf(member));
      if (is === undefined) await ask('teams add-member', { params: { id }, body: member });
      else if (is.role !== member.role)
        await ask('teams put-member', { params: { id, memberId: is.id }, body: { role: member.role } });
    }
    for (const { id: memberId } of known.values()) await ask('teams delete-member', { params: { id, memberId } });
  },
  remove: (ask, { own: { id } }) => ask('teams delete', { params: { id } }),
};
