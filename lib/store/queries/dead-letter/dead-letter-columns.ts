import { PRIORITY_KEY } from '../../../model/limits';

/** A value as the database gives it, by kind. */
interface Kinds {
  readonly text: string;
  readonly 'text?': string | null;
  readonly texts: string[];
  readonly whole: number;
  readonly 'whole?': number | null;
  readonly time: Date;
  readonly 'time?': Date | null;
}

interface Fact {
  /** Of `dead_letter d`, its group g, topic t and report e; in lists also of its client c. */
  readonly sql: string;
  readonly kind: keyof Kinds;
  /** In the lists of the console. */
  readonly isListed: boolean;
  /** In lists of the HTTP API, whose document says this; empty: its name says enough; null: it is not there. */
  readonly says: string | null;
  /** Its name in exported files; null: it is not there. */
  readonly file: string | null;
}

const ALL = { isListed: true, says: '' } as const;
const PAGE = { isListed: true, says: null, file: null } as const;
const FILE = { isListed: false, says: null } as const;

/** What is read of a dead letter, each fact once, in the order of exported files. Statements, API and files follow. */
export const LETTER_FACTS = {
  messageId: { ...ALL, sql: 'd.msg_id', kind: 'text', file: 'messageId' },
  group: { ...ALL, sql: 'g.name', kind: 'text', file: 'group' },
  topic: { ...ALL, sql: 't.name', kind: 'text', file: 'topic' },
  key: { ...ALL, sql: 'd.keys[1]', kind: 'text?', file: null },
  keys: { ...FILE, sql: `coalesce(d.keys, '{}')`, kind: 'texts', file: 'keys' },
  messageGroup: { ...ALL, sql: 'd.mgroup', kind: 'text?', file: 'messageGroup' },
  priority: {
    ...{ ...ALL, sql: `(d.props ->> '${PRIORITY_KEY}')::int`, kind: 'whole?', file: 'priority' },
    says: 'null: it has none; 0 is the lowest',
  },
  tag: { ...ALL, sql: 'd.tag', kind: 'text?', file: 'tag' },
  attempts: {
    ...{ ...ALL, sql: 'd.attempts::int', kind: 'whole', file: 'deliveries' },
    says: 'Deliveries since it was sent or last re-driven',
  },
  generation: { ...ALL, sql: 'd.generation', kind: 'whole', file: 'redrives', says: 'How often it was re-driven' },
  cause: {
    ...{ ...ALL, sql: 'd.cause', kind: 'text', file: 'cause' },
    says:
      'What the broker knows: nack, timeout, unconfirmed (no client ever answered), client-gone, forwarded, ' +
      'limit-lowered ...',
  },
  causeKey: {
    ...{ ...ALL, sql: 'd.fingerprint', kind: 'text', file: 'fingerprint' },
    says: 'For ?cause=: the same for one kind of failure',
  },
  errorType: {
    ...{ ...ALL, sql: 'e.error_type', kind: 'text?', file: 'errorType' },
    says: 'null: the application reported nothing',
  },
  errorMessage: { ...ALL, sql: 'left(e.message, 500)', kind: 'text?', file: null },
  wholeError: { ...FILE, sql: 'e.message', kind: 'text?', file: 'errorMessage' },
  client: { ...PAGE, sql: 'c.name', kind: 'text?' },
  bodyBytes: { ...ALL, sql: 'octet_length(d.body)', kind: 'whole', file: null },
  bornAt: { ...ALL, sql: 'd.born_at', kind: 'time', file: 'bornAt' },
  bornHost: { ...FILE, sql: 'd.born_host', kind: 'text', file: 'bornHost' },
  deadAt: { ...ALL, sql: 'd.dead_at', kind: 'time', file: 'deadAt' },
  // Exempt from expiry since.
  heldAt: { ...PAGE, sql: 'd.held_at', kind: 'time?', file: 'heldAt' },
  heldBy: { ...PAGE, sql: 'd.held_by', kind: 'text?' },
  holdReason: { ...PAGE, sql: 'd.hold_reason', kind: 'text?' },
  // It may stay, said this operator.
  acceptedAt: { ...PAGE, sql: 'd.accepted_at', kind: 'time?', file: 'acceptedAt' },
  acceptedBy: { ...PAGE, sql: 'd.accepted_by', kind: 'text?' },
  acceptReason: { ...PAGE, sql: 'd.accept_reason', kind: 'text?', file: 'acceptReason' },
} as const satisfies Readonly<Record<string, Fact>>;

type Facts = typeof LETTER_FACTS;
type With<Part extends Partial<Fact>> = {
  [Name in keyof Facts]: Facts[Name] extends Part ? Name : never;
}[keyof Facts];
export type DocumentedFact = With<{ readonly says: string }>;
type Rows<Name extends keyof Facts> = { readonly [Key in Name]: Kinds[Facts[Key]['kind']] };
export type ListedFacts = Rows<With<{ readonly isListed: true }>>;
export type FiledFacts = Rows<With<{ readonly file: string }>>;

const NAMES = Object.keys(LETTER_FACTS) as (keyof Facts)[];
export const DOCUMENTED_FACTS = NAMES.filter((name): name is DocumentedFact => LETTER_FACTS[name].says !== null);
export const FILED_FACTS = NAMES.filter((name): name is keyof FiledFacts => LETTER_FACTS[name].file !== null);

export const LISTED_COLUMNS = select(NAMES.filter((name) => LETTER_FACTS[name].isListed));
export const FILED_COLUMNS = select(FILED_FACTS);

function select(names: readonly (keyof Facts)[]): string {
  return names.map((name) => `${LETTER_FACTS[name].sql} AS "${name}"`).join(', ');
}
