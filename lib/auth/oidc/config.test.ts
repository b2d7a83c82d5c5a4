import { expect, it } from 'vitest';
import { groupsIn, parseRoleRules, roleOfGroups } from './config';

it('reads rules, and refuses what is none', () => {
  expect(parseRoleRules('admin:platform, operator:team:sre,viewer:*')).toEqual([
    { role: 'admin', group: 'platform' },
    { role: 'operator', group: 'team:sre' },
    { role: 'viewer', group: '*' },
  ]);
  const bad = ['', 'admin', 'admin:', 'owner:platform', 'admin:a,,viewer:b', 'Admin:a'];
  expect(bad.filter((text) => parseRoleRules(text) !== null)).toEqual([]);
});

it('gives the highest role of all groups, and none without a rule that fits', () => {
  const rules = parseRoleRules('operator:sre,admin:platform') ?? [];
  expect(roleOfGroups(rules, ['sre', 'platform'])).toBe('admin');
  expect(roleOfGroups(rules, ['sre'])).toBe('operator');
  expect(roleOfGroups(rules, ['SRE', 'sre2'])).toBeNull();
  expect(roleOfGroups([...rules, { role: 'viewer', group: '*' }], [])).toBe('viewer');
});

it('finds groups by name and by path, and nothing where there are none', () => {
  expect(groupsIn({ groups: ['a', 1, 'b'] }, 'groups')).toEqual(['a', 'b']);
  expect(groupsIn({ groups: 'a' }, 'groups')).toEqual(['a']);
  expect(groupsIn({ realm_access: { roles: ['a'] } }, 'realm_access.roles')).toEqual(['a']);
  expect(groupsIn({ 'https://x.example/groups': ['a'] }, 'https://x.example/groups')).toEqual(['a']);
  expect(groupsIn({ groups: { a: true } }, 'groups')).toEqual([]);
  expect(groupsIn({}, 'constructor.name')).toEqual([]);
});
