import { describe, expect, test } from 'vitest';
import { canEverywhere, permissions, roles } from './permission';
import { leastRole, ROLE_SENTENCES, roleWords } from './role-words';

describe('the role in words', () => {
  test('each permission is in exactly one sentence', () => {
    const placed = ROLE_SENTENCES.flatMap((sentence) => sentence.permissions);
    expect(placed.toSorted()).toEqual(permissions.toSorted());
  });

  test('a role allows a sentence whole or not at all', () => {
    for (const role of roles)
      for (const { title, permissions: needed } of ROLE_SENTENCES) {
        const held = needed.filter((permission) => canEverywhere({ role }, permission)).length;
        expect([0, needed.length], `${title} for ${role}`).toContain(held);
      }
  });

  test('says which role a sentence needs', () => {
    const find = (words: string) => roleWords({ role: 'viewer' }).find(({ title }) => title.includes(words));
    expect(find('See groups')).toMatchObject({ allows: 'all' });
    expect(find('act on messages')).toMatchObject({ title: 'Not allowed: act on messages', allows: 'nothing' });
    expect(find('act on messages')?.detail).toContain('Needs the role operator.');
    expect(find('manage users')?.detail).toContain('Needs the role admin.');
    expect(find('read message bodies')?.detail).toBe(
      'Masked fields need a reason, and a masking rule that lets your role see them. Needs the role operator.',
    );
    expect(leastRole(['account:use'])).toBe('member');
    expect(roleWords({ role: 'admin' }).every(({ allows }) => allows === 'all')).toBe(true);
  });

  test('a team gives for its prefixes, some of it or all of it', () => {
    const words = roleWords({ role: 'member', grants: [{ teamId: 1, prefix: 'pay-', role: 'operator' }] });
    const find = (title: string) => words.find((line) => line.title.includes(title));
    expect(find('See groups')).toEqual({
      title: 'See groups, topics and messages',
      detail: 'For names that begin with pay-. Other names need the role viewer.',
      allows: 'all',
    });
    expect(find('Partly: change groups')?.detail).toBe(
      'For names that begin with pay-. Allowed: group:write. The rest needs the role operator.',
    );
    expect(find('change settings')).toMatchObject({ allows: 'nothing' });
  });
});
