import { transactionsRead } from '@/lib/console/queries/transactions';

export const GET = transactionsRead.GET;
