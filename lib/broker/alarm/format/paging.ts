import type { AlarmNotice } from '../../../model/alarm/notice';
import type { PostInput } from '../outbound/post';
import { factsOf, linkWords } from './words';

const MAX_SUMMARY = 1024;
const MAX_OPSGENIE_MESSAGE = 130;

const PAGERDUTY_ACTIONS = {
  fired: 'trigger',
  repeated: 'trigger',
  test: 'trigger',
  acknowledged: 'acknowledge',
  resolved: 'resolve',
};

/** PagerDuty Events API v2. Source: developer.pagerduty.com, "Send an alert event". */
export function pagerdutyPost(notice: AlarmNotice, link: string, url: string, routingKey: string): PostInput {
  const action = PAGERDUTY_ACTIONS[notice.kind];
  const body = {
    routing_key: routingKey,
    event_action: action,
    dedup_key: notice.key,
    ...(action !== 'trigger'
      ? {}
      : {
          payload: {
            summary: notice.title.slice(0, MAX_SUMMARY),
            source: notice.subject,
            severity: notice.severity,
            timestamp: notice.firedAt,
            component: 'redrive',
            ...(notice.workspace == null ? {} : { group: notice.workspace }),
            class: notice.watch,
            custom_details: Object.fromEntries(factsOf(notice)),
          },
          client: 'Redrive',
          client_url: link,
          links: [{ href: link, text: linkWords(notice) }],
        }),
  };
  return { url, headers: {}, body: JSON.stringify(body) };
}

const OPSGENIE_PRIORITY = { critical: 'P1', warning: 'P3', info: 'P5' } as const;

/**
 * Opsgenie Alert API, and the integration events of Jira Service Management, which take the same: an alert is
 * acknowledged and closed by its alias. Sources: docs.opsgenie.com, "Alert API"; developer.atlassian.com, "Integration
 * Events API".
 */
export function opsgeniePost(notice: AlarmNotice, link: string, url: string, apiKey: string): PostInput {
  const headers = { authorization: `GenieKey ${apiKey}` };
  if (notice.kind === 'resolved' || notice.kind === 'acknowledged') {
    const action = new URL(url);
    const verb = notice.kind === 'resolved' ? 'close' : 'acknowledge';
    action.pathname = `${action.pathname.replace(/\/$/, '')}/${encodeURIComponent(notice.key)}/${verb}`;
    action.searchParams.set('identifierType', 'alias');
    return { url: action.href, headers, body: JSON.stringify({ source: 'redrive', note: notice.title }) };
  }
  const body = {
    message: notice.title.slice(0, MAX_OPSGENIE_MESSAGE),
    alias: notice.key,
    description: `${notice.title}\n${link}`,
    details: { ...Object.fromEntries(factsOf(notice)), link },
    entity: notice.subject,
    ...(notice.workspace == null ? {} : { tags: [notice.workspace] }),
    source: 'redrive',
    priority: OPSGENIE_PRIORITY[notice.severity],
  };
  return { url, headers, body: JSON.stringify(body) };
}
