import {
  LIMITS,
  NAME_PATTERN,
  SYSTEM_GROUP_PREFIXES,
  SYSTEM_GROUPS,
  SYSTEM_TOPIC_PREFIXES,
  SYSTEM_TOPICS,
} from './limits';

const SYSTEM = {
  topic: { names: SYSTEM_TOPICS, prefixes: SYSTEM_TOPIC_PREFIXES },
  group: { names: SYSTEM_GROUPS, prefixes: SYSTEM_GROUP_PREFIXES },
} as const;

/**
 * What is wrong with a name while it is typed, so that it is never sent; null: nothing, or nothing is typed. The server
 * checks it again (names.ts).
 */
export function newNameProblem(kind: 'topic' | 'group', name: string): string | null {
  if (name === '') return null;
  const wrong = [...name].find((char) => !NAME_PATTERN.test(char));
  if (wrong !== undefined)
    return `${/\s/.test(wrong) ? 'A space' : `“${wrong}”`} is not possible: letters, digits, % | - and _ are.`;
  const most = LIMITS.consoleNameChars;
  if (name.length > most) return `At most ${most} characters; these are ${name.length}.`;
  const { names, prefixes } = SYSTEM[kind];
  return names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
    ? `${name} is a name of RocketMQ's own. Choose another one.`
    : null;
}
