import { expect, test } from 'vitest';
import { CLUSTER_NAME, inWorkspace, withoutWorkspace, workspaceOf } from './workspace';

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
