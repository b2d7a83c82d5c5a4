import { type ConnectFacts, lines, type ProgramLanguage, quoted, SECRET_VARIABLE } from './program';

function configuration({ endpoint, accessKeyId }: ConnectFacts): string[] {
  return [
    '    ClientServiceProvider provider = ClientServiceProvider.loadService();',
    '    ClientConfiguration configuration = ClientConfiguration.newBuilder()',
    ...(accessKeyId === null
      ? []
      : [
          '        .setCredentialProvider(new StaticSessionCredentialsProvider(',
          `            ${quoted(accessKeyId)}, System.getenv("${SECRET_VARIABLE}")))`,
        ]),
    `        .setEndpoints(${quoted(endpoint)}).build();`,
  ];
}

export const java: ProgramLanguage = {
  name: 'Java',
  keywords: /^(?:class|import|new|public|return|static|throws|try|var|void)$/,
  install: 'implementation "org.apache.rocketmq:rocketmq-client-java:5.2.0"',
  producer: (facts) => {
    const { topic, type } = facts;
    const inTransaction = type === 'TRANSACTION';
    return {
      ...{ file: 'SendMessage.java', run: 'run its main method' },
      text: lines(
        'import java.nio.charset.StandardCharsets;',
        'import org.apache.rocketmq.client.apis.*;',
        'import org.apache.rocketmq.client.apis.producer.*;',
        '',
        'public class SendMessage {',
        '  public static void main(String[] args) throws Exception {',
        configuration(facts),
        '    try (Producer producer = provider.newProducerBuilder()',
        inTransaction && '        .setTransactionChecker(message -> TransactionResolution.COMMIT)',
        `        .setClientConfiguration(configuration).setTopics(${quoted(topic)}).build()) {`,
        '      var message = provider.newMessageBuilder()',
        `          .setTopic(${quoted(topic)}).setTag("created").setKeys("invoice-1")`,
        type === 'FIFO' && '          .setMessageGroup("customer-1") // messages of one group keep their order',
        type === 'LITE' && '          .setLiteTopic("session-1") // its messages keep their order',
        type === 'PRIORITY' && '          .setPriority(3) // 0 is the lowest',
        type === 'DELAY' && '          .setDeliveryTimestamp(System.currentTimeMillis() + 10_000) // in 10 s',
        String.raw`          .setBody("{\"invoice\":1}".getBytes(StandardCharsets.UTF_8))`,
        '          .build();',
        inTransaction && '      var transaction = producer.beginTransaction();',
        inTransaction
          ? '      var receipt = producer.send(message, transaction);'
          : '      var receipt = producer.send(message);',
        inTransaction && '      transaction.commit();',
        '      System.out.println("sent " + receipt.getMessageId());',
        '    }',
        '  }',
        '}',
        '',
      ),
    };
  },
  consumer: (facts) => ({
    ...{ file: 'ReceiveMessages.java', run: 'run its main method' },
    text: lines(
      'import java.nio.charset.StandardCharsets;',
      facts.type !== 'LITE' && 'import java.util.Map;',
      'import org.apache.rocketmq.client.apis.*;',
      'import org.apache.rocketmq.client.apis.consumer.*;',
      '',
      'public class ReceiveMessages {',
      '  public static void main(String[] args) throws Exception {',
      configuration(facts),
      facts.type === 'LITE'
        ? [
            '    var consumer = provider.newLitePushConsumerBuilder().setClientConfiguration(configuration)',
            `        .setConsumerGroup(${quoted(facts.group)})`,
            `        .bindTopic(${quoted(facts.topic)})`,
          ]
        : [
            '    provider.newPushConsumerBuilder().setClientConfiguration(configuration)',
            `        .setConsumerGroup(${quoted(facts.group)})`,
            `        .setSubscriptionExpressions(Map.of(${quoted(facts.topic)},`,
            '            new FilterExpression("*", FilterExpressionType.TAG)))',
          ],
      '        .setMessageListener(message -> {',
      '          System.out.println("received " + message.getMessageId() + " "',
      '              + StandardCharsets.UTF_8.decode(message.getBody()));',
      '          return ConsumeResult.SUCCESS; // FAILURE: the message is retried',
      '        }).build();',
      facts.type === 'LITE' && '    consumer.subscribeLite("session-1");',
      '    System.out.println("waiting for messages; stop with Ctrl+C");',
      '    Thread.currentThread().join();',
      '  }',
      '}',
      '',
    ),
  }),
};
