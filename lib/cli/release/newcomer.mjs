// node lib/cli/release/newcomer.mjs [--tarball dist/redrive-<version>.tgz]: how long a newcomer with the README takes
// from the packed file to the first consumed message of a program of his own. The script does what the README says, in
// an empty folder, as a user who owns nothing else, with an empty npm cache and a browser. It fails above 120 s.
import '../require-node.mjs';

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { ensureChromium } from '../chromium.mjs';
import { fail } from '../fail.mjs';
import { readOptions, refusal } from '../options.mjs';
import { projectRoot } from '../project-root.mjs';
import { CommandError } from '../run-command.mjs';

const LIMIT_SECONDS = 120;
const STOPS_MS = 15_000;
const NOBODY = 65_534;
/** Of the README. */
const [TOPIC, GROUP, ENDPOINTS] = ['orders', 'orders-billing', '127.0.0.1:8081'];
/** How a machine reaches the registry. */
const OF_NETWORK = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'npm_config_registry'];
const ADMIN = { email: 'newcomer@redrive.example', password: 'granite violin lantern 7' };

/** @returns {Promise<[what: string, seconds: number][]>} since the beginning of the installation */
export async function timeNewcomer(tarball) {
  const executablePath = await ensureChromium();
  const folder = mkdtempSync(join(tmpdir(), 'redrive-newcomer-'));
  const person = personIn(folder);
  const times = [];
  const startedAt = performance.now();
  const note = (what) => times.push([what, (performance.now() - startedAt) / 1000]);
  const late = setTimeout(() => void person.stop(), 2 * LIMIT_SECONDS * 1000);
  try {
    await person.run('npm', ['install', '--global', tarball]).ended();
    note('installed');
    const server = person.run('redrive', [], await freePorts());
    const [, link] = await server.says(/(http:\/\/\S+\/setup\S*)/);
    await useConsole(executablePath, link, note);
    await person.run('npm', ['install', 'rocketmq-client-nodejs']).ended();
    const [, endpoints] = await server.says(/RocketMQ clients connect to (\S+:\d+)/);
    writeFileSync(join(person.home, 'hello.mjs'), programOfReadme().replace(ENDPOINTS, endpoints));
    const program = person.run('node', ['hello.mjs']);
    await program.says(/^sent /m);
    note('first message sent');
    await program.says(/^billed /m);
    note('first message consumed');
    return times;
  } finally {
    clearTimeout(late);
    await person.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first program in JavaScript, as printed. */
function programOfReadme() {
  const [, program] = /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(join(projectRoot, 'README.md'), 'utf8')) ?? [];
  if (!program?.includes(ENDPOINTS)) throw new Error(`README.md has no program for ${ENDPOINTS}.`);
  return program;
}

/** What the README has a person do in the console. */
async function useConsole(executablePath, link, note) {
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ locale: 'en-US' });
    const press = (name) => page.getByRole('button', { name }).first().click();
    await page.goto(link);
    await page.getByLabel('E-mail address').fill(ADMIN.email);
    note('first page');
    for (const label of ['Password', 'Repeat password'])
      await page.getByLabel(label, { exact: true }).fill(ADMIN.password);
    await press('Set password and sign in');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto(new URL('/topics', link).href);
    await press('New topic');
    await page.getByRole('dialog').getByLabel('Name').fill(TOPIC);
    await press('Create topic');
    await page.waitForURL(`**/topics/${TOPIC}/**`);
    await page.goto(new URL('/groups/new', link).href);
    await page.getByLabel('Name').fill(GROUP);
    await press('Create group');
    await page.waitForURL(`**/groups/${GROUP}**`);
    note('topic and group created');
  } finally {
    await browser.close();
  }
}

/** Another user than root, who owns an empty folder; as another user than root: this one, with an empty home. */
function personIn(folder) {
  const home = join(folder, 'home');
  mkdirSync(home);
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  const env = {
    ...{ HOME: home, PATH: `${join(home, '.npm-global', 'bin')}:${process.env.PATH}` },
    ...Object.fromEntries(OF_NETWORK.map((name) => [name, process.env[name]])),
    ...{ npm_config_prefix: join(home, '.npm-global'), NO_COLOR: '1', LANG: 'en_US.UTF-8' },
  };
  const started = [];
  const run = (file, args, more = {}) => {
    const child = spawn(file, args, {
      // A group of its own, so that nothing that it started outlives it.
      ...{ cwd: home, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    const followed = follow(child, [file, ...args].join(' '));
    started.unshift({ child, followed });
    return followed;
  };
  return {
    home,
    run,
    stop: async () => {
      for (const { child, followed } of started) {
        child.kill('SIGTERM');
        await Promise.race([followed.ended().catch(() => undefined), wait(STOPS_MS)]);
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {}
      }
    },
  };
}

/** What a program has printed, and that it ends without an error. */
function follow(child, command) {
  let output = '';
  const looks = new Set();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk.toString();
      for (const look of looks) look();
    });
  const closed = once(child, 'exit').then(([code, signal]) => signal ?? code);
  return {
    ended: async () => {
      const code = await closed;
      if (code !== 0) throw new CommandError(`${command} ended with ${code}`, output);
    },
    says: (pattern) =>
      new Promise((settle, reject) => {
        const look = () => {
          const found = pattern.exec(output);
          if (found !== null) settle(found);
        };
        looks.add(look);
        look();
        const end = (code) => reject(new CommandError(`${command} ended with ${code} before ${pattern}`, output));
        closed.then(end, reject);
      }),
  };
}

export async function freePorts() {
  const servers = [createServer(), createServer()];
  const ports = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push(String(server.address().port));
  }
  await Promise.all(servers.map((server) => new Promise((settle) => server.close(settle))));
  return { PORT: ports[0], REDRIVE_GRPC_PORT: ports[1] };
}

/** @throws above the limit */
export async function checkNewcomer(tarball) {
  const times = await timeNewcomer(tarball);
  for (const [what, seconds] of times) process.stdout.write(`  ${seconds.toFixed(1).padStart(6)} s  ${what}\n`);
  const [, last] = times.at(-1);
  if (last > LIMIT_SECONDS)
    throw refusal(`A newcomer has the first consumed message after ${last.toFixed(0)} s (limit: ${LIMIT_SECONDS} s).`);
}

async function main() {
  const { tarball: given } = readOptions('node lib/cli/release/newcomer.mjs', { tarball: 'value' });
  if (given !== undefined && !existsSync(given)) throw refusal(`${given} does not exist.`);
  const { packRelease } = await import('./pack.mjs');
  await checkNewcomer(given === undefined ? (await packRelease()).tarball : resolve(given));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main().catch(fail);
