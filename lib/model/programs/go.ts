import { type ConnectFacts, lines, type ProgramLanguage, quoted, SECRET_VARIABLE } from './program';

const IMPORTS = [
  '',
  '\trmq "github.com/apache/rocketmq-clients/golang/v5"',
  '\t"github.com/apache/rocketmq-clients/golang/v5/credentials"',
  ')',
  '',
];

function credentials({ accessKeyId }: ConnectFacts): string[] {
  if (accessKeyId === null) return ['\t\tCredentials: &credentials.SessionCredentials{},'];
  return [
    '\t\tCredentials: &credentials.SessionCredentials{',
    `\t\t\tAccessKey: ${quoted(accessKeyId)}, AccessSecret: os.Getenv("${SECRET_VARIABLE}"),`,
    '\t\t},',
  ];
}

export const go: ProgramLanguage = {
  name: 'Go',
  keywords: /^(?:defer|func|if|import|map|nil|package|return|select)$/,
  install: 'go get github.com/apache/rocketmq-clients/golang/v5',
  producer: (facts) => {
    const { topic, type, accessKeyId } = facts;
    const inTransaction = type === 'TRANSACTION';
    return {
      ...{ file: 'producer/main.go', run: 'go run ./producer' },
      text: lines(
        'package main',
        '',
        'import (',
        '\t"context"',
        '\t"fmt"',
        '\t"log"',
        accessKeyId !== null && '\t"os"',
        type === 'DELAY' && '\t"time"',
        IMPORTS,
        'func main() {',
        '\tproducer, err := rmq.NewProducer(&rmq.Config{',
        `\t\tEndpoint: ${quoted(facts.endpoint)},`,
        credentials(facts),
        inTransaction
          ? [
              `\t}, rmq.WithTopics(${quoted(topic)}), rmq.WithTransactionChecker(&rmq.TransactionChecker{`,
              '\t\tCheck: func(*rmq.MessageView) rmq.TransactionResolution { return rmq.COMMIT },',
              '\t}))',
            ]
          : `\t}, rmq.WithTopics(${quoted(topic)}))`,
        '\tif err != nil {',
        '\t\tlog.Fatal(err)',
        '\t}',
        '\tif err = producer.Start(); err != nil {',
        '\t\tlog.Fatal(err)',
        '\t}',
        '\tdefer producer.GracefulStop()',
        `\tmessage := &rmq.Message{Topic: ${quoted(topic)}, Body: []byte(\`{"invoice":1}\`)}`,
        '\tmessage.SetTag("created")',
        '\tmessage.SetKeys("invoice-1")',
        type === 'FIFO' && '\tmessage.SetMessageGroup("customer-1") // messages of one group keep their order',
        type === 'LITE' && '\tmessage.SetLiteTopic("session-1") // its messages keep their order',
        type === 'PRIORITY' && '\tmessage.SetPriority(3) // 0 is the lowest',
        type === 'DELAY' && '\tmessage.SetDelayTimestamp(time.Now().Add(10 * time.Second))',
        inTransaction
          ? [
              '\ttransaction := producer.BeginTransaction()',
              '\treceipts, err := producer.SendWithTransaction(context.Background(), message, transaction)',
            ]
          : '\treceipts, err := producer.Send(context.Background(), message)',
        '\tif err != nil {',
        '\t\tlog.Fatal(err)',
        '\t}',
        inTransaction && ['\tif err = transaction.Commit(); err != nil {', '\t\tlog.Fatal(err)', '\t}'],
        '\tfmt.Println("sent", receipts[0].MessageID)',
        '}',
        '',
      ),
    };
  },
  consumer: (facts) => ({
    ...{ file: 'consumer/main.go', run: 'go run ./consumer' },
    text: lines(
      'package main',
      '',
      'import (',
      '\t"fmt"',
      '\t"log"',
      facts.accessKeyId !== null && '\t"os"',
      '\t"time"',
      IMPORTS,
      'func main() {',
      '\tconsumer, err := rmq.NewPushConsumer(&rmq.Config{',
      `\t\tEndpoint: ${quoted(facts.endpoint)},`,
      `\t\tConsumerGroup: ${quoted(facts.group)},`,
      credentials(facts),
      '\t},',
      '\t\trmq.WithPushAwaitDuration(5*time.Second),',
      '\t\trmq.WithPushSubscriptionExpressions(map[string]*rmq.FilterExpression{',
      `\t\t\t${quoted(facts.topic)}: rmq.SUB_ALL,`,
      '\t\t}),',
      '\t\trmq.WithPushMessageListener(&rmq.FuncMessageListener{',
      '\t\t\tConsume: func(message *rmq.MessageView) rmq.ConsumerResult {',
      '\t\t\t\tfmt.Println("received", message.GetMessageId(), string(message.GetBody()))',
      '\t\t\t\treturn rmq.SUCCESS // rmq.FAILURE: the message is retried',
      '\t\t\t},',
      '\t\t}))',
      '\tif err != nil {',
      '\t\tlog.Fatal(err)',
      '\t}',
      '\tif err = consumer.Start(); err != nil {',
      '\t\tlog.Fatal(err)',
      '\t}',
      '\tfmt.Println("waiting for messages; stop with Ctrl+C")',
      '\tselect {}',
      '}',
      '',
    ),
  }),
};
