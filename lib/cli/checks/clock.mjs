import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'no decision by the wall clock (times: the database; durations: performance.now)';

const GUARDED = /^(lib|app|components)\/(?!store\/generated\/|testing\/).*\.(ts|tsx|js|mjs)$|^[^/]+\.(ts|js)$/;
const EXEMPT = /\.test\.tsx?$|^lib\/cli\/checks\//;
/** Also as a value that is called later, and what adds up to the wall clock. */
const WALL_CLOCK = /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])|(?<!new\s+)\bDate\s*\(\s*\)|\btimeOrigin\b/;

/** Where the wall clock is meant, by file and how often. */
const ALLOWED = {
  // Certificates are valid by calendar time, and every client checks them so.
  'lib/gateway/certificate.ts': 3,
  'lib/runtime/own-certificate.ts': 1,
  // It compares the clock of this machine with that of the database.
  'lib/runtime/doctor.ts': 1,
  // What a page shows as "now" before the database has answered for the first time; nothing is decided by it.
  'lib/store/queries/schedule/database-time.ts': 1,
  'lib/console/http/database-time.ts': 1,
  // A browser: set right by each beat of the server; its monotonic clock may stand still while the computer sleeps.
  'components/ui/clock.tsx': 5,
  // A program to copy, which runs at its reader's.
  'lib/model/programs/node.ts': 1,
  // "now-6h" of the command line, for the person who types it.
  'lib/cli/remote/arguments.mjs': 1,
};

export async function run() {
  const files = (await listSourceFiles()).filter((file) => GUARDED.test(file) && !EXEMPT.test(file));
  return files.flatMap((file) => {
    const lines = readSource(file)
      .split('\n')
      .flatMap((line, index) => (WALL_CLOCK.test(line) ? [index + 1] : []));
    const allowed = ALLOWED[file] ?? 0;
    if (lines.length < allowed) return [`${file} reads the wall clock less often than lib/cli/checks/clock.mjs allows`];
    return lines.slice(allowed).map((line) => `${file}:${line} reads the wall clock of this machine`);
  });
}
