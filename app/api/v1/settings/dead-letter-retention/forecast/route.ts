import { forecastDeadLetterRetentionRoute } from '@/lib/console/api/dead-letter-retention';

export const GET = forecastDeadLetterRetentionRoute.handle;
