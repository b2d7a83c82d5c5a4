import { expect, test } from 'vitest';
import { CLUSTER_NAME, inWorkspace, linkFrom, withoutWorkspace, workspaceOf } from './workspace';

test.each([
  ['/groups', null, '/groups'],
  ['/', null, '/'],
  ['/c', null, '/c'],
  ['/c/eu-prod', 'eu-prod', '/'],
  ['/c/eu-prod/groups/a%2Fb/config', 'eu-prod', '/groups/a%2Fb/config'],
  ['/c/%E0%A4%A/groups', '%E0%A4%A', '/groups'],
  ['/causes/c/eu-prod', null, '/causes/c/eu-prod'],
])('%s is of the workspace %s', (pathname, workspace, rest) => {
  expect(workspaceOf(pathname)).toBe(workspace);
  expect(withoutWorkspace(pathname)).toBe(rest);
});

test('an address in a workspace leads back to it; this installation keeps its addresses', () => {
  expect(inWorkspace(null, '/groups')).toBe('/groups');
  expect(inWorkspace('eu-prod', '/groups')).toBe('/c/eu-prod/groups');
  expect(workspaceOf(inWorkspace('a/b', '/groups'))).toBe('a/b');
});

test.each(['eu-prod', 'a', '0', 'a'.repeat(40)])('%s can be the name of a cluster', (name) => {
  expect(name).toMatch(CLUSTER_NAME);
});
test.each(['', 'EU', '-a', 'a-', 'a_b', 'a.b', '..', 'a/b', 'a'.repeat(41)])('%j cannot', (name) => {
  expect(name).not.toMatch(CLUSTER_NAME);
});

test.each([
  ['/', '/c/eu'],
  ['/?problem=x', '/c/eu?problem=x'],
  ['/groups/billing?q=1#end', '/c/eu/groups/billing?q=1#end'],
  ['/alarms/7', '/c/eu/alarms/7'],
  ['/alarms/channels', '/alarms/channels'],
  ['/settings/clusters', '/settings/clusters'],
  ['/settings', '/settings'],
  ['/settings-of-mine', '/c/eu/settings-of-mine'],
  ['/audit?action=topic.', '/c/eu/audit?action=topic.'],
  ['/api/console/message-body/download?id=1', '/api/console/message-body/download?id=1'],
  ['/c/us/groups', '/c/us/groups'],
  ['/causes', '/c/eu/causes'],
  ['#main', '#main'],
  ['?q=1', '?q=1'],
  ['https://example.com/groups', 'https://example.com/groups'],
])('on a page of eu, %s leads to %s; on one of this installation it stays', (href, there) => {
  expect(linkFrom('eu', href)).toBe(there);
  expect(linkFrom(null, href)).toBe(href);
});
