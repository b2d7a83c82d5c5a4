import type { Failure } from '../../model/dead-letter/fingerprint/fingerprint';
import { type FailureKind, kind } from './texts';

/** Stacks of Node, Java, Python, Go and C#: the failures of one kind are one cause, each kind is a cause of its own. */
export const stackKinds: readonly FailureKind[] = [
  // Node
  kind(
    'TypeError in one place',
    'TypeError',
    ...node("Cannot read properties of undefined (reading 'id')", 'settle', 'settle.js', 41, 97),
  ),
  kind(
    'TypeError in another place',
    'TypeError',
    ...node("Cannot read properties of undefined (reading 'id')", 'refund', 'refund.js', 12, 14),
  ),
  kind(
    'TypeError of another field',
    'TypeError',
    ...node("Cannot read properties of undefined (reading 'tenant')", 'settle', 'settle.js', 41, 42),
  ),
  {
    name: 'Node: library frames first',
    failures: ['1.2.3', '4.5.6'].map((version) => ({
      errorType: 'RangeError',
      message: 'Invalid time value',
      stack: [
        `RangeError: Invalid time value`,
        `    at Date.toISOString (<anonymous>)`,
        `    at format (/srv/app/node_modules/.pnpm/date@${version}/node_modules/date/index.js:${version.length}:7)`,
        `    at async invoiceDate (file:///srv/app/dist/invoice.js:${version.length + 20}:11)`,
        `    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)`,
      ].join('\n'),
    })),
  },
  {
    name: 'Node: nested cause',
    failures: [443, 8443].map((port) => ({
      errorType: 'ChargeFailed',
      message: 'could not charge order 17',
      stack: [
        `ChargeFailed: could not charge order 17`,
        `    at charge (/srv/billing/client.js:${port}:13) {`,
        `  [cause]: Error: connect ETIMEDOUT 10.0.0.${port % 7}:${port}`,
        `      at TCPConnectWrap.afterConnect (node:net:1607:16)`,
        `}`,
      ].join('\n'),
    })),
  },
  {
    name: 'Node: another nested cause',
    failures: [
      {
        errorType: 'ChargeFailed',
        message: 'could not charge order 17',
        stack:
          'ChargeFailed: could not charge order 17\n    at charge (/srv/billing/client.js:3:13) {\n  [cause]: CardDeclined: insufficient funds\n      at pay (/srv/billing/pay.js:1:1)\n}',
      },
    ],
  },
  // Java
  {
    name: 'Java: wrapped twice',
    failures: [12, 99].map((line) => ({
      errorType: 'org.springframework.messaging.MessageHandlingException',
      message: 'Listener threw exception',
      stack: [
        `org.springframework.messaging.MessageHandlingException: Listener threw exception`,
        `\tat org.springframework.messaging.Invoker.invoke(Invoker.java:${line})`,
        `\tat java.base/java.lang.Thread.run(Thread.java:840)`,
        `Caused by: com.example.BillingException: cannot bill ${line}`,
        `\tat com.example.Billing.bill(Billing.java:${line})`,
        `\t... 12 more`,
        `Caused by: java.net.SocketTimeoutException: Read timed out`,
        `\tat java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:288)`,
        `\tat com.example.North.call(North.java:${line + 1})`,
        `\t... ${line} more`,
      ].join('\n'),
    })),
  },
  {
    name: 'Java: another root',
    failures: [
      {
        errorType: 'org.springframework.messaging.MessageHandlingException',
        message: 'Listener threw exception',
        stack:
          'org.springframework.messaging.MessageHandlingException: Listener threw exception\n\tat com.example.A.b(A.java:1)\nCaused by: com.example.AccountFrozen: account 17\n\tat com.example.A.c(A.java:2)',
      },
    ],
  },
  {
    name: 'Java: null pointer in one place',
    failures: [88, 91].map((line) => java('com.example.Shipping.label', 'Shipping.java', line)),
  },
  { name: 'Java: null pointer in another place', failures: [java('com.example.Returns.label', 'Returns.java', 88)] },
  {
    name: 'Java: proxies and lambdas',
    failures: ['1a2b', '99ff'].map((hash, index) => ({
      errorType: 'java.lang.IllegalStateException',
      message: 'no route',
      stack: [
        `java.lang.IllegalStateException: no route`,
        `\tat com.example.Router$$EnhancerBySpringCGLIB$$${hash}.go(<generated>)`,
        `\tat com.example.Router.lambda$go$${index}(Router.java:${index + 7})`,
      ].join('\n'),
    })),
  },
  // Python
  {
    name: 'Python: KeyError of a field',
    failures: [10, 20].map((line) => python("KeyError: 'currency'", 'tax', line)),
  },
  { name: 'Python: KeyError of another field', failures: [python("KeyError: 'sku'", 'tax', 10)] },
  { name: 'Python: the same in another place', failures: [python("KeyError: 'currency'", 'invoice', 10)] },
  {
    name: 'Python: chained',
    failures: [3, 7].map((line) => ({
      errorType: 'OrderError',
      message: `cannot price order ${line}`,
      stack: [
        `Traceback (most recent call last):`,
        `  File "/app/price.py", line ${line}, in price`,
        `    return table[key]`,
        `zlib.error: Error -3 while decompressing`,
        ``,
        `During handling of the above exception, another exception occurred:`,
        ``,
        `Traceback (most recent call last):`,
        `  File "/app/order.py", line ${line + 9}, in handle`,
        `    price(order)`,
        `OrderError: cannot price order ${line}`,
      ].join('\n'),
    })),
  },
  {
    name: 'Python: traceback as the message',
    failures: [1, 2].map((line) => ({
      errorType: 'Exception',
      message: [
        `Traceback (most recent call last):`,
        `  File "/usr/lib/python3.12/site-packages/celery/app.py", line 5, in run`,
        `    go()`,
        `  File "/app/task.py", line ${line}, in go`,
        `    raise Exception("x")`,
        `DecodeError: bad padding in chunk ${line}`,
      ].join('\n'),
    })),
  },
  // Go
  {
    name: 'Go: panic',
    failures: [21, 34].map((line) => ({
      errorType: 'panic',
      message: 'runtime error: invalid memory address or nil pointer dereference',
      stack: [
        `goroutine ${line} [running]:`,
        `panic({0x1, 0x2})`,
        `\t/usr/local/go/src/runtime/panic.go:770 +0x132`,
        `main.(*Charger).Charge(0xc000${line}, {0x1})`,
        `\t/srv/charger.go:${line} +0x1d`,
        `main.main()`,
        `\t/srv/main.go:9 +0x2`,
      ].join('\n'),
    })),
  },
  {
    name: 'Go: panic in another place',
    failures: [
      {
        errorType: 'panic',
        message: 'runtime error: invalid memory address or nil pointer dereference',
        stack: ['goroutine 1 [running]:', 'main.settle(0xc000)', '\t/srv/settle.go:3 +0x1d'].join('\n'),
      },
    ],
  },
  kind(
    'Go: wrapped',
    '*fmt.wrapError',
    'charge order 17: post: dial tcp 10.0.0.1:443: i/o timeout',
    'charge order 9: post: dial tcp 10.0.0.2:443: i/o timeout',
  ),
  // C#
  {
    name: 'C#: inner exception',
    failures: [1, 2].map((line) => ({
      errorType: 'System.InvalidOperationException',
      message: 'Sequence contains no elements',
      stack: [
        `System.InvalidOperationException: Sequence contains no elements`,
        `   at System.Linq.ThrowHelper.ThrowNoElementsException()`,
        `   at Shop.Orders.<First>d__${line}.MoveNext() in /src/Orders.cs:line ${line}`,
      ].join('\n'),
    })),
  },
  {
    name: 'C#: another place',
    failures: [
      {
        errorType: 'System.InvalidOperationException',
        message: 'Sequence contains no elements',
        stack:
          '   at System.Linq.ThrowHelper.ThrowNoElementsException()\n   at Shop.Invoices.Last(Int32 id) in /src/Invoices.cs:line 4',
      },
    ],
  },
];

