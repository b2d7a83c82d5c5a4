import type { Page } from '@playwright/test';
import type { Application } from '../fixtures/application';
import { type } from '../fixtures/keyboard';
import type { Product } from '../fixtures/product';
import { callApi, seedDeadLetters } from '../fixtures/seed';
import { verdict } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

const LIMIT_MS = 3_000;
/** Live messages that wait at any time, of which one is delivered a second: each waits much longer than the limit. */
const BACKLOG = 15;

test('a re-drive pauses while live messages of its group wait too long, and continues by itself @long', async ({
  page,
  product,
  startApplication,
}) => {
  const LABEL = 'Pause while the live delay (p95) is above';
  const seeded = async (name: string) => {
    const { group, application } = await seedDeadLetters(product, startApplication, { name, count: 2 });
    await application.succeed();
    const live = await LiveBacklog.start(product, group, application);
    await page.goto(`/redrives/new?group=${group}&all=1`);
    await expect(page.getByText(/^Live delay now: \d{2,},\d{3} ms \(p95 of the last 30 s\)$/)).toBeVisible();
    return { group, application, live };
  };

  await test.step('by mouse: refused numbers, the delay of now beside the limit, held, continued', async () => {
    const { group, application, live } = await seeded('delay-mouse');
    const field = page.getByLabel(LABEL);
    const start = page.getByRole('button', { name: 'Start with 2' });
    await field.click();
    await field.fill('0');
    await expect(page.getByText(/^Must be a whole number from 1 to [\d,]+, or empty to never pause\.$/)).toBeVisible();
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await field.fill(String(LIMIT_MS));
    await start.click();
    await expectHeldThenConsumed(page, group, application, live);
  });

  await test.step('by keyboard alone', async () => {
    const { group, application, live } = await seeded('delay-keys');
    await expect(page.getByRole('button', { name: 'Start with 2' })).toBeFocused();
    await type(page, page.getByLabel(LABEL), String(LIMIT_MS));
    await page.keyboard.press('ControlOrMeta+Enter');
    await expectHeldThenConsumed(page, group, application, live);
  });
});

async function expectHeldThenConsumed(
  page: Page,
  group: string,
  application: Application,
  live: LiveBacklog,
): Promise<void> {
  await expect(page).toHaveURL(/\/redrives\/\d+$/);
  const held = page.getByText(new RegExp(`^Held: live messages of ${group} wait .* \\(limit: 3 s\\)\\.`));
  await expect(held).toBeVisible();
  await expect(page.getByText('Hold while live messages wait more than 3 s (p95)')).toBeVisible();
  await expect(verdict(page, 'consumed')).toContainText(/^Consumed\s*0\s/);
  expect(application.succeededWith().filter((body) => body.startsWith('order '))).toEqual([]);

  await live.end();
  await expect(verdict(page, 'consumed')).toContainText(/^Consumed\s*2\s/);
  await expect(held).toBeHidden();
}

/** A limit delivers one live message of the group a second, and more are sent than that. */
class LiveBacklog {
  #isOver = false;
  #sending = Promise.resolve();
  readonly #product: Product;
  readonly #group: string;

  private constructor(product: Product, group: string) {
    this.#product = product;
    this.#group = group;
  }

  static async start(product: Product, group: string, application: Application): Promise<LiveBacklog> {
    const backlog = new LiveBacklog(product, group);
    await callApi(product, 'PUT', '/limits', { ...backlog.#limit, hard: 1 });
    backlog.#sending = backlog.#send(application);
    return backlog;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#sending;
    await callApi(this.#product, 'DELETE', `/limits?${new URLSearchParams(this.#limit).toString()}`);
  }

  get #limit() {
    return { kind: 'receive-rate', scope: 'group', subject: this.#group };
  }

  async #send(application: Application): Promise<void> {
    for (let sent = 0; !this.#isOver;) {
      const received = application.succeededWith().filter((body) => body.startsWith('live ')).length;
      if (sent - received < BACKLOG) await application.send(`live ${(sent += 1)}`);
      else await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
