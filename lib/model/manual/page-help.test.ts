import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { pagesOf } from '../../../e2e/fixtures/every-page';
import { withoutWorkspace } from '../workspace';
import { anchorOf } from './contents';
import { helpFor, helpHref, PAGE_HELP } from './page-help';

const ids = { messageId: 'm', waitingId: 'w', fingerprint: 'f', stoppedId: '1', alarmId: '2' };
const pages = pagesOf(ids as unknown as Parameters<typeof pagesOf>[0]).map((path) => path.split('?')[0] ?? '');

test('each page of the console leads to a page of the manual that exists, with its anchor', () => {
  expect(pages.length).toBeGreaterThan(60);
  const broken = pages.filter((path) => {
    const [file = '', anchor] = (helpFor(path) ?? '').split('#');
    if (file === '') return true;
    const headings = [...readFileSync(`docs/${file}`, 'utf8').matchAll(/^#+ (.+)$/gm)];
    return anchor !== undefined && !headings.some(([, heading = '']) => anchorOf(heading) === anchor);
  });
  expect(broken).toEqual([]);
});

test('each row of the map is of a page, and none stands behind one that takes its pages', () => {
  const used = new Set(pages.map((path) => helpFor(path)));
  expect(PAGE_HELP.filter(([, page]) => !used.has(page))).toEqual([]);
  // A page of the settings must not lead to the page about one's own account.
  const settings = pages.filter((path) => /^\/settings\/./.test(withoutWorkspace(path)));
  expect(settings.filter((path) => helpFor(path) === helpFor('/settings') && !path.endsWith('/sign-in'))).toEqual([]);
});

test('the page of a cluster leads to what the manual says of clusters', () => {
  expect(helpFor('/c/eu/groups/billing/config')).toBe('cluster/operate.md#settings');
  expect(helpFor('/c/eu')).toBe('cluster/operate.md');
  expect(helpFor('/groups/config')).toBe('operate/groups.md#overview');
  expect(helpHref('operate/groups.md#clients')).toBe('/help/operate/groups#clients');
  expect(helpHref('README.md')).toBe('/help');
});
