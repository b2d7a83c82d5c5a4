import { Client } from 'pg';

/** Holds rows of the database as something slow would, until it is let go. */
export async function holdRows(databaseUrl: string, statement: string): Promise<() => Promise<void>> {
  const connection = new Client({ connectionString: databaseUrl });
  await connection.connect();
  await connection.query(`BEGIN; ${statement}`);
  return async () => {
    await connection.query('COMMIT');
    await connection.end();
  };
}
