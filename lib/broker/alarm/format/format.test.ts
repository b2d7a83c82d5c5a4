import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import type { AlarmNotice } from '../../../model/alarm/notice';
import { digestOf } from '../../../model/alarm/digest';
import { slackDigest, slackPost, teamsDigest, teamsPost } from './chat';
import { opsgeniePost, pagerdutyPost } from './paging';
import { webhookPost } from './webhook';

const NASTY = '<!channel> & <https://evil.example|x> [y](https://evil.example) `*_~`';
const NOTICE: AlarmNotice = {
  kind: 'fired',
  incidentId: 7,
  key: 'redrive-alarm-7',
  title: `New dead letters, group ${NASTY}`,
  watch: 'deaths',
  subject: NASTY,
  severity: 'warning',
  value: 4,
  peak: 5,
  threshold: 1,
  unit: 'messages',
  firedAt: '2026-01-01T00:00:00.000Z',
  acknowledgedBy: null,
  resolvedAt: null,
  resolvedBy: null,
  evidence: '/dead-letters?group=x&from=2026',
};
const LINK = `https://redrive.example.com${NOTICE.evidence}`;
const bodyOf = ({ body }: { readonly body: string }): Record<string, unknown> =>
  JSON.parse(body) as Record<string, unknown>;

test('Slack: names become neither mentions nor links; only ours is a link, with its ampersand escaped', () => {
  const { body } = slackPost(NOTICE, LINK, 'https://hooks.slack.com/x');
  expect(body.match(/<[^>]*>/g)).toEqual([
    '<https://redrive.example.com/dead-letters?group=x&amp;from=2026|Open the alarm>',
  ]);
  expect(body).toContain('&lt;!channel&gt; &amp; &lt;https://evil.example|x&gt;');
});

test('Slack: no section is longer than it takes', () => {
  const long = { ...NOTICE, subject: 'g'.repeat(255), title: `New dead letters, group ${'g'.repeat(255)}` };
  const { blocks } = bodyOf(slackPost(long, LINK, 'https://hooks.slack.com/x')) as {
    blocks: { text?: { text: string }; fields?: { text: string }[] }[];
  };
  expect(blocks.every(({ text, fields = [] }) => (text?.text.length ?? 0) <= 3000 && fields.length <= 10)).toBe(true);
  expect(blocks.flatMap(({ fields = [] }) => fields).every(({ text }) => text.length <= 2000)).toBe(true);
});

test('Teams: a card that a workflow posts; names become no links; a test has no empty list of facts', () => {
  const card = (notice: AlarmNotice) => {
    const body = bodyOf(teamsPost(notice, LINK, 'https://x.logic.azure.com/y')) as {
      type: string;
      attachments: { contentType: string; content: { body: { type: string; text?: string }[] } }[];
    };
    expect(body.type).toBe('message');
    expect(body.attachments[0]?.contentType).toBe('application/vnd.microsoft.card.adaptive');
    return body.attachments[0]?.content.body ?? [];
  };
  expect(card(NOTICE).map(({ type }) => type)).toEqual(['TextBlock', 'FactSet']);
  expect(card(NOTICE)[0]?.text).toContain('\\[y\\](https://evil.example) \\`\\*\\_~\\`');
  expect(card({ ...NOTICE, kind: 'test' }).map(({ type }) => type)).toEqual(['TextBlock']);
});

test('PagerDuty: its severities, one key from trigger to resolve, within its limits', () => {
  const url = 'https://events.pagerduty.com/v2/enqueue';
  const fired = bodyOf(pagerdutyPost({ ...NOTICE, title: 'x'.repeat(2000) }, LINK, url, 'key'));
  expect(fired).toMatchObject({ event_action: 'trigger', dedup_key: NOTICE.key, client_url: LINK });
  const { summary, severity } = fired['payload'] as { summary: string; severity: string };
  expect(summary).toHaveLength(1024);
  expect(['critical', 'error', 'warning', 'info']).toContain(severity);
  expect(NOTICE.key.length).toBeLessThanOrEqual(255);
  const taken = bodyOf(pagerdutyPost({ ...NOTICE, kind: 'acknowledged' }, LINK, url, 'key'));
  expect(taken).toEqual({ routing_key: 'key', event_action: 'acknowledge', dedup_key: NOTICE.key });
  const over = bodyOf(pagerdutyPost({ ...NOTICE, kind: 'resolved' }, LINK, url, 'key'));
  expect(over).toEqual({ routing_key: 'key', event_action: 'resolve', dedup_key: NOTICE.key });
});

