import pg from 'pg';

/** One short-lived connection for CREATE and DROP DATABASE. */
export async function withAdmin<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url, application_name: 'redrive-test-admin' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
