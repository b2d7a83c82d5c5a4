// npm run film: records docs/images/redrive.gif and message.png. A real run of the practice incident in the production
// build, from a failed delivery to the message consumed after its re-drive. Needs Chromium and ffmpeg (Debian: apt-get
// install ffmpeg).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium, expect, type Page } from '@playwright/test';

import { chromiumPath } from '../fixtures/chromium';
import { startProduct } from '../fixtures/product';
import { headline, verdict } from '../fixtures/steps';
import { signIn } from '../fixtures/test';

const OUTPUT = fileURLToPath(new URL('../../docs/images/redrive.gif', import.meta.url));
const MESSAGE = fileURLToPath(new URL('../../docs/images/message.png', import.meta.url));
const SIZE = { width: 1280, height: 800 };
const MESSAGE_SIZE = { width: 1440, height: 760 };
const MOST_BYTES = 3 * 1024 * 1024;
const GROUP = 'practice-billing';
const CAUSE = 'PaymentGatewayTimeout';
/** The last retry of the practice group comes 35 s after the first delivery. */
const DEATH_LIMIT_MS = 60_000;

const frames = mkdtempSync(join(tmpdir(), 'redrive-film-'));
const shots: { readonly file: string; readonly seconds: number }[] = [];

/** Keeps what the page shows now, under a caption, for as long as a reader needs. */
async function shoot(page: Page, caption: string, seconds: number): Promise<void> {
  await page.evaluate((text) => {
    const id = 'film-caption';
    const bar = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'));
    bar.id = id;
    bar.textContent = text;
    bar.style.cssText =
      'position:fixed;left:50%;bottom:20px;transform:translateX(-50%);z-index:9999;padding:10px 20px;border-radius:8px;' +
      'background:#1c2430;color:#fff;font:600 18px system-ui,sans-serif;white-space:nowrap';
  }, caption);
  const file = join(frames, `${String(shots.length).padStart(3, '0')}.png`);
  await page.screenshot({ path: file });
  shots.push({ file, seconds });
}

async function play(page: Page): Promise<void> {
  await page.goto('/settings/practice');
  const practice = page.getByRole('region', { name: 'Practice incident' });
  await practice.getByRole('button', { name: 'Start the practice incident' }).click();
  await expect(practice.getByText('Consumers fail for three causes')).toBeVisible({ timeout: 20_000 });
  await page.goto(`/groups/${GROUP}/retries`);
  const retrying = page.getByRole('row').filter({ hasText: CAUSE }).first();
  const message = await retrying.getByRole('link').first().getAttribute('href', { timeout: 20_000 });
  if (message === null) throw new Error('the retries of the practice group have no link to a message');

  await page.goto(message);
  await expect(headline(page, /Next attempt at/)).toBeVisible();
  await expect(page.getByText('"gateway"')).toBeVisible();
  await shoot(page, '1  A delivery failed. Its next attempt is scheduled.', 2.5);
  await expect(headline(page, 'Attempt 3 of 4 failed')).toBeVisible({ timeout: DEATH_LIMIT_MS });
  await page.setViewportSize(MESSAGE_SIZE);
  await page.evaluate(() => document.getElementById('film-caption')?.remove());
  await page.screenshot({ path: MESSAGE });
  await page.setViewportSize(SIZE);
  await shoot(page, '1  It fails again, with longer and longer intervals.', 2);
  await expect(headline(page, 'Dead letter since')).toBeVisible({ timeout: DEATH_LIMIT_MS });
  await shoot(page, '2  The last attempt failed: it is a dead letter.', 2.5);

  await page.goto('/');
  const problem = page.getByRole('region', { name: 'Open problems' }).getByText(/dead letters since/);
  await expect(problem.first()).toBeVisible({ timeout: DEATH_LIMIT_MS });
  await shoot(page, '3  Now: what broke, how long until it is lost, and what to do.', 3);
  await page.goto(`/dead-letters?group=${GROUP}`);
  const dead = page
    .getByRole('row')
    .filter({ hasText: CAUSE })
    .filter({ has: page.getByRole('checkbox') });
  await expect(dead.first()).toBeVisible();
  await shoot(page, '3  Dead letters by cause: the payment gateway timed out.', 2.5);

  await page.goto('/settings/practice');
  await practice.getByRole('button', { name: 'Deploy the fix' }).click();
  await expect(practice.getByText('The fix is deployed')).toBeVisible();
  await shoot(page, '4  The fix is deployed.', 2);

  await page.goto(`/dead-letters?group=${GROUP}`);
  for (const row of await dead.all()) await row.getByRole('checkbox').check({ force: true });
  await shoot(page, '5  Select what the fix repairs …', 1.8);
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: /^Re-drive/ })
    .click();
  await expect(page).toHaveURL(/redrives\/new/);
  await page.getByLabel(/^Reason/).fill('Payment gateway fixed');
  await shoot(page, '5  … and re-drive it, at a rate of your choice.', 2.5);
  await page.getByRole('button', { name: /^Start with \d/ }).click();
  await expect(page).toHaveURL(/\/redrives\/(RD-)?\d+/);
  await expect(verdict(page, 'consumed')).toBeVisible();
  await shoot(page, '6  Each message gets a verdict.', 1.2);
  await expect(page.getByText(/^All \d+ messages were consumed/)).toBeVisible({ timeout: 30_000 });
  await shoot(page, '6  All of them were consumed.', 2.5);

  await page.goto(message);
  await expect(headline(page, 'Consumed by')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('"gateway"')).toBeVisible();
  await shoot(page, '7  The message: failed, dead, re-driven, consumed.', 3.5);
}

function encode(): void {
  const list = join(frames, 'frames.txt');
  const last = shots.at(-1);
  if (last === undefined) throw new Error('nothing was recorded');
  const lines = shots.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}`);
  // The concat demuxer ignores the duration of the last entry unless the file is named again.
  writeFileSync(list, [...lines, `file '${last.file}'`, ''].join('\n'));
  const colours = 'split[a][b];[a]palettegen=max_colors=128:stats_mode=full[p];[b][p]paletteuse=dither=none';
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list],
    ...['-vf', `fps=10,${colours}`, '-loop', '0', OUTPUT],
  ]);
  const { size } = statSync(OUTPUT);
  if (size > MOST_BYTES) throw new Error(`the film has ${size} bytes, at most ${MOST_BYTES} are allowed`);
  process.stdout.write(`${OUTPUT}: ${shots.length} frames, ${Math.round(size / 1024)} KiB\n`);
}

const product = await startProduct();
try {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({
    baseURL: product.url,
    viewport: SIZE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await signIn(page, product.admin);
  await play(page);
  await browser.close();
  encode();
} finally {
  await product.stop();
  rmSync(frames, { recursive: true, force: true });
}
