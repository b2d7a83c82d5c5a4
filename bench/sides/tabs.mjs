// Open tabs of the console without a browser: each loads its page, holds the live stream, and reads again what the stream
// says has changed, as components/live does. Arguments: address, tabs of a session, cookies. Ends with its input.
import { Agent, get } from 'node:http';

const [url, perSession, ...cookies] = process.argv.slice(2);
const FLUSH_MS = 250;
const POLL_MS = 15_000;
const agent = new Agent({ keepAlive: true });

/** Pages with what they read again, and on which changes. */
const MENU = ['/api/console/nav-counts', ['sample', 'alarm', 'redrive']];
const PAGES = [
  ['/', [['/api/console/problems', ['sample', 'alarm', 'group', 'dead-letter', 'redrive']]]],
  ['/groups', [['/api/console/groups', ['group', 'topic', 'message', 'dead-letter', 'redrive', 'client', 'sample']]]],
  ['/topics', [['/api/console/topics', ['topic', 'group']]]],
  ['/dead-letters', [['/api/console/dead-letters', ['dead-letter', 'redrive']]]],
  [
    '/retries',
    [
      ['/api/console/retries', ['message']],
      ['/api/console/retry-tide', ['message']],
    ],
  ],
];
let reads = 0;
let failures = 0;

function read(path, cookie) {
  return new Promise((resolve) => {
    get(`${url}${path}`, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) failures += 1;
      reads += 1;
      answer.resume().on('end', resolve);
    }).on('error', () => {
      failures += 1;
      resolve();
    });
  });
}

async function openTab(cookie, [page, own]) {
  await read(page, cookie);
  const queries = [MENU, ...own].map(([path, kinds]) => ({ path, kinds, dirty: false, busy: false }));
  setInterval(() => {
    for (const query of queries) {
      if (!query.dirty || query.busy) continue;
      query.dirty = false;
      query.busy = true;
      void read(query.path, cookie).then(() => (query.busy = false));
    }
  }, FLUSH_MS);
  setInterval(() => {
    for (const query of queries) query.dirty = true;
  }, POLL_MS);
  return new Promise((resolve, reject) => {
    get(`${url}/api/live`, { agent: false, headers: { cookie } }, (stream) => {
      if (stream.statusCode !== 200) reject(new Error(`live stream: ${stream.statusCode}`));
      stream.setEncoding('utf8').on('data', (text) => {
        for (const query of queries) if (query.kinds.some((kind) => text.includes(`"${kind}"`))) query.dirty = true;
      });
      stream.once('data', resolve);
    }).on('error', reject);
  });
}

for (const cookie of cookies)
  for (let tab = 0; tab < Number(perSession); tab += 1) await openTab(cookie, PAGES[tab % PAGES.length]);
process.stdout.write('open\n');
process.stdin.on('data', () => process.stdout.write(`${JSON.stringify({ reads, failures })}\n`));
process.stdin.once('end', () => process.exit(0));
