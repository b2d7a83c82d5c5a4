/** "Chrome on Linux" from a user agent; the full text stays in the title. */
export function describeAgent(agent: string): string {
  const browser = [
    ['Edg/', 'Edge'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([mark]) => agent.includes(mark ?? ''))?.[1];
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'].find((name) => agent.includes(name));
  if (browser === undefined) return agent === '' ? 'unknown client' : (agent.split(' ')[0] ?? 'unknown client');
  return system === undefined ? browser : `${browser} on ${system === 'Mac OS X' ? 'macOS' : system}`;
}
