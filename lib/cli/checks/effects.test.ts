import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A script: the compiler does not read it. */
const script = new URL('effects.mjs', import.meta.url).href;
const { unended } = (await import(script)) as {
  unended: (text: string, file?: string) => { line: number; why: string }[];
};
const effect = (body: string, before = ''): string =>
  `function View() {\n${before}\nuseEffect(() => {${body}}, []);\n}`;

test.each([
  ["window.addEventListener('keydown', onKey);", 'addEventListener'],
  ["window.addEventListener('keydown', onKey); return () => clearTimeout(timer);", 'addEventListener'],
  ['const timer = setTimeout(go, 10);', 'setTimeout'],
  ['if (!open) return; setInterval(go, 10); return;', 'setInterval'],
  ['requestAnimationFrame(go);', 'requestAnimationFrame'],
  ['const watching = new ResizeObserver(go); watching.observe(element);', 'ResizeObserver'],
  ["const source = new EventSource('/api/live'); source.addEventListener('change', go);", 'EventSource'],
  ['const later = () => setTimeout(go, 10); later();', 'setTimeout'],
  ['session.subscribe(go);', 'subscribe'],
  ['watchSize(element, go);', 'watchSize'],
])('not ended: %s', (body, what) => {
  expect(unended(effect(body)).map(({ why }) => why)).toEqual([expect.stringContaining(`${what} in an effect`)]);
});

test('what an effect begins in a function of the component counts', () => {
  const start = 'const start = () => { timer.current = setInterval(go, 10); };';
  expect(unended(effect('start();', start))).toHaveLength(1);
  expect(unended(effect('start(); return () => clearInterval(timer.current);', start))).toEqual([]);
});

test.each([
  "window.addEventListener('keydown', onKey); return () => window.removeEventListener('keydown', onKey);",
  "const ends = new AbortController(); window.addEventListener('x', go, { signal: ends.signal }); return () => ends.abort();",
  'const timer = setTimeout(go, 10); return () => clearTimeout(timer);',
  'if (!open) return; const timer = setInterval(go, 10); const stop = () => clearInterval(timer); return stop;',
  'return session.subscribe(go);',
  'const stop = session.subscribe(go); return () => stop();',
  "const source = new EventSource('/x'); source.addEventListener('change', go); return () => source.close();",
  'setOpen(true);',
])('ended: %s', (body) => {
  expect(unended(effect(body))).toEqual([]);
});

test('an effect that is one expression', () => {
  expect(unended('useEffect(() => session.subscribe(go), []);')).toEqual([]);
  expect(unended('useEffect(() => void setTimeout(go, 10), []);')).toHaveLength(1);
});

test('each component that ends what it begins is noticed without its ending', () => {
  const files = readdirSync('components', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => join('components', file));
  const ending =
    /return \(\) => \w*(clearTimeout|clearInterval|cancelAnimationFrame)\(\w+(\.current)?\);|return \(\) => \w+\.disconnect\(\);/g;
  const unnoticed: string[] = [];
  let tried = 0;
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const { index, 0: found } of text.matchAll(ending)) {
      tried += 1;
      const broken = text.slice(0, index) + 'return undefined;' + text.slice(index + found.length);
      if (unended(broken, file).length === 0) unnoticed.push(`${file}: ${found}`);
    }
  }
  expect(tried).toBeGreaterThan(8);
  expect(unnoticed).toEqual([]);
});
