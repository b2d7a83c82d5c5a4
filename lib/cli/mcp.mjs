// npm run mcp: an MCP server over standard input and output, for clients that cannot reach one over HTTP or send a
// token. Passes each message on to /mcp of a Redrive server. Standard output carries messages alone.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

import { fail } from './fail.mjs';
import { refusal } from './options.mjs';

const { REDRIVE_SERVER: address = 'http://127.0.0.1:3000', REDRIVE_TOKEN: token = '' } = process.env;

try {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw refusal('REDRIVE_SERVER must be the address of the console, such as https://redrive.example.com.');
  if (token === '') throw refusal('Set REDRIVE_TOKEN to an API token of the console (Settings > API tokens).');
  await bridge();
} catch (error) {
  fail(error);
}

async function bridge() {
  const client = new StdioServerTransport();
  const server = new StreamableHTTPClientTransport(new URL('/mcp', address), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  Object.assign(client, { onmessage: (message) => pass(message, server, client) });
  Object.assign(server, {
    onmessage: (message) => {
      const { protocolVersion } = message.result ?? {};
      if (typeof protocolVersion === 'string') server.setProtocolVersion(protocolVersion);
      return client.send(message);
    },
  });
  process.stdin.once('end', () => void server.close());
  await server.start();
  await client.start();
}

async function pass(message, server, client) {
  try {
    await server.send(message);
  } catch (error) {
    process.stderr.write(`${address}: ${error.message}\n`);
    if (message.id === undefined || message.method === undefined) return;
    const answer = { code: -32000, message: `${address} did not answer: ${error.message}` };
    await client.send({ jsonrpc: '2.0', id: message.id, error: answer });
  }
}