function node(message: string, fn: string, file: string, ...lines: readonly number[]): Failure[] {
  return lines.map((line) => ({
    errorType: 'TypeError',
    message,
    stack: [
      `TypeError: ${message}`,
      `    at ${fn} (/srv/billing/${file}:${line}:22)`,
      `    at onMessage (/srv/billing/consume.js:${line}:9)`,
    ].join('\n'),
  }));
}

function java(method: string, file: string, line: number): Failure {
  const message = 'Cannot invoke "Address.country()" because "address" is null';
  return {
    errorType: 'java.lang.NullPointerException',
    message,
    stack: [
      `java.lang.NullPointerException: ${message}`,
      `\tat java.base/java.util.Objects.requireNonNull(Objects.java:${line})`,
      `\tat ${method}(${file}:${line})`,
    ].join('\n'),
  };
}

function python(says: string, fn: string, line: number): Failure {
  const [errorType = '', message = ''] = says.split(': ');
  return {
    errorType,
    message,
    stack: [
      `Traceback (most recent call last):`,
      `  File "/app/main.py", line ${line + 30}, in consume`,
      `    ${fn}(order)`,
      `  File "/app/${fn}.py", line ${line}, in ${fn}`,
      `    return order['x']`,
      `  File "/usr/lib/python3.12/site-packages/box/box.py", line 9, in __getitem__`,
      `    raise`,
      says,
    ].join('\n'),
  };
}
