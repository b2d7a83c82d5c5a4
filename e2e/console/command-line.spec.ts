import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { callApi, seedDeadLetters } from '../fixtures/seed';
import { expect, test } from '../fixtures/test';

test('from an alarm to a verified re-drive in three commands @landing', async ({ product, startApplication }) => {
  const { url, apiToken } = product;
  const home = await mkdtemp(join(tmpdir(), 'redrive-cli-'));
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' as const },
    ...{ REDRIVE_SERVER: url, REDRIVE_TOKEN: apiToken, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home },
  };
  const redrive = (...argv: string[]): Promise<{ code: unknown; out: string; err: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, ['lib/cli/redrive.mjs', ...argv], { env }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
    });
  try {
    const { group, application } = await seedDeadLetters(product, startApplication, { name: 'by-command', count: 12 });
    let incident = '';
    await expect
      .poll(async () => {
        const { out } = await redrive('alarms', 'list');
        const row = out.split('\n').find((line) => line.includes(` ${group} `) && line.includes(' firing '));
        incident = row?.trim().split(/ +/)[0] ?? '';
        return incident;
      })
      .toMatch(/^\d+$/);

    const plan = await redrive('redrive', 'plan', '--incident', incident);
    expect(plan).toMatchObject({ code: 0, err: '' });
    expect(plan.out).toMatch(/selected: +12\n/);
    await application.succeed();
    const reason = ['--reason', 'the application was repaired'];
    const run = await redrive('redrive', 'start', '--incident', incident, ...reason, '--watch');
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(/Verified: \d+ of \d+ messages were consumed\.\n$/);
    await expect
      .poll(async () => await callApi(product, 'GET', `/alarms/${incident}`), { timeout: 90_000 })
      .toMatchObject({ state: 'resolved', resolvedWhy: 'redriven', remaining: 0 });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
