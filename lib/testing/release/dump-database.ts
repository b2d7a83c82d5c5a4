import pg from 'pg';

/**
 * The rows of a database as plain SQL, and what else its migrations do not make: partitions, sequences and functions.
 * It is read back into a database that the same migrations made. PostgreSQL's own tool for it does not come with the
 * embedded server.
 */
export async function dumpDatabase(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SET timezone = 'UTC'");
    await client.query('SET extra_float_digits = 1');
    const parts = [await dumpPartitions(client), await dumpRows(client), await dumpSequences(client)];
    return [...parts.flat(), ...(await dumpFunctions(client))].join('\n');
  } finally {
    await client.end();
  }
}

async function texts(client: pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(text);
  return rows.map(({ line }) => line);
}

/** As the broker makes them (segment_open): the first comes with the migrations. */
async function dumpPartitions(client: pg.Client): Promise<string[]> {
  return await texts(
    client,
    `SELECT format(E'CREATE TABLE %1$s (LIKE message INCLUDING ALL, CHECK (seg = %2$s));\\n'
                   'ALTER TABLE message ATTACH PARTITION %1$s FOR VALUES IN (%2$s);', c.relname, s.seg) AS line
       FROM segment s JOIN pg_class c ON c.relname = 'message_s' || s.seg WHERE s.seg > 0 ORDER BY s.seg`,
  );
}

/** One statement per row: a change of what is under way is a readable change of the file. */
async function dumpRows(client: pg.Client): Promise<string[]> {
  const tables = await texts(
    client,
    `SELECT c.relname AS line FROM pg_class c
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
        AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`,
  );
  const lines = [`TRUNCATE ${tables.join(', ')};`];
  for (const table of tables) {
    lines.push(
      ...(await texts(
        client,
        `SELECT format('INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::${table}, %L);',
                       to_jsonb(t)) AS line FROM ${table} t ORDER BY to_jsonb(t)::text COLLATE "C"`,
      )),
    );
  }
  return lines;
}

async function dumpSequences(client: pg.Client): Promise<string[]> {
  return await texts(
    client,
    `SELECT format('SELECT setval(%L, %s);', sequencename, last_value) AS line FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`,
  );
}

/** The next release replaces and drops them: what they were belongs to the snapshot. */
async function dumpFunctions(client: pg.Client): Promise<string[]> {
  return await texts(
    client,
    `SELECT format(E'%s;\\nCOMMENT ON FUNCTION %s IS %L;', pg_get_functiondef(p.oid), p.oid::regprocedure,
                   obj_description(p.oid, 'pg_proc')) AS line
       FROM pg_proc p
      WHERE p.pronamespace = current_schema()::regnamespace AND obj_description(p.oid, 'pg_proc') LIKE 'redrive %'
      ORDER BY p.oid::regprocedure::text COLLATE "C"`,
  );
}
