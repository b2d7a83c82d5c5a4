import { type ConnectFacts, lines, type ProgramLanguage, SECRET_VARIABLE } from './program';

const single = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function clientLines({ endpoint, accessKeyId, tlsOnly }: ConnectFacts): string[] {
  return [
    `  endpoints: ${single(endpoint)},`,
    "  namespace: '',",
    ...(tlsOnly ? ['  sslEnabled: true,'] : []),
    ...(accessKeyId === null
      ? []
      : [`  sessionCredentials: { accessKey: ${single(accessKeyId)}, accessSecret: process.env.${SECRET_VARIABLE} },`]),
  ];
}

const consumerOf = ({ type }: ConnectFacts): string => (type === 'LITE' ? 'LitePushConsumerImpl' : 'PushConsumer');

export const node: ProgramLanguage = {
  name: 'Node.js',
  keywords: /^(?:async|await|const|from|import|new|return)$/,
  install: 'npm install rocketmq-client-nodejs',
  producer: (facts) => {
    const { topic, type } = facts;
    return {
      ...{ file: 'producer.mjs', run: 'node producer.mjs' },
      text: lines(
        "import { Producer } from 'rocketmq-client-nodejs';",
        '',
        'const producer = new Producer({',
        clientLines(facts),
        `  topics: [${single(topic)}],`,
        type === 'TRANSACTION' && '  checker: { check: async () => 1 }, // 1: commit, 2: roll back',
        '});',
        'await producer.startup();',
        type === 'TRANSACTION' && 'const transaction = producer.beginTransaction();',
        `const receipt = await producer.send({`,
        `  topic: ${single(topic)},`,
        "  tag: 'created',",
        "  keys: ['invoice-1'],",
        type === 'FIFO' && "  messageGroup: 'customer-1', // messages of one group keep their order",
        type === 'LITE' && "  liteTopic: 'session-1', // its messages keep their order",
        type === 'PRIORITY' && '  priority: 3, // 0 is the lowest',
        type === 'DELAY' && '  deliveryTimestamp: new Date(Date.now() + 10_000), // in 10 s',
        '  body: Buffer.from(JSON.stringify({ invoice: 1 })),',
        type === 'TRANSACTION' ? '}, transaction);' : '});',
        type === 'TRANSACTION' && 'await transaction.commit();',
        "console.log('sent', receipt.messageId);",
        'await producer.shutdown();',
        'process.exit(0);',
        '',
      ),
    };
  },
  consumer: (facts) => ({
    ...{ file: 'consumer.mjs', run: 'node consumer.mjs' },
    text: lines(
      `import { ConsumeResult, ${consumerOf(facts)} } from 'rocketmq-client-nodejs';`,
      '',
      `const consumer = new ${consumerOf(facts)}({`,
      clientLines(facts),
      `  consumerGroup: ${single(facts.group)},`,
      facts.type === 'LITE'
        ? `  bindTopic: ${single(facts.topic)},`
        : `  subscriptions: new Map([[${single(facts.topic)}, '*']]),`,
      '  messageListener: {',
      '    async consume(message) {',
      "      console.log('received', message.messageId, message.body.toString());",
      '      return ConsumeResult.SUCCESS; // an error here: the message is retried',
      '    },',
      '  },',
      '});',
      'await consumer.startup();',
      facts.type === 'LITE' && "await consumer.subscribeLite('session-1');",
      "console.log('waiting for messages; stop with Ctrl+C');",
      "process.on('SIGINT', async () => {",
      '  await consumer.shutdown();',
      '  process.exit(0);',
      '});',
      '',
    ),
  }),
};
