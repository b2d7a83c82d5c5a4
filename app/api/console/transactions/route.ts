import { transactionsRead } from '@/lib/console/reads/transactions';

export const GET = transactionsRead.GET;
