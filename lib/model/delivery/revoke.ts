import { shortName } from '../group/client-host';
import { sdkNamed } from '../group/sdk';
import { enumerated, sentences } from '../language/list';
import { t } from '../language/t';

/** The client that has a message, as far as its node and its reports say. */
export interface LeaseHolder {
  readonly client: string;
  /** Where its connection comes from; null: no node reports it. */
  readonly host: string | null;
  /** "JAVA 5.0.7"; null: no node reports it. */
  readonly sdk: string | null;
  /** The version of the application that it reported for this message; null: it reported none. */
  readonly appVersion: string | null;
}

export type RevokeVerb = 'now' | 'bury';

export interface Revoked {
  readonly verb: RevokeVerb;
  readonly group: string;
  /** How many messages are taken back. */
  readonly messages: number;
  /** Null: it is not known who has it, or several clients have them. */
  readonly client: string | null;
  /** Of an ordered key. Null: the group is not ordered. */
  readonly key: {
    /** Messages that wait for this one; null: not counted. */
    readonly behind: number | null;
    /** An operator holds the key: what is behind stays. */
    readonly held: boolean;
  } | null;
}

/**
 * What an operator accepts by taking messages away from the clients that have them. The button, the dialog, the dry run
 * and the audit log say it in these words.
 */
export function consequencesOf({ verb, group, messages, client, key }: Revoked): readonly string[] {
  const may = mayBeProcessing(client === null ? null : shortName(client), messages);
  if (verb === 'now') {
    return [
      sentences(may, t('{messages, plural, one {It} other {They}} may be processed twice.', { messages })),
      t(
        `{messages, plural, one {The message is} other {The messages are}} delivered again at once. The delivery that
        ends counts as an attempt.`,
        { messages },
      ),
    ];
  }
  if (key === null) return [may, deadLetters({ messages, group, behind: 0 })];
  return [may, followers(key.behind, key.held, messages), deadLetters({ messages, group, behind: key.behind })];
}

interface Moved {
  readonly messages: number;
  readonly group: string;
  /** Null: not counted. */
  readonly behind: number | null;
}

/** What becomes of messages that move to the DLQ. */
export function deadLetters({ messages, group, behind }: Moved): string {
  const dead = t('{messages, plural, one {It becomes a dead letter} other {They become dead letters}} of {group}.', {
    ...{ messages, group },
  });
  if (behind === 0) return dead;
  const after = t(
    `A later re-drive delivers {messages, plural, one {it} other {them}} after the messages now behind
    {messages, plural, one {it} other {them}}.`,
    { messages },
  );
  return sentences(dead, after);
}

function mayBeProcessing(client: string | null, messages: number): string {
  return client === null
    ? t(
        `{messages, plural, one {Its client} other {Their clients}} may still be processing
        {messages, plural, one {it} other {them}}. {messages, plural, one {Its answer} other {Their answers}} will be
        refused, and work that is already done is not undone.`,
        { messages },
      )
    : t(
        `{client} may still be processing {messages, plural, one {it} other {them}}.
        {messages, plural, one {Its answer} other {Their answers}} will be refused, and work that is already done is not
        undone.`,
        { client, messages },
      );
}

/** What becomes of the messages behind ordered ones that are taken away. */
export function followers(behind: number | null, held: boolean, messages: number): string {
  if (behind === 0) return t('No message waits behind {messages, plural, one {it} other {them}}.', { messages });
  if (behind === null)
    return held
      ? t('The next message of {messages, plural, one {its key} other {each key}} stays held.', { messages })
      : t('The next message of {messages, plural, one {its key} other {each key}} is delivered at once, in order.', {
          messages,
        });
  return held
    ? t(
        `{behind, plural, one {# message} other {# messages}} behind it {behind, plural, one {stays} other {stay}}
        held.`,
        { behind },
      )
    : t(
        `{behind, plural, one {# message} other {# messages}} behind it {behind, plural, one {is} other {are}} delivered
        at once, in order.`,
        { behind },
      );
}

/** "ow-2.eu@4711@0@3kf on 10.0.0.5, Java 5.0.7, application 2.14.1". */
export function describeHolder({ client, host, sdk, appVersion }: LeaseHolder): string {
  const facts = [
    host === null ? client : t('{client} on {host}', { client, host }),
    sdk === null ? null : sdkNamed(sdk),
    appVersion === null ? null : t('application {version}', { version: appVersion }),
  ];
  return enumerated(facts.filter((fact) => fact !== null));
}
