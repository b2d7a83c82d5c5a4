import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';

import { seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

const shown = z.object({ status: z.number(), answer: z.record(z.string(), z.unknown()) });
const alarms = z.array(z.object({ id: z.string(), subject: z.string(), state: z.string() }));

async function ask(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content } = z
    .object({ content: z.array(z.object({ text: z.string() })) })
    .parse(await client.callTool({ name, arguments: args }));
  return shown.parse(JSON.parse(content[0]?.text ?? ''));
}

test('from an alarm to a verified re-drive over MCP, by HTTP and by the program for stdio @landing', async ({
  product,
  startApplication,
}) => {
  const { url, apiToken } = product;
  const headers = { authorization: `Bearer ${apiToken}` };
  const byHttp = new Client({ name: 'http', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  await byHttp.connect(transport);
  const byStdio = new Client({ name: 'stdio', version: '1' });
  const env = { PATH: process.env['PATH'] ?? '', REDRIVE_SERVER: url, REDRIVE_TOKEN: apiToken };
  await byStdio.connect(new StdioClientTransport({ command: process.execPath, args: ['lib/cli/mcp.mjs'], env }));
  try {
    const { group, application } = await seedDeadLetters(product, startApplication, { name: 'by-mcp', count: 12 });
    let incident = '';
    await expect
      .poll(async () => {
        const found = alarms.parse((await ask(byHttp, 'listAlarms')).answer['items']);
        incident = found.find(({ subject, state }) => subject === group && state === 'firing')?.id ?? '';
        return incident;
      })
      .not.toBe('');
    await application.succeed();
    const plan = await ask(byStdio, 'startRedrive', { group, all: true, dryRun: true });
    expect(plan).toMatchObject({ status: 200, answer: { selected: 12 } });
    const { throughId } = plan.answer;
    const reason = 'the application was repaired';
    expect(await ask(byStdio, 'startRedrive', { group, all: true, throughId, incident, reason })).toMatchObject({
      ...{ status: 201, answer: { selected: 12 } },
    });
    await expect
      .poll(async () => (await ask(byHttp, 'getAlarm', { id: incident })).answer, { timeout: 90_000 })
      .toMatchObject({ state: 'resolved', resolvedWhy: 'redriven', remaining: 0, became: { consumed: 12 } });
    const [alarm] = (await byStdio.readResource({ uri: `redrive://docs/integrate/mcp.md` })).contents;
    expect(alarm).toMatchObject({ text: expect.stringContaining('/mcp') });
  } finally {
    await Promise.all([byHttp.close(), byStdio.close()]);
  }
});

test('a door for programs: no session cookie, and no page of another site', async ({ page, product }) => {
  const data = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const accept = 'application/json, text/event-stream';
  const post = (headers: Record<string, string>) =>
    page.request.post('/mcp', { data, headers: { accept, ...headers } });
  const authorization = `Bearer ${product.apiToken}`;
  expect((await post({})).status()).toBe(401);
  expect((await post({ authorization, origin: 'https://elsewhere.example' })).status()).toBe(403);
  const answer = await post({ authorization });
  expect([answer.status(), await answer.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
  const host = await post({ authorization, host: 'elsewhere.example' });
  expect(host.status()).toBe(421);
});
