import { shortName } from '../group/client-host';
import { plural } from '../count';

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
  const one = messages === 1;
  const who = client === null ? (one ? 'Its client' : 'Their clients') : shortName(client);
  const it = one ? 'it' : 'them';
  const answer = one ? 'Its answer' : 'Their answers';
  const may = `${who} may still be processing ${it}.`;
  const refused = `${answer} will be refused, and work that is already done is not undone.`;
  if (verb === 'now') {
    return [
      `${may} ${refused} ${one ? 'It' : 'They'} may be processed twice.`,
      `${one ? 'The message is' : 'The messages are'} delivered again at once. The delivery that ends counts as an attempt.`,
    ];
  }
  const dead = `${one ? 'It becomes a dead letter' : 'They become dead letters'} of ${group}.`;
  if (key === null) return [`${may} ${refused}`, dead];
  return [
    `${may} ${refused}`,
    followers(key.behind, key.held, one),
    key.behind === 0 ? dead : `${dead} A later re-drive delivers ${it} after the messages now behind ${it}.`,
  ];
}

function followers(behind: number | null, held: boolean, one: boolean): string {
  const it = one ? 'it' : 'them';
  if (behind === 0) return `No message waits behind ${it}.`;
  const next = one ? 'The next message of its key' : 'The next message of each key';
  const what = behind === null ? next : `${plural(behind, 'message')} behind ${it}`;
  const isOne = behind === null || behind === 1;
  if (held) return `${what} ${isOne ? 'stays' : 'stay'} held.`;
  return `${what} ${isOne ? 'is' : 'are'} delivered at once, in order.`;
}

/** "ow-2.eu@4711@0@3kf on 10.0.0.5, JAVA 5.0.7, application 2.14.1". */
export function describeHolder({ client, host, sdk, appVersion }: LeaseHolder): string {
  const facts = [sdk, appVersion === null ? null : `application ${appVersion}`].filter((fact) => fact !== null);
  return [`${client}${host === null ? '' : ` on ${host}`}`, ...facts].join(', ');
}
