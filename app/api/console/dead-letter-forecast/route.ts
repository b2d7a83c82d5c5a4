import { deadLetterForecastRead } from '@/lib/console/queries/dead-letter-retention';

export const GET = deadLetterForecastRead.GET;
