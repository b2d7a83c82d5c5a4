import type { QueryConfig } from 'pg';

/** What a statement can be given. The driver writes an object as JSON and an array as one of PostgreSQL. */
export type SqlValues = Readonly<Record<string, unknown>>;

interface Prepared {
  readonly text: string;
  readonly names: readonly string[];
}

const PARAMETER = /\$([a-z]\w*)/gi;
/** By text: the texts of a program are few. */
const known = new Map<string, Prepared>();

/**
 * A statement whose parameters have names: `$groupId` stands for the value `groupId`. PostgreSQL itself has only places
 * ($1, $2), and two values of one type swapped there would go unnoticed. `name`: prepared once per connection under
 * this name, for hot statements. lib/store/statements.db.test.ts compares every statement with the database.
 */
export function sql(text: string, values: SqlValues, name?: string): QueryConfig {
  let statement = known.get(text);
  if (statement === undefined) {
    statement = prepare(text);
    known.set(text, statement);
  }
  const given = statement.names.map((parameter) => {
    if (!(parameter in values)) throw new Error(`$${parameter} has no value`);
    return values[parameter] ?? null;
  });
  return name === undefined ? { text: statement.text, values: given } : { name, text: statement.text, values: given };
}

function prepare(text: string): Prepared {
  const names: string[] = [];
  const placed = text.replaceAll(PARAMETER, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: placed, names };
}
