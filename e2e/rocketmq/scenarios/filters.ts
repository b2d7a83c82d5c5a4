import type { FilterExpression } from '../../../lib/gateway/proto/wire';
import type { Party } from '../support/party';
import type { Scenario, Stage } from '../support/stage';

const TAG = 1;
const SQL = 2;
const LONG_TAG = 't'.repeat(10_240);

interface Sent {
  readonly tag?: string;
  readonly properties?: Record<string, string>;
}

const numbered = (count: number, name: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => name(index));

/** `Aa` and `BB` have the same hash in Java. */
const tagged: Readonly<Record<string, Sent>> = {
  A: { tag: 'A' },
  B: { tag: 'B' },
  C: { tag: 'C' },
  lower: { tag: 'a' },
  star: { tag: '*' },
  'two words': { tag: 'A B' },
  Aa: { tag: 'Aa' },
  BB: { tag: 'BB' },
  long: { tag: LONG_TAG },
  none: {},
};
const tags: Readonly<Record<string, FilterExpression>> = {
  ...named(TAG, [
    ...['A || B', 'A||||B', 'A||', '||A', 'A|| ||B', 'A ||', '|| A', ' A ', 'A||A', 'A||B||C||||'],
    ...['A | B', 'A|B', '|A', 'A|||B', '||', ' || ', '|| ||', '|'],
    ...['*', ' * ', 'A || *', '* || A', '', ' '],
    ...['A B', 'BB', 'Z'],
  ]),
  'a tag of 10 240 letters': { type: TAG, expression: LONG_TAG },
  '401 tags': { type: TAG, expression: [...numbered(400, (index) => `tag-${index}`), 'A'].join('||') },
  '32 769 characters': { type: TAG, expression: `A || ${'t'.repeat(32_764)}` },
  'no expression': { type: TAG },
  'neither type nor expression': {},
};

const priced: Readonly<Record<string, Sent>> = {
  cheap: { tag: 'A', properties: { price: '10', region: 'eu' } },
  dear: { tag: 'B', properties: { price: '30', region: 'us', size: 'L' } },
  odd: { tag: 'C', properties: { price: '20.5', region: 'EU' } },
  text: { properties: { price: 'a lot' } },
  bare: {},
};
const prices: Readonly<Record<string, FilterExpression>> = {
  ...named(SQL, [
    ...['TRUE', 'FALSE', 'price > 20', 'price > 20.0', 'price = 30', "price = '30'", 'price <> 30', "price > '20'"],
    ...['price BETWEEN 10 AND 30', 'price NOT BETWEEN 10 AND 30', 'price BETWEEN 30 AND 10', 'price IS NOT NULL'],
    ...['unknown > 5', 'unknown IS NULL', 'unknown IS NULL AND price = 10', 'price = NULL'],
    ...["region IN ('eu', 'us')", "region NOT IN ('eu')", "region IN ('EU') OR size = 'L'"],
    ...["region = 'eu' OR region = 'us' AND price > 100", "(region = 'eu' OR region = 'us') AND price > 100"],
    ...["NOT (region = 'eu')", 'NOT (price > 20 OR price IS NULL)', "TAGS = 'A'", "TAGS IN ('A', 'B') AND price > 20"],
    ...['TAGS IS NULL', 'price >', 'price = = 3'],
  ]),
  '6 000 characters': { type: SQL, expression: numbered(500, (index) => `price=${index}`).join(' OR ') },
  'a list of 2 000 texts': {
    type: SQL,
    expression: `region IN (${[...numbered(2_000, (index) => `'r-${index}'`), "'us'"].join(', ')})`,
  },
  '32 769 characters': { type: SQL, expression: `region = 'eu' OR region = '${'x'.repeat(32_742)}'` },
  '1 025 comparisons': { type: SQL, expression: [...numbered(1_024, () => 'price = 1'), 'price = 10'].join(' OR ') },
  '33 parentheses': { type: SQL, expression: `${'('.repeat(33)}price = 10${')'.repeat(33)}` },
  'a search for 257 letters': { type: SQL, expression: `region CONTAINS '${'x'.repeat(257)}' OR region = 'eu'` },
};

export const filters: readonly Scenario[] = [
  {
    id: 'tags',
    title: '[case 15] tag expressions: what each lets through of messages sent after it was subscribed',
    run: (stage) => letThrough(stage, tagged, tags),
  },
  {
    id: 'sql-prices',
    title: '[case 15] SQL92 expressions over prices, and long ones: what each lets through',
    run: (stage) => letThrough(stage, priced, prices),
  },
];

/** Every expression has a group of its own, which the real broker must know before the messages are sent. */
async function letThrough(
  stage: Stage,
  sent: Readonly<Record<string, Sent>>,
  expressions: Readonly<Record<string, FilterExpression>>,
): Promise<void> {
  const topic = await stage.topic();
  const producer = await stage.party({ kind: 'PRODUCER', topics: [topic] });
  const consumers = await Promise.all(
    Object.entries({ ...expressions, control: { type: TAG, expression: '*' } }).map(async ([step, filter], index) => {
      const group = await stage.group({}, `-${index}`);
      const options = { kind: 'SIMPLE_CONSUMER', group, topics: [topic], filter } as const;
      return { step, consumer: await stage.introduced(`settings of ${step}`, options) };
    }),
  );
  for (const [name, { tag, properties }] of Object.entries(sent)) {
    const rest = properties === undefined ? {} : { userProperties: properties };
    const { status } = await producer.send(name, tag === undefined ? {} : { tag }, rest);
    if (status.code !== 20000) throw new Error(`send of ${name}: ${status.code} ${status.message ?? ''}`);
  }
  const answers = await Promise.all(
    consumers.map(async ({ step, consumer }) => ({ step, ...(await receiveAll(consumer)) })),
  );
  // Nothing let through says something only where there was something to let through.
  const all = answers.find(({ step }) => step === 'control')?.got;
  if (all?.length !== Object.keys(sent).length) throw new Error(`a group without a filter got ${all?.join()}`);
  for (const { step, ...answer } of answers) stage.log.note(step, answer);
}

async function receiveAll(consumer: Party): Promise<{ code: number | null; got: string[] }> {
  const got: string[] = [];
  let code: number | undefined;
  for (let polls = 0; polls < 4; polls += 1) {
    const received = await consumer.poll();
    if (polls === 0 || received.messages.length > 0) code = received.code;
    if (received.messages.length === 0) break;
    got.push(...received.messages.map(({ body }) => String(body)));
  }
  return { code: code ?? null, got: got.toSorted() };
}

function named(type: number, expressions: readonly string[]): Record<string, FilterExpression> {
  return Object.fromEntries(expressions.map((expression) => [`"${expression}"`, { type, expression }]));
}
