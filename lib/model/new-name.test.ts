import { describe, expect, test } from 'vitest';
import { LIMITS, SYSTEM_GROUP_PREFIXES, SYSTEM_GROUPS, SYSTEM_TOPIC_PREFIXES, SYSTEM_TOPICS } from './limits';
import { checkNewGroupName, checkNewTopicName } from './names';
import { newNameProblem } from './new-name';

const NAMES = [
  ...['a', 'orders-billing', 'a|b', '%x', 'a b', 'a.b', 'ä', 'a/b', '‮', '😀', '-', '_'],
  ...[LIMITS.consoleNameChars, LIMITS.consoleNameChars + 1, 300].map((count) => 'a'.repeat(count)),
  ...[...SYSTEM_TOPICS, ...SYSTEM_GROUPS],
  ...[...SYSTEM_TOPIC_PREFIXES, ...SYSTEM_GROUP_PREFIXES].map((prefix) => `${prefix}x`),
];

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

describe('a name while it is typed', () => {
  test.each(NAMES)('%s: the form says what the server would', (name) => {
    const server = {
      topic: passes(() => checkNewTopicName(name)),
      group: passes(() => checkNewGroupName(name)),
    };
    expect({
      topic: newNameProblem('topic', name) === null,
      group: newNameProblem('group', name) === null,
    }).toEqual(server);
  });

  test('says which character, or how many', () => {
    expect(newNameProblem('group', '')).toBeNull();
    expect(newNameProblem('group', 'a b')).toBe('A space is not allowed. Use letters, digits and % | - _.');
    expect(newNameProblem('topic', 'a.b')).toMatch(/^“\.” is not allowed/);
    expect(newNameProblem('topic', 'a'.repeat(65))).toBe('At most 64 characters (65 entered).');
  });
});
