import avro from 'avsc';
import protobuf from 'protobufjs';
import { expectAccessible } from '../fixtures/axe';
import { press, tabTo, type } from '../fixtures/keyboard';
import { callApi } from '../fixtures/seed';
import { choose } from '../fixtures/steps';
import { expect, test } from '../fixtures/test';

const PROTO = 'syntax = "proto3"; package shop; message Order { string id = 1; int64 cents = 2; bytes seal = 3; }';
const Order = protobuf.parse(PROTO, new protobuf.Root()).root.lookupType('shop.Order');
const AVRO = { type: 'record', name: 'Order', fields: [{ name: 'avroId', type: 'string' }] };

test('bodies in Protobuf, then in Avro, are decoded after a try; one that cannot be says why @landing', async ({
  page,
  product,
  startApplication,
}) => {
  const [topic, group] = ['decoded-orders', 'decoded-billing'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'NORMAL', queues: 1 });
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 0 });
  const application = await startApplication({ topic, group });
  const order = Order.fromObject({ id: 'o-77', cents: '9007199254740993', seal: Buffer.from([255]) });
  const messageId = await application.sendBytes(Order.encode(order).finish());

  await page.goto(`/topics/${topic}`);
  const panel = page.getByRole('region', { name: 'Body decoder' });
  await panel.getByRole('button', { name: 'Set a decoder…' }).click();
  const dialog = page.getByRole('dialog', { name: `Body decoder of ${topic}` });
  await dialog.getByLabel('Descriptor set or .proto text').fill(PROTO);
  await dialog.getByRole('button', { name: 'Try on the newest message' }).click();
  await expect(dialog.getByLabel('Protobuf message', { exact: true })).toHaveValue('shop.Order');
  await dialog.getByRole('button', { name: 'Try on the newest message' }).click();
  await expect(dialog.getByRole('status')).toContainText(`Message ${messageId} is decoded by Protobuf shop.Order.`);
  await expect(dialog.getByLabel('The newest message, decoded')).toContainText('"9007199254740993"');
  await expectAccessible(page, 'the dialog of a decoder');
  await dialog.getByRole('button', { name: 'Save the decoder' }).click();
  await expect(panel).toContainText('Protobuf shop.Order');

  await page.goto(`/messages/${messageId}`);
  const body = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Body', exact: true }) });
  await expect(body).toContainText('Decoded by Protobuf shop.Order');
  await expect(body.getByLabel('Body', { exact: true })).toContainText('"seal": "/w=="');
  await choose(body, 'Bytes');
  await expect(body).toContainText('0a 04 6f 2d 37 37');
  await expectAccessible(page, 'a decoded body');

  const avroId = await application.sendBytes(avro.Type.forSchema(AVRO as never).toBuffer({ avroId: 'a-9' }));
  await page.goto(`/messages/${avroId}`);
  await expect(body).toContainText('Not decoded. The decoder of the topic (Protobuf shop.Order) cannot read this body');

  await page.goto(`/topics/${topic}`);
  await panel.getByRole('button', { name: 'Change…' }).click();
  await dialog.getByLabel('Kind').selectOption('avro');
  await dialog.locator('input[type=file]').setInputFiles({
    ...{ name: 'order.avsc', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(AVRO)) },
  });
  await dialog.getByRole('button', { name: 'Try on the newest message' }).click();
  await expect(dialog.getByLabel('The newest message, decoded')).toContainText('"a-9"');
  await dialog.getByRole('button', { name: 'Save the decoder' }).click();
  await expect(panel).toContainText('Avro');
  await page.goto(`/messages/${avroId}`);
  await expect(body.getByLabel('Body', { exact: true })).toContainText('"avroId": "a-9"');

  await page.goto(`/topics/${topic}`);
  await panel.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the decoder' }).click();
  await expect(panel).toContainText('None: bodies are shown as they are.');

  // By keyboard alone, with the schema as text.
  await press(page, panel.getByRole('button', { name: 'Set a decoder…' }));
  await tabTo(page, dialog.getByLabel('Kind'));
  await page.keyboard.type('Avro');
  await type(page, dialog.getByLabel('Avro schema'), JSON.stringify(AVRO));
  await press(page, dialog.getByRole('button', { name: 'Try on the newest message' }));
  await expect(dialog.getByLabel('The newest message, decoded')).toContainText('"a-9"');
  await press(page, dialog.getByRole('button', { name: 'Save the decoder' }));
  await expect(panel).toContainText('Avro');
  await press(page, panel.getByRole('button', { name: 'Remove…' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Remove the decoder' }));
  await expect(panel).toContainText('None: bodies are shown as they are.');
});
