import { type AlarmNotice } from '../../model/alarm/notice';
import { type ChannelKind, SERVICE_URLS } from '../../model/alarm/channel';
import type { ChannelRow } from '../../store/queries/alarm/alarm-channel';
import { isBrokerError } from '../../model/errors';
import { slackPost, teamsPost } from './format/chat';
import { opsgeniePost, pagerdutyPost } from './format/paging';
import { webhookPost } from './format/webhook';
import { factsOf } from './format/words';
import { sendMail } from './outbound/mail';
import { post, type PostInput, type SendGuard } from './outbound/post';
import { SendProblem } from './outbound/problem';

export interface SendOptions extends SendGuard {
  /** Where people open this console: links lead there. No slash at its end. */
  readonly consoleUrl: string;
}

/** Services that keep an alert open until they are told that it is over. */
const PAGING: ReadonlySet<ChannelKind> = new Set(['pagerduty', 'opsgenie']);

export interface Sending {
  readonly deliveryId: number;
  readonly channel: Omit<ChannelRow, 'secret'>;
  /** Opened. */
  readonly secret: string | null;
  readonly notice: AlarmNotice;
  readonly now: Date;
}

/** Tells one channel once. @returns the HTTP or SMTP status @throws SendProblem */
export async function sendNotice(sending: Sending, options: SendOptions): Promise<number> {
  try {
    return sending.channel.kind === 'email' ? await mail(sending, options) : await tell(sending, options);
  } catch (error) {
    if (error instanceof SendProblem) throw error;
    // The setting that allowed this address is gone, or the address never was one.
    if (isBrokerError(error)) throw new SendProblem(`refused: ${error.message}`, null, error);
    throw error;
  }
}

/** A test opens an alert where people are paged: it is closed at once. */
async function tell(sending: Sending, options: SendOptions): Promise<number> {
  const status = await post(postOf(sending, options), options);
  const { notice, channel } = sending;
  if (notice.kind === 'test' && PAGING.has(channel.kind))
    await post(postOf({ ...sending, notice: { ...notice, kind: 'resolved' } }, options), options);
  return status;
}

function postOf({ channel, secret, notice, now, deliveryId }: Sending, { consoleUrl }: SendOptions): PostInput {
  const link = `${consoleUrl}${notice.evidence}`;
  const { kind, config } = channel;
  const url = config.url ?? SERVICE_URLS[kind] ?? '';
  switch (kind) {
    case 'slack':
      return slackPost(notice, link, secret ?? '');
    case 'teams':
      return teamsPost(notice, link, secret ?? '');
    case 'pagerduty':
      return pagerdutyPost(notice, link, url, secret ?? '');
    case 'opsgenie':
      return opsgeniePost(notice, link, url, secret ?? '');
    default:
      return webhookPost(notice, link, { url, secret, now, deliveryId });
  }
}

async function mail(
  { channel: { config }, secret, notice, deliveryId }: Sending,
  options: SendOptions,
): Promise<number> {
  const { host = '', port = 587, security = 'starttls', user, from = '', to = [] } = config;
  const lines = factsOf(notice).map(([name, value]) => `${name}: ${value}`);
  return await sendMail(
    {
      ...{ host, port, security, user, from, to },
      password: secret ?? undefined,
      subject: `[Redrive] ${notice.title}`,
      text: [notice.title, '', ...lines, '', `${options.consoleUrl}${notice.evidence}`, ''].join('\n'),
      messageId: `<alarm-${deliveryId}.${notice.key}@redrive>`,
    },
    options,
  );
}
