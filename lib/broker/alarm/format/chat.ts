import { t } from '../../../model/language/t';
import type { AlarmDigest } from '../../../model/alarm/digest';
import { type AlarmNotice, pagePathOf, toneOf } from '../../../model/alarm/notice';
import type { PostInput } from '../outbound/post';
import { factsOf, leftOf, lineOf, linkWords } from './words';

const SLACK_MARKS = {
  fired: ':rotating_light:',
  repeated: ':rotating_light:',
  acknowledged: ':raised_hand:',
  resolved: ':white_check_mark:',
  lost: ':warning:',
  test: ':bell:',
};
/** Slack's limit of a section's fields. */
const MAX_FIELDS = 10;

/** Slack incoming webhook. Source: Slack API, "Sending messages using incoming webhooks", "Formatting text". */
export function slackPost(notice: AlarmNotice, link: string, url: string): PostInput {
  const facts = factsOf(notice).slice(0, MAX_FIELDS);
  const title = `${SLACK_MARKS[toneOf(notice)]} *${slackText(notice.title)}*`;
  const why = `<${slackText(link)}|${linkWords(notice)}>`;
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

/**
 * Many at once. A section each: one of them holds 3,000 characters, a message 50 sections.
 * @param consoleUrl no slash at its end
 */
export function slackDigest(
  { tone, title, shown, left, evidence }: AlarmDigest,
  consoleUrl: string,
  url: string,
): PostInput {
  const lines = [
    `${SLACK_MARKS[tone]} *${slackText(title)}*\n<${slackText(consoleUrl + evidence)}|${t('Show all')}>`,
    ...shown.map(
      (notice) =>
        `${SLACK_MARKS[toneOf(notice)]} ${slackText(lineOf(notice))} ` +
        `<${slackText(consoleUrl + pagePathOf(notice))}|${linkWords(notice)}>`,
    ),
    ...(left === 0 ? [] : [leftOf(left)]),
  ];
  const blocks = lines.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text } }));
  return { url, headers: {}, body: JSON.stringify({ text: slackText(title), blocks }) };
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
  lost: 'Warning',
  test: 'Default',
};

/**
 * Teams workflow "When a Teams webhook request is received". Source: Microsoft Learn, "Create incoming webhooks with
 * Workflows".
 */
export function teamsPost(notice: AlarmNotice, link: string, url: string): PostInput {
  const facts = factsOf(notice).map(([title, value]) => ({ title, value: teamsText(value) }));
  return teamsCard(
    { title: notice.title, tone: toneOf(notice) },
    facts.length === 0 ? [] : [{ type: 'FactSet', facts }],
    { title: linkWords(notice), url: link },
    url,
  );
}

/** Many at once. Without a link each: a message holds 28 kB. @param consoleUrl no slash at its end */
export function teamsDigest(digest: AlarmDigest, consoleUrl: string, url: string): PostInput {
  const lines = [
    ...digest.shown.map((notice) => teamsText(lineOf(notice))),
    ...(digest.left === 0 ? [] : [leftOf(digest.left)]),
  ];
  const rest = lines.map((text) => ({ type: 'TextBlock', text, wrap: true, spacing: 'Small' }));
  return teamsCard(digest, rest, { title: t('Show all'), url: `${consoleUrl}${digest.evidence}` }, url);
}

function teamsCard(
  { title, tone }: Pick<AlarmDigest, 'title' | 'tone'>,
  rest: readonly object[],
  link: { readonly title: string; readonly url: string },
  url: string,
): PostInput {
  const head = { type: 'TextBlock', text: teamsText(title), weight: 'Bolder', size: 'Medium', wrap: true };
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ ...head, color: TEAMS_COLORS[tone] }, ...rest],
    actions: [{ type: 'Action.OpenUrl', ...link }],
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
