import { describe, expect, it } from 'vitest';
import { crumbsOf, initialsOf, isCurrent, isOfBroker, navEntries, navEntriesOf } from './nav.model';

describe('navigation', () => {
  it('gives every page its own key', () => {
    expect(new Set(navEntries.map((entry) => entry.key)).size).toBe(navEntries.length);
  });
  it('marks a page and its children, not its neighbours', () => {
    expect(isCurrent('/groups', '/groups/a%2Fb')).toBe(true);
    expect(isCurrent('/groups', '/groups-x')).toBe(false);
  });
  it('shows a name as it is, whatever an object would make of it', () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(crumbsOf(`/groups/${name}`).at(-1)?.label).toBe(name);
  });
  it('has in a workspace what a cluster offers, at its own addresses', () => {
    expect(navEntriesOf('eu').map(({ label, href }) => `${label} ${href}`)).toEqual([
      ...['Now /c/eu', 'Groups /c/eu/groups', 'Topics /c/eu/topics', 'Messages /c/eu/messages'],
      ...[
        'Dead letters /c/eu/dead-letters',
        'Re-drives /c/eu/redrives',
        'Brokers /c/eu/brokers',
        'Access /c/eu/access',
        'Throttling /c/eu/throttling',
      ],
      ...['Alarms /c/eu/alarms', 'Audit /c/eu/audit'],
    ]);
    expect(navEntriesOf(null).map(({ label }) => label)).not.toContain('Brokers');
  });
  it('has without a broker of its own what the console has itself', () => {
    expect(navEntriesOf(null, false).map(({ href }) => href)).toEqual(['/', '/alarms', '/approvals', '/audit']);
    expect(navEntriesOf('eu', false)).toEqual(navEntriesOf('eu'));
    for (const href of ['/groups', '/topics/orders?tab=1', '/redirects', '/settings/access-keys'])
      expect(isOfBroker(href)).toBe(true);
    for (const href of ['/', '/c/eu/groups', '/settings/clusters', '/alarms/channels', '/groupsx', '/audit?x=/groups'])
      expect(isOfBroker(href)).toBe(false);
  });
  it('names the first page', () => {
    expect(crumbsOf('/')).toEqual([{ href: '/', label: 'Now' }]);
    expect([isCurrent('/', '/'), isCurrent('/', '/groups')]).toEqual([true, false]);
  });
  it('decodes names in crumbs and keeps the address encoded', () => {
    expect(crumbsOf('/groups/foo%2Fbar/config')).toEqual([
      { href: '/groups', label: 'Groups' },
      { href: '/groups/foo%2Fbar', label: 'foo/bar' },
      { href: '/groups/foo%2Fbar/config', label: 'Configuration' },
    ]);
    expect(crumbsOf('/topics/a%25b/transactions')).toEqual([
      { href: '/topics', label: 'Topics' },
      { href: '/topics/a%25b', label: 'a%b' },
      { href: '/topics/a%25b/transactions', label: 'Transactions' },
    ]);
    expect(crumbsOf('/messages/%E0%A4%A')[1]?.label).toBe('%E0%A4%A');
  });
  it('makes initials', () => {
    expect([initialsOf('ana.lindqvist@example.com'), initialsOf('root'), initialsOf('')]).toEqual(['AL', 'RO', '?']);
  });
});
