import { countTransactions, listTransactions, resolveTransaction } from '../../../broker';
import { mapReading } from '../../../model/reading';
import type { TransactionsPort } from '../../port/transactions';
import { readOrUnknown } from '../../read-or-unknown';
import { databaseNow } from '../../reading-time';
import type { EmbeddedContext } from '../context';

export function embeddedTransactions({ broker }: EmbeddedContext): TransactionsPort {
  return {
    policy: () => broker.transactions,
    page: (asked) => listTransactions(broker, asked),
    pending: async (topic) => {
      const asOf = await databaseNow(broker.store.console);
      const counts = await readOrUnknown(broker.log, countTransactions(broker), asOf);
      return mapReading(counts, (rows) => rows.find((row) => row.topic === topic)?.pending ?? 0);
    },
    resolve: (change) => resolveTransaction(broker, change),
  };
}
