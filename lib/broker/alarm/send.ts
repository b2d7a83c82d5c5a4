import { type AlarmDigest, digestOf } from '../../model/alarm/digest';
import { type AlarmNotice, noticeTitle, pagePathOf } from '../../model/alarm/notice';
import { type ChannelKind, SERVICE_URLS } from '../../model/alarm/channel';
import type { Language } from '../../model/language/languages';
import { inSpeech, type Speech } from '../../model/language/speech';
import { t } from '../../model/language/t';
import type { ChannelRow } from '../../store/queries/alarm/alarm-channel';
import { isBrokerError } from '../../model/errors';
import { slackDigest, slackPost, teamsDigest, teamsPost } from './format/chat';
import { opsgeniePost, pagerdutyPost } from './format/paging';
import { webhookPost } from './format/webhook';
import { factsOf, leftOf, lineOf } from './format/words';
import { sendMail } from './outbound/mail';
import type { SendGuard } from './outbound/outbound';
import { post, type PostInput } from './outbound/post';
import { SendProblem } from './outbound/problem';

export interface SendOptions extends SendGuard {
  /** Where people open this console: links lead there. No slash at its end. */
  readonly consoleUrl: string;
  /** The messages of a language, for channels that have one. */
  readonly speechIn: (language: Language) => Speech;
}

/** Services that keep an alert open until they are notified of its end. */
const PAGING: ReadonlySet<ChannelKind> = new Set(['pagerduty', 'opsgenie']);

interface Target {
  /** Of the first, when there are many. */
  readonly deliveryId: number;
  readonly channel: Omit<ChannelRow, 'secret'>;
  /** Opened. */
  readonly secret: string | null;
}

export interface Sending extends Target {
  /** More than one only where people read it. */
  readonly notices: readonly [AlarmNotice, ...AlarmNotice[]];
  readonly now: Date;
}

interface SendingOne extends Target {
  readonly notice: AlarmNotice;
  readonly now: Date;
}

/** Sends one notification to one channel. @returns the HTTP or SMTP status @throws SendProblem */
export async function sendNotices({ notices, now, ...target }: Sending, options: SendOptions): Promise<number> {
  const [notice, ...more] = notices;
  const isMail = target.channel.kind === 'email';
  try {
    if (more.length > 0) return await sendDigest(target, notices, options);
    return isMail
      ? await mail(
          target,
          said(target, options, () => letterOf(inWords(notice), options)),
          options,
        )
      : await sendOne({ ...target, notice, now }, options);
  } catch (error) {
    if (error instanceof SendProblem) throw error;
    // The setting that allowed this address is gone, or the address never was one.
    if (isBrokerError(error)) throw new SendProblem(`refused: ${error.message}`, null, error);
    throw error;
  }
}

/** What a channel gets, in its language. Programs read webhooks: those stay English. */
function said<T>({ channel: { config } }: Target, { speechIn }: SendOptions, write: () => T): T {
  return inSpeech(speechIn(config.language ?? 'en'), write);
}

function inWords(notice: AlarmNotice): AlarmNotice {
  return { ...notice, title: noticeTitle(notice) };
}

/** A test opens an alert where people are paged: it is closed at once. */
async function sendOne(sending: SendingOne, options: SendOptions): Promise<number> {
  const status = await post(postOf(sending, options), options);
  const { notice, channel } = sending;
  if (notice.kind === 'test' && PAGING.has(channel.kind))
    await post(postOf({ ...sending, notice: { ...notice, kind: 'resolved' } }, options), options);
  return status;
}

function postOf(sending: SendingOne, options: SendOptions): PostInput {
  const { channel, secret, notice, now, deliveryId } = sending;
  const link = `${options.consoleUrl}${pagePathOf(notice)}`;
  const { kind, config } = channel;
  if (kind === 'webhook') return webhookPost(notice, link, { url: config.url ?? '', secret, now, deliveryId });
  return said(sending, options, () => postInWords(sending, inWords(notice), link));
}

function postInWords({ channel: { kind, config }, secret }: Target, notice: AlarmNotice, link: string): PostInput {
  const url = config.url ?? SERVICE_URLS[kind] ?? '';
  switch (kind) {
    case 'slack':
      return slackPost(notice, link, secret ?? '');
    case 'teams':
      return teamsPost(notice, link, secret ?? '');
    case 'pagerduty':
      return pagerdutyPost(notice, link, url, secret ?? '');
    default:
      return opsgeniePost(notice, link, url, secret ?? '');
  }
}

async function sendDigest(target: Target, notices: readonly AlarmNotice[], options: SendOptions): Promise<number> {
  const { channel, secret } = target;
  const digest = (): AlarmDigest => digestOf(notices.map(inWords));
  if (channel.kind === 'email')
    return await mail(
      target,
      said(target, options, () => letterOfMany(digest(), options)),
      options,
    );
  const make = channel.kind === 'slack' ? slackDigest : teamsDigest;
  return await post(
    said(target, options, () => make(digest(), options.consoleUrl, secret ?? '')),
    options,
  );
}

interface Letter {
  readonly title: string;
  readonly lines: readonly string[];
  readonly key: string;
}

function letterOf(notice: AlarmNotice, { consoleUrl }: SendOptions): Letter {
  const facts = factsOf(notice).map(([name, value]) => t('{name}: {value}', { name, value }));
  return { title: notice.title, lines: [...facts, '', `${consoleUrl}${pagePathOf(notice)}`], key: notice.key };
}

function letterOfMany({ title, shown, left, evidence }: AlarmDigest, { consoleUrl }: SendOptions): Letter {
  const each = shown.flatMap((notice) => [lineOf(notice), `  ${consoleUrl}${pagePathOf(notice)}`]);
  return {
    title,
    lines: [...each, ...(left === 0 ? [] : [leftOf(left)]), '', `${consoleUrl}${evidence}`],
    key: 'many',
  };
}

async function mail(
  { channel: { config }, secret, deliveryId }: Target,
  { title, lines, key }: Letter,
  options: SendOptions,
): Promise<number> {
  const { host = '', port = 587, security = 'starttls', user, from = '', to = [] } = config;
  return await sendMail(
    {
      ...{ host, port, security, user, from, to },
      password: secret ?? undefined,
      subject: `[Redrive] ${title}`,
      text: [title, '', ...lines, ''].join('\n'),
      messageId: `<alarm-${deliveryId}.${key}@redrive>`,
    },
    options,
  );
}
