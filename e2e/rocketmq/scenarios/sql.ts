import type { Scenario } from '../support/stage';

const SQL = 2;
const people: Readonly<Record<string, Record<string, string>>> = {
  m1: { a: '1', name: 'ann' },
  m2: { a: '5', name: 'bob', flag: 'true' },
  m3: { a: '10.5', name: "o'hara" },
  m4: { a: 'text' },
  m5: {},
};
const expressions = [
  'a > 3',
  'a BETWEEN 1 AND 5',
  'a NOT BETWEEN 1 AND 5',
  "name = 'bob'",
  "name <> 'bob'",
  "name IN ('ann', 'bob')",
  "name NOT IN ('ann', 'bob')",
  'a IS NULL',
  'a IS NOT NULL',
  "name IS NOT NULL AND (a > 3 OR flag = 'true')",
  'flag = TRUE',
  'NOT (a > 3)',
  'a > 3 AND TRUE',
  'TRUE',
  "name LIKE 'b%'",
  "name CONTAINS 'o'",
  "name STARTSWITH 'b'",
  "name ENDSWITH 'b'",
  "name = 'o''hara'",
  'a = 5',
  "a = '5'",
  'a + 1 > 3',
  "TAGS = 'T'",
  'missing > 3',
  'NOT (missing > 3)',
  'missing > 3 OR a > 3',
  "'x' = 'x'",
  '',
];

export const sql: readonly Scenario[] = [
  {
    id: 'sql',
    title: '[case 15] SQL92 filters: what each expression lets through',
    run: async (stage) => {
      const topic = await stage.topic();
      const producer = await stage.party({ kind: 'PRODUCER', topics: [topic] });
      const seen = await Promise.all(
        expressions.map(async (expression, index) => {
          const group = await stage.group({}, `-${index}`);
          const filter = { type: SQL, expression };
          return stage.introduced(`settings ${index}`, { kind: 'SIMPLE_CONSUMER', group, topics: [topic], filter });
        }),
      );
      // The real broker needs the group to have asked with the filter once, and skips what was sent before.
      for (const [name, userProperties] of Object.entries(people)) {
        const { status } = await producer.send(name, { tag: 'T' }, { userProperties });
        if (status.code !== 20000) throw new Error(`send of ${name}: ${status.code}`);
      }
      const answers = await Promise.all(
        seen.map(async (consumer) => {
          const got: string[] = [];
          let code: number | undefined;
          for (let polls = 0; polls < 3; polls += 1) {
            const received = await consumer.poll();
            if (polls === 0 || received.messages.length > 0) code = received.code;
            got.push(...received.messages.map(({ body }) => String(body)));
            if (received.messages.length === 0) break;
          }
          return { code: code ?? null, got: got.toSorted() };
        }),
      );
      for (const [index, answer] of answers.entries()) stage.log.note(`${index}: ${expressions[index]}`, answer);
    },
  },
];
