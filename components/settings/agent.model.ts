import { t } from '@/lib/model/language/t';

/** "Chrome on Linux" from a user agent; the full text stays in the title. */
export function describeAgent(agent: string): string {
  const browser = [
    ['Edg/', 'Edge'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([mark]) => agent.includes(mark ?? ''))?.[1];
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'].find((name) => agent.includes(name));
  if (browser === undefined) return agent.split(' ')[0] || t('unknown client');
  return system === undefined
    ? browser
    : t('{browser} on {system}', { browser, system: system === 'Mac OS X' ? 'macOS' : system });
}
