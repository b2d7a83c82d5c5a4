import { type ConnectFacts, lines, type ProgramLanguage, quoted, SECRET_VARIABLE } from './program';

function configuration({ endpoint, accessKeyId }: ConnectFacts): string[] {
  if (accessKeyId === null) return [`config = ClientConfiguration(${quoted(endpoint)}, Credentials())`];
  return [
    `credentials = Credentials(${quoted(accessKeyId)}, os.environ["${SECRET_VARIABLE}"])`,
    `config = ClientConfiguration(${quoted(endpoint)}, credentials)`,
  ];
}

const tlsOf = ({ tlsOnly }: ConnectFacts): string => (tlsOnly ? ', tls_enable=True' : '');

export const python: ProgramLanguage = {
  name: 'Python',
  keywords: /^(?:class|def|except|from|import|return|try|while|True)$/,
  install: 'pip install rocketmq-python-client',
  producer: (facts) => {
    const { topic, type, accessKeyId } = facts;
    const inTransaction = type === 'TRANSACTION';
    const options = `${inTransaction ? ', Checker()' : ''}${tlsOf(facts)}`;
    return {
      ...{ file: 'producer.py', run: 'python producer.py' },
      text: lines(
        accessKeyId !== null && 'import os',
        type === 'DELAY' && 'import time',
        inTransaction
          ? [
              'from rocketmq import (ClientConfiguration, Credentials, Message, Producer,',
              '                      TransactionChecker, TransactionResolution)',
              '',
              '',
              'class Checker(TransactionChecker):',
              '    def check(self, message):',
              '        return TransactionResolution.COMMIT',
              '',
            ]
          : 'from rocketmq import ClientConfiguration, Credentials, Message, Producer',
        '',
        configuration(facts),
        `producer = Producer(config, (${quoted(topic)},)${options})`,
        'producer.startup()',
        '',
        'message = Message()',
        `message.topic = ${quoted(topic)}`,
        'message.tag = "created"',
        'message.keys = "invoice-1"',
        type === 'FIFO' && 'message.message_group = "customer-1"  # messages of one group keep their order',
        type === 'LITE' && 'message.lite_topic = "session-1"  # its messages keep their order',
        type === 'PRIORITY' && 'message.priority = 3  # 0 is the lowest',
        type === 'DELAY' && 'message.delivery_timestamp = int(time.time()) + 10  # in 10 s',
        `message.body = b'{"invoice": 1}'`,
        '',
        inTransaction
          ? [
              'transaction = producer.begin_transaction()',
              'receipt = producer.send(message, transaction)',
              'transaction.commit()',
            ]
          : 'receipt = producer.send(message)',
        'print("sent", receipt.message_id)',
        'producer.shutdown()',
        '',
      ),
    };
  },
  consumer: (facts) => ({
    ...{ file: 'consumer.py', run: 'python consumer.py' },
    text: lines(
      facts.accessKeyId !== null && 'import os',
      'import time',
      'from rocketmq import (ClientConfiguration, ConsumeResult, Credentials,',
      '                      FilterExpression, MessageListener, PushConsumer)',
      '',
      '',
      'class Listener(MessageListener):',
      '    def consume(self, message):',
      '        print("received", message.message_id, message.body.decode(), flush=True)',
      '        return ConsumeResult.SUCCESS  # FAILURE: the message is retried',
      '',
      '',
      configuration(facts),
      `consumer = PushConsumer(config, ${quoted(facts.group)}, Listener(),`,
      `                        {${quoted(facts.topic)}: FilterExpression()}${tlsOf(facts)})`,
      'consumer.startup()',
      'print("waiting for messages; stop with Ctrl+C", flush=True)',
      'try:',
      '    while True:',
      '        time.sleep(1)',
      'except KeyboardInterrupt:',
      '    consumer.shutdown()',
      '',
    ),
  }),
};
