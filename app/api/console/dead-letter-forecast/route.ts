import { deadLetterForecastRead } from '@/lib/console/reads/dead-letter-retention';

export const GET = deadLetterForecastRead.GET;
