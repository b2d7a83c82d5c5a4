import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { launch } from '../testing/launched-process';
import { findFreePort } from './postgres/free-port';

test('an installation without the compiled password hash is found before a start', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redrive-doctor-'));
  const ports = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')].map(String);
  const settings = { PORT: ports[0] ?? '', REDRIVE_GRPC_PORT: ports[1] ?? '', REDRIVE_DATA_DIR: folder };
  const ask = async (more: Readonly<Record<string, string>>) => {
    const asked = launch('lib/cli/redrive.mjs', { ...settings, ...more }, ['doctor']);
    return { ...(await asked.waitForExit()), output: asked.output() };
  };
  try {
    expect(await ask({})).toMatchObject({ code: 0, output: expect.stringContaining('ok    Password hash\n') });
    const without = await ask({ NAPI_RS_NATIVE_LIBRARY_PATH: join(folder, 'none.node') });
    expect(without).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^FAIL {2}Password hash .*install again/m),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