test.each([
  'https://api.opsgenie.com/v2/alerts',
  'https://api.eu.opsgenie.com/v2/alerts/',
  'https://api.atlassian.com/jsm/ops/integration/v2/alerts',
])('Opsgenie and Jira Service Management: opened and closed by alias at %s', (url) => {
  const fired = opsgeniePost({ ...NOTICE, title: 'x'.repeat(300) }, LINK, url, 'key');
  expect(fired.headers).toEqual({ authorization: 'GenieKey key' });
  const { message, details } = bodyOf(fired) as { message: string; details: Record<string, unknown> };
  expect(message).toHaveLength(130);
  expect(Object.values(details).every((value) => typeof value === 'string')).toBe(true);
  const taken = opsgeniePost({ ...NOTICE, kind: 'acknowledged' }, LINK, url, 'key');
  expect(taken.url).toBe(`${url.replace(/\/$/, '')}/redrive-alarm-7/acknowledge?identifierType=alias`);
  const over = opsgeniePost({ ...NOTICE, kind: 'resolved' }, LINK, url, 'key');
  expect(over.url).toBe(`${url.replace(/\/$/, '')}/redrive-alarm-7/close?identifierType=alias`);
});

test('every channel names the cluster that an alarm is about, and none where it is about this installation', () => {
  const url = 'https://events.pagerduty.com/v2/enqueue';
  const hook = { url, now: new Date(), deliveryId: 7, secret: null };
  const of = (notice: AlarmNotice) => [
    slackPost(notice, LINK, url),
    teamsPost(notice, LINK, url),
    pagerdutyPost(notice, LINK, url, 'key'),
    opsgeniePost(notice, LINK, url, 'key'),
    webhookPost(notice, LINK, hook),
  ];
  const named = of({ ...NOTICE, workspace: 'eu-prod', title: 'x'.repeat(3000) });
  expect(named.filter(({ body }) => !body.includes('eu-prod'))).toEqual([]);
  expect(bodyOf(named[2] ?? { body: '{}' })['payload']).toMatchObject({ group: 'eu-prod' });
  expect(bodyOf(named[3] ?? { body: '{}' })).toMatchObject({ tags: ['eu-prod'] });
  expect(of(NOTICE).filter(({ body }) => /Cluster|"tags"|eu-prod/.test(body))).toEqual([]);
});

test('many at once: within the limits of Slack and Teams, names become neither mentions nor links, the rest is counted', () => {
  const name = `${NASTY}${'g'.repeat(190)}`;
  const many = Array.from({ length: 500 }, () => ({
    ...NOTICE,
    title: `New dead letters, group ${name}`,
    subject: name,
  }));
  const console = 'https://redrive.example.com';
  const slack = slackDigest(digestOf(many), console, 'https://hooks.slack.com/x');
  const { text, blocks } = bodyOf(slack) as { text: string; blocks: { text: { text: string } }[] };
  expect(text).toBe('500 alarms: 500 fired');
  expect(blocks).toHaveLength(22);
  expect(blocks.every((block) => block.text.text.length <= 3000)).toBe(true);
  expect(blocks[0]?.text.text).toContain('<https://redrive.example.com/alarms|Show all>');
  expect(blocks.at(-1)?.text.text).toBe('and 480 more');
  expect(slack.body).not.toContain('<!channel>');
  const teams = teamsDigest(digestOf(many), console, 'https://x.logic.azure.com/y');
  expect(Buffer.byteLength(teams.body)).toBeLessThan(28_000);
  expect(teams.body).toContain('and 480 more');
  expect(teams.body).not.toContain('[y](');
});

test('Webhook: the signature is of the time and the body; without a secret there is none', () => {
  const target = { url: 'https://example.com/hook', now: new Date('2026-01-01T00:00:59.900Z'), deliveryId: 7 };
  const { headers, body } = webhookPost(NOTICE, LINK, { ...target, secret: 'k' });
  const sign = (text: string): string => `v1=${createHmac('sha256', 'k').update(text).digest('hex')}`;
  expect(headers).toEqual({
    'x-redrive-delivery': '7',
    'x-redrive-timestamp': '1767225659',
    'x-redrive-signature': sign(`1767225659.${body}`),
  });
  expect(webhookPost(NOTICE, LINK, { ...target, secret: null }).headers).not.toHaveProperty('x-redrive-signature');
});
