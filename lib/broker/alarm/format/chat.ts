import type { AlarmNotice } from '../../../model/alarm/notice';
import type { PostInput } from '../outbound/post';
import { factsOf } from './words';

const SLACK_MARKS = {
  fired: ':rotating_light:',
  repeated: ':rotating_light:',
  acknowledged: ':raised_hand:',
  resolved: ':white_check_mark:',
  test: ':bell:',
};
/** Slack's limit of a section's fields. */
const MAX_FIELDS = 10;

/** Slack incoming webhook. Source: Slack API, "Sending messages using incoming webhooks", "Formatting text". */
export function slackPost(notice: AlarmNotice, link: string, url: string): PostInput {
  const facts = factsOf(notice).slice(0, MAX_FIELDS);
  const title = `${SLACK_MARKS[notice.kind]} *${slackText(notice.title)}*`;
  const why = `<${slackText(link)}|Show why>`;
  const body = {
    text: slackText(notice.title),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `${title}\n${why}` } },
      ...(facts.length === 0
        ? []
        : [
            {
              type: 'section',
              fields: facts.map(([name, value]) => ({
                type: 'mrkdwn',
                text: `*${slackText(name)}*\n${slackText(value)}`,
              })),
            },
          ]),
    ],
  };
  return { url, headers: {}, body: JSON.stringify(body) };
}

/** Names are the application's: they must not become mentions or links. Also for an address inside a link. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const TEAMS_COLORS = {
  fired: 'Attention',
  repeated: 'Attention',
  acknowledged: 'Warning',
  resolved: 'Good',
  test: 'Default',
};

/** Teams workflow "When a Teams webhook request is received". Source: Microsoft Learn, "Create incoming webhooks with Workflows". */
export function teamsPost(notice: AlarmNotice, link: string, url: string): PostInput {
  const facts = factsOf(notice).map(([title, value]) => ({ title, value: teamsText(value) }));
  const color = TEAMS_COLORS[notice.kind];
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: teamsText(notice.title), weight: 'Bolder', size: 'Medium', wrap: true, color },
      ...(facts.length === 0 ? [] : [{ type: 'FactSet', facts }]),
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Show why', url: link }],
  };
  const body = {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  };
  return { url, headers: {}, body: JSON.stringify(body) };
}

/** Cards read Markdown. */
function teamsText(text: string): string {
  return text.replaceAll(/[\\`*_[\]]/g, (char) => `\\${char}`);
}
