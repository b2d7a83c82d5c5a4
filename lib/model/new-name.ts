import {
  LIMITS,
  NAME_PATTERN,
  SYSTEM_GROUP_PREFIXES,
  SYSTEM_GROUPS,
  SYSTEM_TOPIC_PREFIXES,
  SYSTEM_TOPICS,
} from './limits';
import { t } from './language/t';

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
    return /\s/.test(wrong)
      ? t('A space is not allowed. Use letters, digits and % | - _.')
      : t('“{wrong}” is not allowed. Use letters, digits and % | - _.', { wrong });
  const most = LIMITS.consoleNameChars;
  if (name.length > most)
    return t('At most {most, number} characters ({got, number} entered).', { most, got: name.length });
  const { names, prefixes } = SYSTEM[kind];
  return names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
    ? t('{name} is reserved by RocketMQ. Choose another name.', { name })
    : null;
}
