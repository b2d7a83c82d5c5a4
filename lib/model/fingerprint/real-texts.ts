import type { Failure } from './fingerprint';

export interface FailureKind {
  readonly name: string;
  readonly failures: readonly Failure[];
}

/** Texts as applications report them: those of one kind are one cause, each kind is a cause of its own. */
export const textKinds: readonly FailureKind[] = [
  kind(
    'decimal ids',
    'PaymentGatewayTimeout',
    'northpay did not answer within 2000 ms for order 627481',
    'northpay did not answer within 2500 ms for order 7',
  ),
  kind(
    'the same type, another sentence',
    'PaymentGatewayTimeout',
    'southpay did not answer within 2000 ms for order 627481',
  ),
  kind(
    'the same sentence, another type',
    'PaymentGatewayError',
    'northpay did not answer within 2000 ms for order 627481',
  ),
  kind('ids with a prefix', 'OrderNotFound', 'order-627481 is not known', 'order-9 is not known'),
  kind('another noun', 'OrderNotFound', 'invoice-627481 is not known'),
  kind('opaque ids', 'StripeError', 'No such charge: ch_3NqXyz2eZvKYlo2C', 'No such charge: ch_1MabCd9fGhIjKlMn'),
  kind(
    'UUID',
    'NotFound',
    'Customer 3f2504e0-4f89-41d3-9a0c-0305e82c3301 not found',
    'Customer 9B2C4E10-aaaa-4bcd-8ef0-112233445566 not found',
  ),
  kind(
    'ULID',
    'StaleRead',
    'snapshot 01HF8ZKXN8Z3Q4V5W6X7Y8Z9A0 is gone',
    'snapshot 01J0ABCDEFGHJKMNPQRSTVWXYZ is gone',
  ),
  kind(
    'long hex',
    'ChecksumMismatch',
    'expected d41d8cd98f00b204e9800998ecf8427e',
    'expected 5f4dcc3b5aa765d61d8327deb882cf99',
  ),
  kind('short hex', 'GitError', 'object 8f3a2b1 is corrupt', 'object 1c9d0ff is corrupt'),
  kind('hex numbers', 'SegmentFault', 'bad address 0x7ffde3a0', 'bad address 0x10'),
  kind(
    'ISO times',
    'TokenExpired',
    'token expired at 2026-11-24T13:05:48.123Z',
    'token expired at 2026-01-01 00:00:00+02:00',
  ),
  kind(
    'times in words',
    'CertificateExpired',
    'certificate expired on Nov 24 13:05:48 2026 GMT',
    'certificate expired on Jan 2 01:00:00 2025 GMT',
  ),
  kind('times of day', 'Closed', 'the desk closes at 17:30:00', 'the desk closes at 09:00:00'),
  kind(
    'URLs',
    'FetchError',
    'request to https://api.example.com/v1/orders/1?x=2 failed',
    'request to https://api.example.com/v1/orders/99 failed',
  ),
  kind('host and port', 'Error', 'connect ECONNREFUSED 10.0.3.17:5432', 'connect ECONNREFUSED 192.168.1.4:5432'),
  kind(
    'a host by name',
    'Error',
    'connect ETIMEDOUT db-7.internal.example:5432',
    'connect ETIMEDOUT db-12.internal.example:5432',
  ),
  kind('another errno', 'Error', 'read ECONNRESET'),
  kind('IPv6', 'DialError', 'no route to 2001:db8::1', 'no route to fe80:0:0:0:204:61ff:fe9d:f156'),
  kind('e-mail', 'MailRejected', 'mailbox of ana.lindqvist@example.com is full', 'mailbox of bo@mail.example is full'),
  kind('quoted values', 'TemplateError', 'Template "welcome 12" not found', "Template 'good bye!' not found"),
  kind('status 503', 'HttpError', 'POST /charges returned 503 after 1200 ms', 'POST /charges returned 503 after 9 ms'),
  kind('status 404 is another', 'HttpError', 'POST /charges returned 404 after 1200 ms'),
  kind('axios 429', 'AxiosError', 'Request failed with status code 429'),
  kind('axios 500', 'AxiosError', 'Request failed with status code 500'),
  kind(
    'reason phrase',
    'requests.exceptions.HTTPError',
    '429 Client Error: Too Many Requests for url: https://hooks.example/a/1',
    '429 Client Error: Too Many Requests for url: https://hooks.example/b/2',
  ),
  kind(
    'another reason phrase',
    'requests.exceptions.HTTPError',
    '503 Server Error: Service Unavailable for url: https://hooks.example/a/1',
  ),
  kind(
    'rate limit',
    'RateLimited',
    '429 from hooks.example (request 8f3a2b1c)',
    '429 from hooks.example (request 0011aabb)',
  ),
  kind('array indexes', 'ValidationError', 'items[0].sku must not be empty', 'items[17].sku must not be empty'),
  kind('another field', 'ValidationError', 'items[0].price must not be empty'),
  kind('array indexes with dots', 'SchemaError', 'lines.0.amount is missing', 'lines.12.amount is missing'),
  kind(
    'file and line',
    'ConfigError',
    'bad value at /srv/billing/config.yml.js:88:13',
    'bad value at /srv/billing/config.yml.js:91:2',
  ),
  kind('counts', 'StockVersionConflict', 'expected 12, got 13', 'expected 4, got 9'),
  kind('a list of ids', 'MissingOrders', 'missing 1, 2, 3', 'missing 9'),
  kind('units', 'SlowConsumer', 'handler took 5000ms', 'handler took 12ms'),
  kind('percent', 'DiskPressure', 'disk is 91.5% full', 'disk is 99% full'),
  kind('money', 'LimitExceeded', 'amount 1,299.00 EUR exceeds the limit', 'amount 5 EUR exceeds the limit'),
  kind('negative numbers', 'LedgerError', 'balance would be -12.50', 'balance would be -3'),
  kind('JSON in the text', 'BadPayload', 'cannot use {"order":1,"lines":[{"a":1}]}', 'cannot use {"order":"x"}'),
  // PostgreSQL, MySQL, Oracle, MongoDB
  kind(
    'unique constraint',
    'error',
    'duplicate key value violates unique constraint "orders_pkey"',
    'duplicate key value violates unique constraint "orders_pkey"\nDETAIL: Key (id)=(17) already exists.',
  ),
  kind('another constraint', 'error', 'duplicate key value violates unique constraint "users_email_key"'),
  kind('missing column', 'error', 'column "tenant" of relation "orders" does not exist'),
  kind('another missing column', 'error', 'column "region" of relation "orders" does not exist'),
  kind(
    'bad value',
    'error',
    'invalid input syntax for type integer: "abc"',
    'invalid input syntax for type integer: "12x"',
  ),
  kind('MySQL lock', 'SQLException', 'Lock wait timeout exceeded; try restarting transaction (errno 1205)'),
  kind(
    'MySQL duplicate',
    'ER_DUP_ENTRY',
    "Duplicate entry '12-7' for key 'PRIMARY'",
    "Duplicate entry 'a b' for key 'PRIMARY'",
  ),
  kind('Oracle 1', 'OracleError', 'ORA-00001: unique constraint (APP.PK_ORDERS) violated'),
  kind('Oracle 2', 'OracleError', 'ORA-02291: integrity constraint (APP.FK_ORDERS) violated'),
  kind(
    'Mongo',
    'MongoServerError',
    'E11000 duplicate key error collection: shop.orders index: _id_ dup key: { _id: 17 }',
    'E11000 duplicate key error collection: shop.orders index: _id_ dup key: { _id: 4 }',
  ),
  kind(
    'gRPC unavailable',
    'StatusError',
    'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp 10.0.0.1:443"',
    'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp 10.9.0.1:443"',
  ),
  kind('gRPC deadline', 'StatusError', 'rpc error: code = DeadlineExceeded desc = context deadline exceeded'),
  kind('exit code 137', 'ProcessError', 'worker 12 ended with exit code 137', 'worker 3 ended with exit code 137'),
  kind('exit code 1', 'ProcessError', 'worker 12 ended with exit code 1'),
  // Messages of many lines
  kind(
    'ZodError',
    'ZodError',
    zod(['items', 0, 'sku'], 'Required'),
    zod(['items', 4, 'sku'], 'Required'),
    `ZodError: ${zod(['items', 2, 'sku'], 'Required')}`,
    JSON.stringify(
      [0, 1].map((index) => ({ code: 'invalid_type', path: ['items', index, 'sku'], message: 'Required' })),
      null,
      2,
    ),
  ),
  kind('ZodError of another field', 'ZodError', zod(['currency'], 'expected EUR, USD or GBP')),
  kind('ZodError cut off', 'ZodError', zod(['tenant'], 'Required').slice(0, -4), zod(['tenant'], 'Required')),
  kind(
    'pydantic',
    'pydantic_core.ValidationError',
    '1 validation error for Order\namount\n  Field required [type=missing]',
    '1 validation error for Order\namount\n  Field required [type=missing]\n    For further information visit https://errors.pydantic.dev/2.5/v/missing',
  ),
  kind(
    'pydantic, another field',
    'pydantic_core.ValidationError',
    '1 validation error for Order\ncurrency\n  Field required [type=missing]',
  ),
  kind(
    'JSON error body',
    'GatewayError',
    '{"error":{"code":"card_declined","message":"Card 4242 was declined"}}',
    '{"error":{"message":"Card 17 was declined","code":"card_declined"},"request_id":"req_99"}',
  ),
  kind('blank first line', 'Fault', '\n\n  the ledger is closed  \n', 'the ledger is closed'),
  kind(
    'announcement and content',
    'AggregateFault',
    'Multiple errors:\n  - price is missing',
    'Multiple errors:\r\n  - price is missing',
  ),
  kind('colours', 'BuildError', '\u001B[31mcannot compile\u001B[0m', 'cannot compile'),
  kind('type repeated', 'QuotaError', 'QuotaError: no quota left', 'no quota left'),
  kind('no words at all', 'SilentError', '', '   '),
  kind('other scripts', 'ЗаказОшибка', 'заказ 17 не найден', 'заказ 9 не найден'),
];

export function kind(
  name: string,
  errorType: string,
  ...messages: readonly (string | Failure)[]
): { name: string; failures: Failure[] } {
  return {
    name,
    failures: messages.map((message) =>
      typeof message === 'string' ? { errorType, message } : { ...message, errorType },
    ),
  };
}

function zod(path: readonly (string | number)[], message: string): string {
  return JSON.stringify([{ code: 'invalid_type', expected: 'string', received: 'undefined', path, message }], null, 2);
}
