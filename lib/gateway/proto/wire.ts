/**
 * The parts of the wire that the gateway reads and writes, as the codec gives them (camel case, numbers for enums
 * and int64, absent fields undefined). Nothing outside lib/gateway may see these types.
 */
export interface Timestamp {
  readonly seconds?: number;
  readonly nanos?: number;
}

export interface Duration {
  readonly seconds?: number;
  readonly nanos?: number;
}

export interface Status {
  readonly code: number;
  readonly message?: string;
}

export interface Resource {
  readonly resourceNamespace?: string;
  readonly name?: string;
}

export interface Address {
  readonly host?: string;
  readonly port?: number;
}

export interface Endpoints {
  readonly scheme?: number;
  readonly addresses?: readonly Address[];
}

export interface MessageQueue {
  readonly topic?: Resource;
  readonly id?: number;
  readonly permission?: number;
  readonly broker?: { readonly name?: string; readonly id?: number; readonly endpoints?: Endpoints };
  readonly acceptMessageTypes?: readonly number[];
}

/** What may be undefined is left out of an answer then. */
export interface SystemProperties {
  readonly tag?: string | undefined;
  readonly keys?: readonly string[];
  readonly messageId?: string;
  readonly bodyDigest?: { readonly type?: number; readonly checksum?: string };
  readonly bodyEncoding?: number;
  readonly messageType?: number;
  readonly bornTimestamp?: Timestamp;
  readonly bornHost?: string;
  readonly storeTimestamp?: Timestamp;
  readonly storeHost?: string;
  readonly deliveryTimestamp?: Timestamp | undefined;
  readonly receiptHandle?: string | undefined;
  readonly queueId?: number;
  readonly queueOffset?: number | undefined;
  readonly invisibleDuration?: Duration | undefined;
  readonly deliveryAttempt?: number | undefined;
  readonly messageGroup?: string | undefined;
  readonly liteTopic?: string | undefined;
  readonly traceContext?: string | undefined;
  readonly orphanedTransactionRecoveryDuration?: Duration;
  readonly priority?: number | undefined;
  readonly deadLetterQueue?: { readonly topic: string; readonly messageId: string } | undefined;
}

export interface Message {
  readonly topic?: Resource;
  readonly userProperties?: Readonly<Record<string, string>>;
  readonly systemProperties?: SystemProperties;
  readonly body?: Buffer;
}

export interface RetryPolicy {
  readonly maxAttempts?: number;
  readonly exponentialBackoff?: { readonly initial: Duration; readonly max: Duration; readonly multiplier: number };
  readonly customizedBackoff?: { readonly next: readonly Duration[] };
}

export interface FilterExpression {
  readonly type?: number;
  readonly expression?: string;
}

export interface UserAgent {
  readonly language?: number;
  readonly version?: string;
  readonly platform?: string;
  readonly hostname?: string;
}

export interface Publishing {
  readonly topics?: readonly Resource[];
  readonly maxBodySize?: number;
  readonly validateMessageType?: boolean;
}

export interface Subscription {
  readonly group?: Resource;
  readonly subscriptions?: readonly { readonly topic?: Resource; readonly expression?: FilterExpression }[];
  readonly fifo?: boolean;
  readonly receiveBatchSize?: number;
  readonly longPollingTimeout?: Duration;
  readonly liteSubscriptionQuota?: number;
  readonly maxLiteTopicSize?: number;
}

export interface Settings {
  readonly clientType?: number;
  readonly accessPoint?: Endpoints;
  readonly backoffPolicy?: RetryPolicy;
  readonly requestTimeout?: Duration;
  readonly publishing?: Publishing;
  readonly subscription?: Subscription;
  readonly userAgent?: UserAgent;
  readonly metric?: { readonly on: boolean };
}

export interface TelemetryCommand {
  readonly status?: Status;
  readonly settings?: Settings;
  readonly notifyUnsubscribeLiteCommand?: { readonly liteTopic: string };
  readonly recoverOrphanedTransactionCommand?: { readonly message?: Message; readonly transactionId?: string };
}

export interface QueryRouteRequest {
  readonly topic?: Resource;
  readonly endpoints?: Endpoints;
}

export interface QueryRouteResponse {
  readonly status: Status;
  readonly messageQueues?: readonly MessageQueue[];
}

export interface QueryAssignmentRequest {
  readonly topic?: Resource;
  readonly group?: Resource;
  readonly endpoints?: Endpoints;
}

export interface QueryAssignmentResponse {
  readonly status: Status;
  readonly assignments?: readonly { readonly messageQueue: MessageQueue }[];
}

export interface SendMessageRequest {
  readonly messages?: readonly Message[];
}

export interface SendMessageResponse {
  readonly status: Status;
  readonly entries?: readonly {
    readonly status: Status;
    readonly messageId: string;
    readonly transactionId?: string;
    readonly offset: number;
    readonly recallHandle?: string;
  }[];
}

export interface ReceiveMessageRequest {
  readonly group?: Resource;
  readonly messageQueue?: MessageQueue;
  readonly filterExpression?: FilterExpression;
  readonly batchSize?: number;
  readonly invisibleDuration?: Duration;
  readonly autoRenew?: boolean;
  readonly longPollingTimeout?: Duration;
  readonly attemptId?: string;
}

export interface ReceiveMessageResponse {
  readonly status?: Status;
  readonly message?: Message;
  readonly deliveryTimestamp?: Timestamp;
}

export interface AckMessageRequest {
  readonly group?: Resource;
  readonly topic?: Resource;
  readonly entries?: readonly { readonly messageId?: string; readonly receiptHandle?: string }[];
}

export interface AckMessageResponse {
  readonly status: Status;
  readonly entries?: readonly { readonly messageId: string; readonly receiptHandle: string; readonly status: Status }[];
}

export interface SyncLiteSubscriptionRequest {
  readonly action?: number;
  readonly topic?: Resource;
  readonly group?: Resource;
  readonly liteTopicSet?: readonly string[];
  readonly offsetOption?: {
    readonly policy?: number;
    readonly offset?: number;
    readonly tailN?: number;
    readonly timestamp?: number;
  };
}

export interface ChangeInvisibleDurationRequest {
  readonly group?: Resource;
  readonly topic?: Resource;
  readonly receiptHandle?: string;
  readonly invisibleDuration?: Duration;
  readonly messageId?: string;
  /** Of a client of lite topics: the delivery does not count as an attempt. */
  readonly suspend?: boolean;
}

export interface ChangeInvisibleDurationResponse {
  readonly status: Status;
  readonly receiptHandle?: string;
}

export interface ForwardMessageToDeadLetterQueueRequest {
  readonly group?: Resource;
  readonly topic?: Resource;
  readonly receiptHandle?: string;
  readonly messageId?: string;
  readonly deliveryAttempt?: number;
  readonly maxDeliveryAttempts?: number;
}

export interface EndTransactionRequest {
  readonly topic?: Resource;
  readonly messageId?: string;
  readonly transactionId?: string;
  readonly resolution?: number;
  readonly source?: number;
}

export interface HeartbeatRequest {
  readonly group?: Resource;
  readonly clientType?: number;
}

export interface NotifyClientTerminationRequest {
  readonly group?: Resource;
}

export interface RecallMessageRequest {
  readonly topic?: Resource;
  readonly recallHandle?: string;
}

export interface RecallMessageResponse {
  readonly status: Status;
  readonly messageId?: string;
}

export interface StatusResponse {
  readonly status: Status;
}
