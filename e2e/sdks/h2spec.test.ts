import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { GrpcServer } from '../../lib/transport/grpc/server';
import { TRANSPORT } from '../../lib/transport/limits';

const run = promisify(execFile);
const H2SPEC = 'github.com/summerwind/h2spec/cmd/h2spec@v2.2.1+incompatible';

/**
 * h2spec asks as a browser does, and a server of gRPC alone answers such a request with one frame of headers, at once.
 */
const ANSWERED_AT_ONCE = [
  'Sends a WINDOW_UPDATE frame on half-closed (remote) stream',
  'Sends a PRIORITY frame on half-closed (remote) stream',
  'Sends HEADERS frames that causes their advertised concurrent stream limit to be exceeded',
  'Sends multiple WINDOW_UPDATE frames increasing the flow control window to above 2^31-1 on a stream',
];
/** RFC 9113, 5.3.2, no longer asks for it: priorities are ignored. */
const WITHOUT_PRIORITIES = ['Sends HEADERS frame that depend on itself'];

const toolchain = await run('go', ['version']).catch(() => null);

test.skipIf(toolchain === null)(
  'h2spec: every case that needs no answer that waits',
  async () => {
    const failures: unknown[] = [];
    const server = new GrpcServer({
      ...{ limits: TRANSPORT, methods: new Map(), refuse: () => null },
      failed: (_path, error) => void failures.push(error),
    });
    const tcp = createServer((socket) => server.serve(socket, 'peer:1'));
    await new Promise<void>((resolve) => void tcp.listen(0, '127.0.0.1', resolve));
    const report = join(await mkdtemp(join(tmpdir(), 'h2spec-')), 'report.xml');
    const { port } = tcp.address() as AddressInfo;
    // it ends with 1 when a case failed; without a report it did not run
    await run('go', ['run', H2SPEC, '-h', '127.0.0.1', '-p', String(port), '-o', '2', '-j', report]).catch(() => null);
    const cases = [
      ...(await readFile(report, 'utf8')).matchAll(
        /<testcase [^>]*classname="([^"]*)"[^>]*?(\/>|>[\s\S]*?<\/testcase>)/g,
      ),
    ];
    const failed = cases.filter(([, , rest]) => rest?.includes('<error')).map(([, name]) => name ?? '');
    tcp.close();
    expect(cases.length).toBeGreaterThan(140);
    const known = [...ANSWERED_AT_ONCE, ...WITHOUT_PRIORITIES];
    expect(failed.filter((name) => !known.includes(name))).toEqual([]);
    expect(failures).toEqual([]);
  },
  120_000,
);
