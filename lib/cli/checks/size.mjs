import { listSourceFiles, readSource } from './source-files.mjs';

export const name = 'file size';

const EXEMPT = /^prisma\/(migrations|releases)\/|^lib\/store\/generated\//;
const TEST = /\.test\.tsx?$|^e2e\//;
const MOST_LINES = 350;
const MOST_LINES_OF_A_TEST = 500;

export async function run() {
  const files = await listSourceFiles();
  return files
    .filter((file) => !EXEMPT.test(file))
    .flatMap((file) => {
      const limit = TEST.test(file) ? MOST_LINES_OF_A_TEST : MOST_LINES;
      const lines = readSource(file).split('\n').length - 1;
      return lines > limit ? [`${file} has ${lines} lines, at most ${limit} are allowed`] : [];
    });
}
