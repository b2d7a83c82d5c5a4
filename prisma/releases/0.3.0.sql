-- {"version":"0.3.0","lastMigration":"0074_managed_by_git","at":"2026-01-01T00:01:02.004Z","handles":{"pushed":"AQEAAAABAAAAAQAAAAAAAAAEAAAAAAAAAAwAAAEACv632RsreX8Befkca3wN","simple":"AQEAAAABAAAAAQAAAAAAAAAFAAAAAAAAAA0AAAFp2U48RRMXOt6Tb9W4Vso2","b-1":"AYEAAAADAAAAAwAAAAAAAAACAAAAAAAAABAAAAE26MVeir0bOh5roIYcJWl2","mail-2":"AQIAAAAJAAAABwAAAAAAAAABAAAAAAAAAB0AAAFh9Ab2SFKzD2SKmpslVQ4o"},"transactions":{"commit":"5YqpFTLsPrnJh2uwd1Ky4ADO","rollback":"yBtTI_mK1Z77CosLN2WH8qQp","silent":"V8hv1e5LwBUsnNNQffJ36jCA"}}
TRUNCATE access_key, alarm_channel, alarm_delivery, alarm_event, alarm_incident, alarm_pass, alarm_redrive, alarm_rule, alarm_sample, alarm_state, api_token, approval, audit, audit_chain, audit_check, broadcast_member, broker_node, broker_sample, broker_secret, broker_setting, client, cluster, cluster_alarm_event, cluster_alarm_incident, cluster_alarm_pass, cluster_alarm_redrive, cluster_alarm_rule, cluster_alarm_state, cluster_broker_sample, cluster_consumer_group, cluster_dead_letter, cluster_failure_cause, cluster_failure_report, cluster_group_sample, cluster_group_state, cluster_group_version, cluster_index, cluster_letter_gap, cluster_letter_queue, cluster_letter_text, cluster_letter_text_due, cluster_letter_unpacked, cluster_move, cluster_move_group, cluster_peer, cluster_redrive, cluster_redrive_helper, cluster_redrive_item, cluster_redrive_owner, cluster_report, cluster_sampler, cluster_step_sample, cluster_subscription_difference, cluster_topic, cluster_topic_decoder, cluster_trace_due, consumer_group, consumer_group_version, dead_letter, dead_letter_topic, deletion, delivery_event, discarded_letter, edited_message, expired_letter, failure_cause, failure_report, fifo_group, filter_sample, group_client, group_queue, group_sample, half_message, installed_release, kept_message, known_device, lease, letter_job, letter_job_part, letter_text, letter_text_due, letter_unpacked, managed, message, message_key, message_key_place, node_client, node_consumers, node_limits, node_session, oidc_identity, operator, operator_session, passkey, practice_run, problem_ack, queue, queue_sample, queue_segment, recovery_code, redirect, redrive, redrive_item, refusal_sample, retry, retry_job, retry_job_part, saved_view, scheduled_message, segment, sign_in_attempt, sign_in_link, sign_in_step, subscription_difference, team, team_member, throttle_limit, topic, topic_decoder, topic_failover, topic_sample, totp, trace_place;
INSERT INTO access_key OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::access_key, E'{"name": "shop", "note": "", "rules": [{"actions": ["publish"], "pattern": "orders*", "resource": "topic"}], "secret": "\\\\x01c7bd5a86c98fd270bd19e3462869438fa5eec49ae15339b28401d8216be1f7b48edfc95608aca5db453ca14bae302cd43a5aecb93c65f42c85046fc8c8a7476cbe036418", "version": 1, "created_at": "2026-01-01T00:01:02.004+00:00", "created_by": "ana@example.com", "expires_at": null, "old_secret": null, "disabled_at": null, "last_used_at": null, "access_key_id": "RDHldqKCTRy5WD8L", "secret_version": 1, "old_secret_until": null}');
INSERT INTO alarm_channel OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::alarm_channel, E'{"kind": "webhook", "name": "on call", "config": {"url": "https://example.com/hook"}, "secret": "\\\\x01029fc7f38b9224baafe63939ba6cba0a8c99a9b80386f0c1de6e8fd673c9871d55bd397a8361aa14eedeebce4c5a", "enabled": true, "seal_id": "alarm-channel:068e6bab-d73e-413b-888e-73ff0f1cab36", "version": 1, "channel_id": 1, "updated_at": "2026-01-01T00:01:02.004+00:00", "updated_by": "ana@example.com"}');
INSERT INTO alarm_delivery OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::alarm_delivery, '{"kind": "fired", "state": "pending", "notice": {"key": "redrive-alarm-1-mjuoj3uc", "kind": "fired", "peak": 3, "unit": "messages", "cause": null, "title": "Ready messages, group billing: 3 messages (rule: 3 messages)", "value": 3, "watch": "backlog", "became": null, "firedAt": "2026-01-01T00:01:02.004Z", "subject": "billing", "evidence": "/groups/billing", "severity": "warning", "remaining": null, "threshold": 3, "workspace": null, "incidentId": 1, "resolvedAt": null, "resolvedBy": null, "acknowledgedBy": null}, "status": null, "next_at": "2026-01-01T00:01:02.004+00:00", "problem": null, "attempts": 0, "tried_at": null, "channel_id": 1, "created_at": "2026-01-01T00:01:02.004+00:00", "delivery_id": 1, "incident_id": 1}');
INSERT INTO alarm_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::alarm_event, '{"at": "2026-01-01T00:01:02.004+00:00", "kind": "fired", "note": null, "actor": null, "value": 3, "event_id": 1, "incident_id": 1}');
INSERT INTO alarm_incident OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::alarm_incident, '{"peak": 3, "told": true, "value": 3, "watch": "backlog", "expired": null, "rule_id": 1, "subject": "billing", "accepted": null, "consumed": null, "fired_at": "2026-01-01T00:01:02.004+00:00", "severity": "warning", "discarded": null, "elsewhere": null, "remaining": null, "threshold": 3, "window_ms": 0, "redrive_id": null, "accepted_by": null, "incident_id": 1, "resolved_at": null, "discarded_by": null, "resolved_why": null, "acknowledged_at": null, "acknowledged_by": null, "because_unknown": false}');
INSERT INTO alarm_pass OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::alarm_pass, '{"only_one": true, "defaults_at": null, "evaluated_at": "2026-01-01T00:01:02.004+00:00"}');
INSERT INTO alarm_rule OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::alarm_rule, '{"watch": "backlog", "for_ms": 0, "reason": "snapshot", "enabled": true, "rule_id": 1, "subject": "billing", "version": 1, "severity": "warning", "repeat_ms": 0, "threshold": 3, "window_ms": 0, "on_unknown": "hold", "updated_at": "2026-01-01T00:01:02.004+00:00", "updated_by": "ana@example.com", "channel_ids": null, "clear_below": 2, "clear_for_ms": 0, "unknown_for_ms": 30000}');
INSERT INTO alarm_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::alarm_sample, '{"at": "2026-01-01T00:01:00+00:00", "step_s": 10, "unwell_s": null}');
INSERT INTO alarm_state OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::alarm_state, '{"phase": "firing", "since": "2026-01-01T00:01:02.004+00:00", "rule_id": 1, "subject": "billing", "told_at": "2026-01-01T00:01:02.004+00:00", "fired_at": "2026-01-01T00:01:02.004+00:00", "counts_from": null, "holds_since": null, "silenced_by": null, "unknown_since": null, "silence_reason": null, "silenced_until": null, "because_unknown": false}');
INSERT INTO api_token OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::api_token, E'{"name": "ci", "rights": "viewer", "old_hash": null, "old_until": null, "created_at": "2026-11-29T13:04:36.27112+00:00", "created_by": "ana@example.com", "expires_at": null, "revoked_at": null, "token_hash": "\\\\xb5401b9e50d1824a98fdc2d4c1a709da9f853d093a07ae0331f606a1f19cf8f3", "shown_start": "rdt_0Ci5", "api_token_id": 1, "last_used_at": null}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:35.875715+00:00", "actor": "ana@example.com", "after": {"maxRetries": 2, "description": "", "retryPolicy": {"type": "stepped"}, "messageModel": "clustering", "deliveryOrder": "concurrent", "consumptionTimeoutMs": 900000}, "action": "group.create", "before": null, "counts": null, "reason": null, "target": "billing", "address": null, "audit_id": 1, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:35.897015+00:00", "actor": "ana@example.com", "after": {"queues": 1, "messageType": "NORMAL"}, "action": "topic.create", "before": null, "counts": null, "reason": null, "target": "orders", "address": null, "audit_id": 2, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.065573+00:00", "actor": "ana@example.com", "after": {"maxRetries": 16, "description": "", "retryPolicy": {"type": "stepped"}, "messageModel": "clustering", "deliveryOrder": "concurrent", "consumptionTimeoutMs": 900000}, "action": "group.create", "before": null, "counts": null, "reason": null, "target": "autopsy", "address": null, "audit_id": 3, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.094756+00:00", "actor": "ana@example.com", "after": {"maxRetries": 16, "description": "", "retryPolicy": {"type": "fixed", "intervalMs": 3000}, "messageModel": "clustering", "deliveryOrder": "ordered", "consumptionTimeoutMs": 900000}, "action": "group.create", "before": null, "counts": null, "reason": null, "target": "shipping", "address": null, "audit_id": 4, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.10061+00:00", "actor": "ana@example.com", "after": {"queues": 1, "messageType": "FIFO"}, "action": "topic.create", "before": null, "counts": null, "reason": null, "target": "steps", "address": null, "audit_id": 5, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.136942+00:00", "actor": "ana@example.com", "after": {"maxRetries": 16, "description": "", "retryPolicy": {"type": "stepped"}, "messageModel": "clustering", "deliveryOrder": "concurrent", "consumptionTimeoutMs": 900000}, "action": "group.create", "before": null, "counts": null, "reason": null, "target": "reminders", "address": null, "audit_id": 6, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.145688+00:00", "actor": "ana@example.com", "after": {"queues": 1, "messageType": "DELAY"}, "action": "topic.create", "before": null, "counts": null, "reason": null, "target": "later", "address": null, "audit_id": 7, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.159266+00:00", "actor": "ana@example.com", "after": {"maxRetries": 16, "description": "", "retryPolicy": {"type": "stepped"}, "messageModel": "clustering", "deliveryOrder": "concurrent", "consumptionTimeoutMs": 900000}, "action": "group.create", "before": null, "counts": null, "reason": null, "target": "ledger", "address": null, "audit_id": 8, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.161731+00:00", "actor": "ana@example.com", "after": {"queues": 1, "messageType": "TRANSACTION"}, "action": "topic.create", "before": null, "counts": null, "reason": null, "target": "payments", "address": null, "audit_id": 9, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.184698+00:00", "actor": "ana@example.com", "after": {"maxRetries": 16, "description": "", "retryPolicy": {"type": "stepped"}, "messageModel": "broadcasting", "deliveryOrder": "concurrent", "consumptionTimeoutMs": 900000}, "action": "group.create", "before": null, "counts": null, "reason": null, "target": "screens", "address": null, "audit_id": 10, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.190768+00:00", "actor": "ana@example.com", "after": {"queues": 1, "messageType": "NORMAL"}, "action": "topic.create", "before": null, "counts": null, "reason": null, "target": "news", "address": null, "audit_id": 11, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.207413+00:00", "actor": "ana@example.com", "after": {"maxRetries": 0, "description": "", "retryPolicy": {"type": "stepped"}, "messageModel": "clustering", "deliveryOrder": "concurrent", "consumptionTimeoutMs": 900000}, "action": "group.create", "before": null, "counts": null, "reason": null, "target": "mailer", "address": null, "audit_id": 12, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.209814+00:00", "actor": "ana@example.com", "after": {"queues": 1, "messageType": "NORMAL"}, "action": "topic.create", "before": null, "counts": null, "reason": null, "target": "mails", "address": null, "audit_id": 13, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.243562+00:00", "actor": "ana@example.com", "after": {"ramp": [{"afterVerdicts": 10, "ratePerSecond": 1}, {"afterVerdicts": 30, "ratePerSecond": 1}, {"afterVerdicts": 70, "ratePerSecond": 1}], "abort": {"ofLast": 20, "delayP95Ms": null, "failedShare": 0.2, "unfetchedMs": 120000}, "group": "mailer", "canary": 10, "selection": {"kind": "all"}, "ratePerSecond": 1}, "action": "redrive.start", "before": null, "counts": {"excluded": 0, "selected": 4}, "reason": "fixed", "target": "RD-1", "address": null, "audit_id": 14, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.267272+00:00", "actor": "ana@example.com", "after": {"role": "operator"}, "action": "user.add", "before": null, "counts": null, "reason": null, "target": "bo@example.com", "address": null, "audit_id": 15, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.27226+00:00", "actor": "ana@example.com", "after": {"rights": "viewer", "expiresInDays": null}, "action": "token.create", "before": null, "counts": null, "reason": null, "target": "ci (1)", "address": null, "audit_id": 16, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.286262+00:00", "actor": "ana@example.com", "after": {"rules": [{"actions": ["publish"], "pattern": "orders*", "resource": "topic"}], "expiresAt": null}, "action": "access-key.create", "before": null, "counts": null, "reason": null, "target": "shop (RDHldqKCTRy5WD8L)", "address": null, "audit_id": 17, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.291981+00:00", "actor": "ana@example.com", "after": {"hard": 5000, "burstMs": 1000, "enabled": true, "softShare": 0.8}, "action": "limit.create", "before": null, "counts": null, "reason": "snapshot", "target": "send-rate of topic orders", "address": null, "audit_id": 18, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.295951+00:00", "actor": "ana@example.com", "after": {"endpoints": "10.0.0.7:8081", "afterSeconds": 60}, "action": "topic.failover", "before": null, "counts": null, "reason": "snapshot", "target": "orders", "address": null, "audit_id": 19, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.30141+00:00", "actor": "ana@example.com", "after": {"keepHours": 720}, "action": "setting.update", "before": {"keepHours": null}, "counts": null, "reason": "snapshot", "target": "dead-letter-retention", "address": null, "audit_id": 20, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.309802+00:00", "actor": "ana@example.com", "after": {"kind": "webhook", "name": "on call", "config": {"url": "https://example.com/hook"}, "enabled": true}, "action": "alarm-channel.create", "before": null, "counts": null, "reason": null, "target": "on call", "address": null, "audit_id": 21, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit, '{"at": "2026-11-29T13:04:36.312754+00:00", "actor": "ana@example.com", "after": {"forMs": 0, "watch": "backlog", "enabled": true, "subject": "billing", "repeatMs": 0, "severity": "warning", "windowMs": 0, "onUnknown": "hold", "threshold": 3, "channelIds": null, "clearBelow": 2, "clearForMs": 0, "unknownForMs": 30000}, "action": "alarm-rule.create", "before": null, "counts": null, "reason": "snapshot", "target": "backlog of billing", "address": null, "audit_id": 22, "workspace": null, "actor_kind": "operator"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\x0079de935d4e81d1bef0a54cf772aba29a12dc72720036a7e502bbec96d481ac", "audit_id": 21, "position": 21, "previous": "\\\\xe92c251eee810b179d8e55431258e9ddcbe560dad556db1ff2443ef2752b4e7d", "linked_at": "2026-11-29T13:04:36.310354+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\x0992958ddbebd6866ffab0b5dab5eb0c05600580b6c24f4efb10a4134ae9abc8", "audit_id": 15, "position": 15, "previous": "\\\\xf6fe0692069c9c9ba2e08808d3342a97f7ee0a18df237f3be08b9dc92a970994", "linked_at": "2026-11-29T13:04:36.269593+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\x2422d74c31f5e6d17b608bb0b24ec37a01b171125861b9da5fdb518868e21a85", "audit_id": 6, "position": 6, "previous": "\\\\xbd296aaead77e0b4a846e16f5331d9de2fe949d838edf335d4456dd1aac7657a", "linked_at": "2026-11-29T13:04:36.14243+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\x49292f52a5a19a806228839ba2cdbfce491ef2114176cbfedbb330b455ff6591", "audit_id": 11, "position": 11, "previous": "\\\\x570e4a07c7aec93d716002822a62211c859e35ff86b28636b1d8fb66fba0d5cf", "linked_at": "2026-11-29T13:04:36.191048+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\x570e4a07c7aec93d716002822a62211c859e35ff86b28636b1d8fb66fba0d5cf", "audit_id": 10, "position": 10, "previous": "\\\\xed03f8ec788b692195ffd57898d2d15a097bdf00d643359abaa85baf7854d1fd", "linked_at": "2026-11-29T13:04:36.185377+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\x5a6642fe3783f6b04dc870e169b60bf5a3f12d23ce6d1b6ca8d74477ab9e992b", "audit_id": 1, "position": 1, "previous": "\\\\xfe62f8acc3229345316aee58c41a5ada745132b79bb7c8051cbc3252dee5b1b3", "linked_at": "2026-11-29T13:04:35.882827+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\x5fa47d46c80547566c301b40ab0bcac238b97d5983ce34eab0ed629552089368", "audit_id": 13, "position": 13, "previous": "\\\\x89854a3761151a0e10b3bfec5b375706df1dae5db62820d4898a39ee6c25221a", "linked_at": "2026-11-29T13:04:36.213137+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\x7f31e264339d8b5f8d67e71976bca0330cd0a262bdfe565d484deb5b9f02ac9d", "audit_id": 16, "position": 16, "previous": "\\\\x0992958ddbebd6866ffab0b5dab5eb0c05600580b6c24f4efb10a4134ae9abc8", "linked_at": "2026-11-29T13:04:36.273514+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\x89854a3761151a0e10b3bfec5b375706df1dae5db62820d4898a39ee6c25221a", "audit_id": 12, "position": 12, "previous": "\\\\x49292f52a5a19a806228839ba2cdbfce491ef2114176cbfedbb330b455ff6591", "linked_at": "2026-11-29T13:04:36.207891+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\x8bf4f196011c40c73805aa22b3d44b595fd1f72186856d26d548c279028246d4", "audit_id": 19, "position": 19, "previous": "\\\\xab5551006de1acd7f1bd20c8ecfc27bddc3010e37daccd6c6bda628cc6d19d37", "linked_at": "2026-11-29T13:04:36.296246+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xab5551006de1acd7f1bd20c8ecfc27bddc3010e37daccd6c6bda628cc6d19d37", "audit_id": 18, "position": 18, "previous": "\\\\xe906bb0819bcb06b787c9270e43793771ce49e80ae93d729972d11d8550fa421", "linked_at": "2026-11-29T13:04:36.293219+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xbd296aaead77e0b4a846e16f5331d9de2fe949d838edf335d4456dd1aac7657a", "audit_id": 5, "position": 5, "previous": "\\\\xc93e33b998af8638432e19f5d668e23a45024fabbc6954c35c594236aae076c0", "linked_at": "2026-11-29T13:04:36.10088+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xc21a69d3a0c58b5ff8eeb6de7d394aa0366dc9ab9c6e856e6aa4e4f0fa7c74d1", "audit_id": 3, "position": 3, "previous": "\\\\xebd6ab0778330d344090f0dc49e81fbf9de06154331fa651b2226e8352508f44", "linked_at": "2026-11-29T13:04:36.07049+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xc93e33b998af8638432e19f5d668e23a45024fabbc6954c35c594236aae076c0", "audit_id": 4, "position": 4, "previous": "\\\\xc21a69d3a0c58b5ff8eeb6de7d394aa0366dc9ab9c6e856e6aa4e4f0fa7c74d1", "linked_at": "2026-11-29T13:04:36.098455+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xcaf1aa8362bd5da9b9363a9723ffc48a804fb121b99ca90c027f55bdf3e8b848", "audit_id": 7, "position": 7, "previous": "\\\\x2422d74c31f5e6d17b608bb0b24ec37a01b171125861b9da5fdb518868e21a85", "linked_at": "2026-11-29T13:04:36.146008+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xcd574885f82ff925f4bba576771a62a4a2b5e5a2021b6ccba00f10df852748c5", "audit_id": 8, "position": 8, "previous": "\\\\xcaf1aa8362bd5da9b9363a9723ffc48a804fb121b99ca90c027f55bdf3e8b848", "linked_at": "2026-11-29T13:04:36.159862+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xe906bb0819bcb06b787c9270e43793771ce49e80ae93d729972d11d8550fa421", "audit_id": 17, "position": 17, "previous": "\\\\x7f31e264339d8b5f8d67e71976bca0330cd0a262bdfe565d484deb5b9f02ac9d", "linked_at": "2026-11-29T13:04:36.288034+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xe92c251eee810b179d8e55431258e9ddcbe560dad556db1ff2443ef2752b4e7d", "audit_id": 20, "position": 20, "previous": "\\\\x8bf4f196011c40c73805aa22b3d44b595fd1f72186856d26d548c279028246d4", "linked_at": "2026-11-29T13:04:36.301927+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xebd6ab0778330d344090f0dc49e81fbf9de06154331fa651b2226e8352508f44", "audit_id": 2, "position": 2, "previous": "\\\\x5a6642fe3783f6b04dc870e169b60bf5a3f12d23ce6d1b6ca8d74477ab9e992b", "linked_at": "2026-11-29T13:04:35.90141+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xed03f8ec788b692195ffd57898d2d15a097bdf00d643359abaa85baf7854d1fd", "audit_id": 9, "position": 9, "previous": "\\\\xcd574885f82ff925f4bba576771a62a4a2b5e5a2021b6ccba00f10df852748c5", "linked_at": "2026-11-29T13:04:36.161995+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xf0766324954eac3c5be760a28b8315ba01431dda9a54174471d06522316b0267", "audit_id": 22, "position": 22, "previous": "\\\\x0079de935d4e81d1bef0a54cf772aba29a12dc72720036a7e502bbec96d481ac", "linked_at": "2026-11-29T13:04:36.313032+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xf6fe0692069c9c9ba2e08808d3342a97f7ee0a18df237f3be08b9dc92a970994", "audit_id": 14, "position": 14, "previous": "\\\\x5fa47d46c80547566c301b40ab0bcac238b97d5983ce34eab0ed629552089368", "linked_at": "2026-11-29T13:04:36.243879+00:00"}');
INSERT INTO audit_chain OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::audit_chain, E'{"hash": "\\\\xfe62f8acc3229345316aee58c41a5ada745132b79bb7c8051cbc3252dee5b1b3", "audit_id": 0, "position": 0, "previous": "\\\\x", "linked_at": "2026-11-29T13:04:35.10913+00:00"}');
INSERT INTO broadcast_member OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::broadcast_member, '{"seen_at": "2026-01-01T00:01:00+00:00", "group_id": 7, "client_id": 2}');
INSERT INTO broadcast_member OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::broadcast_member, '{"seen_at": "2026-01-01T00:01:00+00:00", "group_id": 8, "client_id": 3}');
INSERT INTO broker_node OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::broker_node, '{"node_id": "ae7ff107-7b47-4892-954a-889b6a87345e", "seen_at": "2026-01-01T00:01:02.004+00:00", "started_at": "2026-01-01T00:01:02.004+00:00"}');
INSERT INTO broker_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::broker_sample, '{"at": "2026-01-01T00:01:00+00:00", "step_s": 10, "database_bytes": 17405631}');
INSERT INTO broker_secret OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::broker_secret, E'{"name": "access-key", "value": "\\\\x8bd6387d4bde030002c73fffaaeaba7756f3e4e5934d2ed5cc10389eb24b82f6"}');
INSERT INTO broker_secret OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::broker_secret, E'{"name": "receipt-handle", "value": "\\\\xd1d6a0630eb92fa97fe19b97b956e296f0cb2ef2fd3f677e5dc2b78ea16573ba"}');
INSERT INTO broker_setting OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::broker_setting, '{"name": "dead-letter-retention", "value": {"keepHours": 720}, "version": 1, "updated_at": "2026-01-01T00:01:02.004+00:00", "updated_by": "ana@example.com"}');
INSERT INTO client OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::client, '{"name": "client-1", "client_id": 1}');
INSERT INTO client OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::client, '{"name": "screen-1", "client_id": 2}');
INSERT INTO client OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::client, '{"name": "screen-2", "client_id": 3}');
INSERT INTO consumer_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group, '{"name": "!6/2/1767225660000", "version": 1, "group_id": 7, "paused_at": null, "paused_by": null, "created_at": "2026-01-01T00:01:00+00:00", "updated_at": "2026-01-01T00:01:00+00:00", "description": "", "max_retries": 0, "model_since": null, "broadcast_of": 6, "pause_reason": null, "retry_policy": {"type": "stepped"}, "message_model": "broadcasting", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group, '{"name": "!6/3/1767225660000", "version": 1, "group_id": 8, "paused_at": null, "paused_by": null, "created_at": "2026-01-01T00:01:00+00:00", "updated_at": "2026-01-01T00:01:00+00:00", "description": "", "max_retries": 0, "model_since": null, "broadcast_of": 6, "pause_reason": null, "retry_policy": {"type": "stepped"}, "message_model": "broadcasting", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group, '{"name": "autopsy", "version": 1, "group_id": 2, "paused_at": null, "paused_by": null, "created_at": "2026-01-01T00:01:00+00:00", "updated_at": "2026-01-01T00:01:00+00:00", "description": "", "max_retries": 16, "model_since": null, "broadcast_of": null, "pause_reason": null, "retry_policy": {"type": "stepped"}, "message_model": "clustering", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group, '{"name": "billing", "version": 1, "group_id": 1, "paused_at": null, "paused_by": null, "created_at": "2026-01-01T00:00:00+00:00", "updated_at": "2026-01-01T00:00:00+00:00", "description": "", "max_retries": 2, "model_since": null, "broadcast_of": null, "pause_reason": null, "retry_policy": {"type": "stepped"}, "message_model": "clustering", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group, '{"name": "ledger", "version": 1, "group_id": 5, "paused_at": null, "paused_by": null, "created_at": "2026-01-01T00:01:00+00:00", "updated_at": "2026-01-01T00:01:00+00:00", "description": "", "max_retries": 16, "model_since": null, "broadcast_of": null, "pause_reason": null, "retry_policy": {"type": "stepped"}, "message_model": "clustering", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group, '{"name": "mailer", "version": 1, "group_id": 9, "paused_at": null, "paused_by": null, "created_at": "2026-01-01T00:01:00+00:00", "updated_at": "2026-01-01T00:01:00+00:00", "description": "", "max_retries": 0, "model_since": null, "broadcast_of": null, "pause_reason": null, "retry_policy": {"type": "stepped"}, "message_model": "clustering", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group, '{"name": "reminders", "version": 1, "group_id": 4, "paused_at": null, "paused_by": null, "created_at": "2026-01-01T00:01:00+00:00", "updated_at": "2026-01-01T00:01:00+00:00", "description": "", "max_retries": 16, "model_since": null, "broadcast_of": null, "pause_reason": null, "retry_policy": {"type": "stepped"}, "message_model": "clustering", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group, '{"name": "screens", "version": 1, "group_id": 6, "paused_at": null, "paused_by": null, "created_at": "2026-01-01T00:01:00+00:00", "updated_at": "2026-01-01T00:01:00+00:00", "description": "", "max_retries": 16, "model_since": null, "broadcast_of": null, "pause_reason": null, "retry_policy": {"type": "stepped"}, "message_model": "broadcasting", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group, '{"name": "shipping", "version": 1, "group_id": 3, "paused_at": null, "paused_by": null, "created_at": "2026-01-01T00:01:00+00:00", "updated_at": "2026-01-01T00:01:00+00:00", "description": "", "max_retries": 16, "model_since": null, "broadcast_of": null, "pause_reason": null, "retry_policy": {"type": "fixed", "intervalMs": 3000}, "message_model": "clustering", "delivery_order": "ordered", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group_version OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group_version, '{"at": "2026-01-01T00:00:00+00:00", "actor": "ana@example.com", "reason": null, "version": 1, "group_id": 1, "description": "", "max_retries": 2, "retry_policy": {"type": "stepped"}, "message_model": "clustering", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group_version OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group_version, '{"at": "2026-01-01T00:01:00+00:00", "actor": "ana@example.com", "reason": null, "version": 1, "group_id": 2, "description": "", "max_retries": 16, "retry_policy": {"type": "stepped"}, "message_model": "clustering", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group_version OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group_version, '{"at": "2026-01-01T00:01:00+00:00", "actor": "ana@example.com", "reason": null, "version": 1, "group_id": 3, "description": "", "max_retries": 16, "retry_policy": {"type": "fixed", "intervalMs": 3000}, "message_model": "clustering", "delivery_order": "ordered", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group_version OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group_version, '{"at": "2026-01-01T00:01:00+00:00", "actor": "ana@example.com", "reason": null, "version": 1, "group_id": 4, "description": "", "max_retries": 16, "retry_policy": {"type": "stepped"}, "message_model": "clustering", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group_version OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group_version, '{"at": "2026-01-01T00:01:00+00:00", "actor": "ana@example.com", "reason": null, "version": 1, "group_id": 5, "description": "", "max_retries": 16, "retry_policy": {"type": "stepped"}, "message_model": "clustering", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group_version OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group_version, '{"at": "2026-01-01T00:01:00+00:00", "actor": "ana@example.com", "reason": null, "version": 1, "group_id": 6, "description": "", "max_retries": 16, "retry_policy": {"type": "stepped"}, "message_model": "broadcasting", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO consumer_group_version OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::consumer_group_version, '{"at": "2026-01-01T00:01:00+00:00", "actor": "ana@example.com", "reason": null, "version": 1, "group_id": 9, "description": "", "max_retries": 0, "retry_policy": {"type": "stepped"}, "message_model": "clustering", "delivery_order": "concurrent", "consumption_timeout_ms": 900000}');
INSERT INTO dead_letter OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::dead_letter, E'{"off": 0, "seg": 0, "tag": "T", "body": "\\\\x626f64792064656164", "keys": ["k"], "kind": "NORMAL", "cause": "nack", "props": {"a": "b"}, "mgroup": null, "msg_id": "dead", "born_at": "2026-01-01T00:00:00+00:00", "dead_at": "2026-01-01T00:01:00+00:00", "held_at": null, "held_by": null, "attempts": 3, "group_id": 1, "queue_id": 1, "topic_id": 1, "born_host": "test-host", "client_id": 1, "stored_at": "2026-01-01T00:00:00+00:00", "generation": 0, "kept_until": null, "redrive_id": null, "accepted_at": null, "accepted_by": null, "app_version": null, "fingerprint": "unreported:nack", "hold_reason": null, "accept_reason": null, "body_encoding": "IDENTITY", "trace_context": null, "dead_letter_id": 1, "policy_version": 1, "fingerprint_version": 0}');
INSERT INTO dead_letter OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::dead_letter, E'{"off": 2, "seg": 0, "tag": "T", "body": "\\\\x626f6479206d61696c2d33", "keys": ["k"], "kind": "NORMAL", "cause": "nack", "props": {"a": "b"}, "mgroup": null, "msg_id": "mail-3", "born_at": "2026-01-01T00:00:00+00:00", "dead_at": "2026-01-01T00:01:00.002+00:00", "held_at": null, "held_by": null, "attempts": 1, "group_id": 9, "queue_id": 7, "topic_id": 7, "born_host": "test-host", "client_id": 1, "stored_at": "2026-01-01T00:01:00.002+00:00", "generation": 0, "kept_until": null, "redrive_id": null, "accepted_at": null, "accepted_by": null, "app_version": null, "fingerprint": "unreported:nack", "hold_reason": null, "accept_reason": null, "body_encoding": "IDENTITY", "trace_context": null, "dead_letter_id": 4, "policy_version": 1, "fingerprint_version": 0}');
INSERT INTO dead_letter OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::dead_letter, E'{"off": 3, "seg": 0, "tag": "T", "body": "\\\\x626f6479206d61696c2d34", "keys": ["k"], "kind": "NORMAL", "cause": "nack", "props": {"a": "b"}, "mgroup": null, "msg_id": "mail-4", "born_at": "2026-01-01T00:00:00+00:00", "dead_at": "2026-01-01T00:01:00.003+00:00", "held_at": null, "held_by": null, "attempts": 1, "group_id": 9, "queue_id": 7, "topic_id": 7, "born_host": "test-host", "client_id": 1, "stored_at": "2026-01-01T00:01:00.003+00:00", "generation": 0, "kept_until": null, "redrive_id": null, "accepted_at": null, "accepted_by": null, "app_version": null, "fingerprint": "unreported:nack", "hold_reason": null, "accept_reason": null, "body_encoding": "IDENTITY", "trace_context": null, "dead_letter_id": 5, "policy_version": 1, "fingerprint_version": 0}');
INSERT INTO dead_letter_topic OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::dead_letter_topic, '{"group_id": 1, "queue_id": 2, "topic_id": 2, "copied_at": "2026-01-01T00:01:00+00:00", "copied_id": 1, "copy_through": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:00:00+00:00", "off": 0, "cause": "delivered", "epoch": 1, "state": "Inflight", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 1, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:00:00+00:00", "off": 0, "cause": "nack", "epoch": 2, "state": "WaitingRetry", "due_at": "2026-01-01T00:00:10+00:00", "job_id": null, "attempt": 1, "late_at": null, "event_id": 2, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:00:20+00:00", "off": 0, "cause": "delivered", "epoch": 3, "state": "Inflight", "due_at": "2026-01-01T00:01:20+00:00", "job_id": null, "attempt": 2, "late_at": null, "event_id": 3, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:00:20+00:00", "off": 0, "cause": "nack", "epoch": 3, "state": "WaitingRetry", "due_at": "2026-01-01T00:00:50+00:00", "job_id": null, "attempt": 2, "late_at": null, "event_id": 4, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:00:20+00:00", "off": 1, "cause": "delivered", "epoch": 4, "state": "Inflight", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 5, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:00:20+00:00", "off": 1, "cause": "nack", "epoch": 6, "state": "WaitingRetry", "due_at": "2026-01-01T00:00:30+00:00", "job_id": null, "attempt": 1, "late_at": null, "event_id": 6, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00+00:00", "off": 0, "cause": "delivered", "epoch": 14, "state": "Inflight", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 13, "group_id": 3, "queue_id": 3, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00+00:00", "off": 0, "cause": "delivered", "epoch": 18, "state": "Inflight", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 15, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00+00:00", "off": 0, "cause": "delivered", "epoch": 8, "state": "Inflight", "due_at": "2026-01-01T00:02:00+00:00", "job_id": null, "attempt": 3, "late_at": null, "event_id": 8, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00+00:00", "off": 0, "cause": "nack", "epoch": 15, "state": "WaitingRetry", "due_at": "2026-01-01T00:01:03+00:00", "job_id": null, "attempt": 1, "late_at": null, "event_id": 14, "group_id": 3, "queue_id": 3, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00+00:00", "off": 0, "cause": "nack", "epoch": 19, "state": "DLQ", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 16, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00+00:00", "off": 0, "cause": "nack", "epoch": 8, "state": "DLQ", "due_at": null, "job_id": null, "attempt": 3, "late_at": null, "event_id": 9, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00+00:00", "off": 1, "cause": "delivered", "epoch": 7, "state": "Inflight", "due_at": "2026-01-01T00:02:00+00:00", "job_id": null, "attempt": 2, "late_at": null, "event_id": 7, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00+00:00", "off": 1, "cause": "nack", "epoch": 7, "state": "WaitingRetry", "due_at": "2026-01-01T00:01:30+00:00", "job_id": null, "attempt": 2, "late_at": null, "event_id": 10, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00+00:00", "off": 2, "cause": "delivered", "epoch": 9, "state": "Inflight", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 11, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00+00:00", "off": 2, "cause": "nack", "epoch": 11, "state": "WaitingRetry", "due_at": "2026-01-01T00:01:10+00:00", "job_id": null, "attempt": 1, "late_at": null, "event_id": 12, "group_id": 1, "queue_id": 1, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00.001+00:00", "off": 1, "cause": "delivered", "epoch": 20, "state": "Inflight", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 17, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00.001+00:00", "off": 1, "cause": "nack", "epoch": 21, "state": "DLQ", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 18, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00.002+00:00", "off": 2, "cause": "delivered", "epoch": 22, "state": "Inflight", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 19, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00.002+00:00", "off": 2, "cause": "nack", "epoch": 23, "state": "DLQ", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 20, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00.003+00:00", "off": 3, "cause": "delivered", "epoch": 24, "state": "Inflight", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 21, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:00.003+00:00", "off": 3, "cause": "nack", "epoch": 25, "state": "DLQ", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 22, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 0, "redrive_id": null, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:01.004+00:00", "off": 0, "cause": "re-driven", "epoch": 26, "state": "Ready", "due_at": "2026-01-01T00:01:01.004+00:00", "job_id": null, "attempt": 0, "late_at": null, "event_id": 23, "group_id": 9, "queue_id": 7, "client_id": null, "generation": 1, "redrive_id": 1, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:02.004+00:00", "off": 0, "cause": "acked", "epoch": 28, "state": "Commit", "due_at": null, "job_id": null, "attempt": 1, "late_at": null, "event_id": 27, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 1, "redrive_id": 1, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:02.004+00:00", "off": 0, "cause": "delivered", "epoch": 28, "state": "Inflight", "due_at": "2026-01-01T00:02:02.004+00:00", "job_id": null, "attempt": 1, "late_at": null, "event_id": 25, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 1, "redrive_id": 1, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:02.004+00:00", "off": 1, "cause": "delivered", "epoch": 29, "state": "Inflight", "due_at": "2026-01-01T00:02:02.004+00:00", "job_id": null, "attempt": 1, "late_at": null, "event_id": 26, "group_id": 9, "queue_id": 7, "client_id": 1, "generation": 1, "redrive_id": 1, "late_answer": null, "policy_version": 1}');
INSERT INTO delivery_event OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::delivery_event, '{"at": "2026-01-01T00:01:02.004+00:00", "off": 1, "cause": "re-driven", "epoch": 27, "state": "Ready", "due_at": "2026-01-01T00:01:02.004+00:00", "job_id": null, "attempt": 0, "late_at": null, "event_id": 24, "group_id": 9, "queue_id": 7, "client_id": null, "generation": 1, "redrive_id": 1, "late_answer": null, "policy_version": 1}');
INSERT INTO failure_cause OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::failure_cause, '{"note": "", "text": "the bank did not answer", "owner": null, "state": "open", "became": null, "former": null, "version": 2, "group_id": 1, "last_seen": "2026-01-01T00:01:00+00:00", "top_frame": null, "error_type": "TimeoutError", "first_seen": "2026-01-01T00:01:00+00:00", "triaged_at": null, "triaged_by": null, "fingerprint": "269f7bab24f7b284", "resolved_at": null, "ignore_until": null, "triage_version": 0, "ignore_per_hour": null}');
INSERT INTO failure_report OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::failure_report, '{"off": 2, "stack": null, "attempt": 1, "message": "the bank did not answer", "group_id": 1, "queue_id": 1, "error_type": "TimeoutError", "generation": 0, "app_version": null, "fingerprint": "269f7bab24f7b284", "reported_at": "2026-01-01T00:01:00+00:00", "fingerprint_version": 2}');
INSERT INTO fifo_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::fifo_group, '{"pos": 0, "mask": -1, "since": "2026-01-01T00:01:00+00:00", "state": 1, "mgroup": "a", "skipped": true, "group_id": 3, "hold_job": null, "lease_id": null, "queue_id": 3, "ready_seq": null}');
INSERT INTO fifo_group OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::fifo_group, '{"pos": 2, "mask": 1, "since": "2026-01-01T00:01:00+00:00", "state": 1, "mgroup": "b", "skipped": false, "group_id": 3, "hold_job": null, "lease_id": 16, "queue_id": 3, "ready_seq": null}');
INSERT INTO group_queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_queue, '{"since": "2026-01-01T00:00:00+00:00", "group_id": 1, "queue_id": 1, "repeat_to": null, "start_off": 0, "start_seg": 0}');
INSERT INTO group_queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_queue, '{"since": "2026-01-01T00:01:00+00:00", "group_id": 3, "queue_id": 3, "repeat_to": null, "start_off": 0, "start_seg": 0}');
INSERT INTO group_queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_queue, '{"since": "2026-01-01T00:01:00+00:00", "group_id": 4, "queue_id": 4, "repeat_to": null, "start_off": 0, "start_seg": 0}');
INSERT INTO group_queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_queue, '{"since": "2026-01-01T00:01:00+00:00", "group_id": 5, "queue_id": 5, "repeat_to": null, "start_off": 0, "start_seg": 0}');
INSERT INTO group_queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_queue, '{"since": "2026-01-01T00:01:00+00:00", "group_id": 7, "queue_id": 6, "repeat_to": null, "start_off": 0, "start_seg": 0}');
INSERT INTO group_queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_queue, '{"since": "2026-01-01T00:01:00+00:00", "group_id": 9, "queue_id": 7, "repeat_to": null, "start_off": 0, "start_seg": 0}');
INSERT INTO group_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_sample, '{"at": "2026-01-01T00:01:00+00:00", "dead": 0, "died": 0, "ready": 0, "step_s": 10, "arrived": 0, "waiting": 0, "expiring": 0, "group_id": 4, "redriven": 0, "consumers": 0, "delivered": 0, "in_flight": 0, "unhandled": 0, "deaths_due": 0, "redelivered": 0, "blocked_keys": 0, "oldest_ready_at": null}');
INSERT INTO group_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_sample, '{"at": "2026-01-01T00:01:00+00:00", "dead": 0, "died": 0, "ready": 1, "step_s": 10, "arrived": 1, "waiting": 0, "expiring": 0, "group_id": 5, "redriven": 0, "consumers": 0, "delivered": 0, "in_flight": 0, "unhandled": 0, "deaths_due": 0, "redelivered": 0, "blocked_keys": 0, "oldest_ready_at": "2026-01-01T00:01:00+00:00"}');
INSERT INTO group_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_sample, '{"at": "2026-01-01T00:01:00+00:00", "dead": 0, "died": 0, "ready": 2, "step_s": 10, "arrived": 4, "waiting": 1, "expiring": 0, "group_id": 3, "redriven": 0, "consumers": 0, "delivered": 2, "in_flight": 1, "unhandled": 0, "deaths_due": 1, "redelivered": 0, "blocked_keys": 2, "oldest_ready_at": "2026-01-01T00:01:00+00:00"}');
INSERT INTO group_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_sample, '{"at": "2026-01-01T00:01:00+00:00", "dead": 0, "died": 0, "ready": null, "step_s": 10, "arrived": null, "waiting": 0, "expiring": 0, "group_id": 2, "redriven": 0, "consumers": 0, "delivered": 0, "in_flight": 0, "unhandled": 0, "deaths_due": 0, "redelivered": 0, "blocked_keys": 0, "oldest_ready_at": null}');
INSERT INTO group_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_sample, '{"at": "2026-01-01T00:01:00+00:00", "dead": 0, "died": 0, "ready": null, "step_s": 10, "arrived": null, "waiting": 0, "expiring": 0, "group_id": 6, "redriven": 0, "consumers": 0, "delivered": 1, "in_flight": 0, "unhandled": 0, "deaths_due": 0, "redelivered": 0, "blocked_keys": 0, "oldest_ready_at": null}');
INSERT INTO group_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_sample, '{"at": "2026-01-01T00:01:00+00:00", "dead": 1, "died": 1, "ready": 3, "step_s": 10, "arrived": 9, "waiting": 2, "expiring": 0, "group_id": 1, "redriven": 0, "consumers": 1, "delivered": 9, "in_flight": 2, "unhandled": 1, "deaths_due": 2, "redelivered": 3, "blocked_keys": 0, "oldest_ready_at": "2026-01-01T00:01:00+00:00"}');
INSERT INTO group_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::group_sample, '{"at": "2026-01-01T00:01:00+00:00", "dead": 2, "died": 4, "ready": 0, "step_s": 10, "arrived": 4, "waiting": 0, "expiring": 0, "group_id": 9, "redriven": 2, "consumers": 0, "delivered": 6, "in_flight": 1, "unhandled": 3, "deaths_due": 1, "redelivered": 0, "blocked_keys": 0, "oldest_ready_at": null}');
INSERT INTO half_message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::half_message, '{"off": 0, "tag": null, "body": null, "keys": null, "props": null, "state": "committed", "checks": 0, "msg_id": "ended", "born_at": "2026-01-01T00:00:00+00:00", "producer": "producer-1", "queue_id": 5, "resolver": "producer-1", "topic_id": 5, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_bytes": 10, "gives_up_at": "2026-01-01T04:01:00+00:00", "resolved_at": "2026-01-01T00:01:00+00:00", "resolved_by": "client", "body_encoding": "IDENTITY", "last_check_at": null, "next_check_at": null, "trace_context": null, "transaction_id": "uxyQR-hTgVfw_ehwOiXw5qRh"}');
INSERT INTO half_message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::half_message, E'{"off": null, "tag": null, "body": "\\\\x626f647920636f6d6d6974", "keys": null, "props": null, "state": "pending", "checks": 0, "msg_id": "commit", "born_at": "2026-01-01T00:00:00+00:00", "producer": "producer-1", "queue_id": 5, "resolver": null, "topic_id": 5, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_bytes": 11, "gives_up_at": "2026-01-01T04:01:00+00:00", "resolved_at": null, "resolved_by": null, "body_encoding": "IDENTITY", "last_check_at": null, "next_check_at": "2026-01-01T00:02:00+00:00", "trace_context": null, "transaction_id": "5YqpFTLsPrnJh2uwd1Ky4ADO"}');
INSERT INTO half_message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::half_message, E'{"off": null, "tag": null, "body": "\\\\x626f647920726f6c6c6261636b", "keys": null, "props": null, "state": "pending", "checks": 0, "msg_id": "rollback", "born_at": "2026-01-01T00:00:00+00:00", "producer": "producer-1", "queue_id": 5, "resolver": null, "topic_id": 5, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_bytes": 13, "gives_up_at": "2026-01-01T04:01:00+00:00", "resolved_at": null, "resolved_by": null, "body_encoding": "IDENTITY", "last_check_at": null, "next_check_at": "2026-01-01T00:02:00+00:00", "trace_context": null, "transaction_id": "yBtTI_mK1Z77CosLN2WH8qQp"}');
INSERT INTO half_message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::half_message, E'{"off": null, "tag": null, "body": "\\\\x626f64792073696c656e74", "keys": null, "props": null, "state": "pending", "checks": 0, "msg_id": "silent", "born_at": "2026-01-01T00:00:00+00:00", "producer": "producer-1", "queue_id": 5, "resolver": null, "topic_id": 5, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_bytes": 11, "gives_up_at": "2026-01-01T04:01:00+00:00", "resolved_at": null, "resolved_by": null, "body_encoding": "IDENTITY", "last_check_at": null, "next_check_at": "2026-01-01T00:02:00+00:00", "trace_context": null, "transaction_id": "V8hv1e5LwBUsnNNQffJ36jCA"}');
INSERT INTO installed_release OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::installed_release, '{"version": "0.3.0", "installed_at": "2026-11-29T13:04:35.37591+00:00"}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": [1], "gone": false, "kind": 0, "live": false, "offs": null, "open": 0, "failed": 0, "end_off": 1, "base_off": 0, "filtered": 0, "group_id": 7, "lease_id": 17, "queue_id": 6, "client_id": 2, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:01:00+00:00", "expires_at": "2026-01-01T00:02:00+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": null, "gone": false, "kind": 0, "live": false, "offs": null, "open": 0, "failed": 1, "end_off": 1, "base_off": 0, "filtered": 0, "group_id": 1, "lease_id": 1, "queue_id": 1, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:00:00+00:00", "expires_at": "2026-01-01T00:01:00+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": null, "gone": false, "kind": 0, "live": false, "offs": null, "open": 0, "failed": 1, "end_off": 1, "base_off": 0, "filtered": 0, "group_id": 9, "lease_id": 18, "queue_id": 7, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:01:00+00:00", "expires_at": "2026-01-01T00:02:00+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": null, "gone": false, "kind": 0, "live": false, "offs": null, "open": 0, "failed": 1, "end_off": 2, "base_off": 1, "filtered": 0, "group_id": 1, "lease_id": 4, "queue_id": 1, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:00:20+00:00", "expires_at": "2026-01-01T00:01:20+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": null, "gone": false, "kind": 0, "live": false, "offs": null, "open": 0, "failed": 1, "end_off": 2, "base_off": 1, "filtered": 0, "group_id": 9, "lease_id": 20, "queue_id": 7, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:01:00.001+00:00", "expires_at": "2026-01-01T00:02:00.001+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": null, "gone": false, "kind": 0, "live": false, "offs": null, "open": 0, "failed": 1, "end_off": 3, "base_off": 2, "filtered": 0, "group_id": 9, "lease_id": 22, "queue_id": 7, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:01:00.002+00:00", "expires_at": "2026-01-01T00:02:00.002+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": null, "gone": false, "kind": 0, "live": false, "offs": null, "open": 0, "failed": 1, "end_off": 4, "base_off": 3, "filtered": 0, "group_id": 9, "lease_id": 24, "queue_id": 7, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:01:00.003+00:00", "expires_at": "2026-01-01T00:02:00.003+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": null, "gone": false, "kind": 0, "live": true, "offs": null, "open": 1, "failed": 0, "end_off": 5, "base_off": 4, "filtered": 0, "group_id": 1, "lease_id": 12, "queue_id": 1, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:01:00+00:00", "expires_at": "2026-01-01T00:02:00+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": null, "gone": false, "kind": 0, "live": true, "offs": null, "open": 1, "failed": 0, "end_off": 6, "base_off": 5, "filtered": 0, "group_id": 1, "lease_id": 13, "queue_id": 1, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": false, "claimed_at": "2026-01-01T00:01:00+00:00", "expires_at": "2026-01-01T00:01:10+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": null, "gone": false, "kind": 1, "live": false, "offs": [0], "open": 0, "failed": 1, "end_off": 1, "base_off": 0, "filtered": 0, "group_id": 3, "lease_id": 14, "queue_id": 3, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:01:00+00:00", "expires_at": "2026-01-01T00:02:00+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 1, "seg": 0, "acks": null, "gone": false, "kind": 1, "live": true, "offs": [2], "open": 1, "failed": 0, "end_off": 3, "base_off": 2, "filtered": 0, "group_id": 3, "lease_id": 16, "queue_id": 3, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:01:00+00:00", "expires_at": "2026-01-01T00:02:00+00:00", "lost_replies": 0}');
INSERT INTO lease OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::lease, '{"n": 2, "seg": 0, "acks": [2], "gone": false, "kind": 0, "live": false, "offs": null, "open": 0, "failed": 1, "end_off": 4, "base_off": 2, "filtered": 0, "group_id": 1, "lease_id": 9, "queue_id": 1, "client_id": 1, "handed_at": null, "attempt_id": null, "auto_renew": true, "claimed_at": "2026-01-01T00:01:00+00:00", "expires_at": "2026-01-01T00:02:00+00:00", "lost_replies": 0}');
INSERT INTO letter_text_due OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::letter_text_due, '{"dead_letter_id": 1}');
INSERT INTO letter_text_due OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::letter_text_due, '{"dead_letter_id": 2}');
INSERT INTO letter_text_due OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::letter_text_due, '{"dead_letter_id": 3}');
INSERT INTO letter_text_due OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::letter_text_due, '{"dead_letter_id": 4}');
INSERT INTO letter_text_due OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::letter_text_due, '{"dead_letter_id": 5}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 0, "seg": 0, "tag": "T", "body": "\\\\x626f647920612d31", "copy": 0, "keys": ["k"], "kind": "FIFO", "props": {"a": "b"}, "mgroup": "a", "msg_id": "a-1", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 3, "topic_id": 3, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 0, "seg": 0, "tag": "T", "body": "\\\\x626f64792064656164", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "dead", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 1, "topic_id": 1, "born_host": "test-host", "stored_at": "2026-01-01T00:00:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 0, "seg": 0, "tag": "T", "body": "\\\\x626f64792064656164", "copy": 1, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b", "DLQ_PASSED": "1", "DLQ_ORIGIN_TOPIC": "orders", "DLQ_ORIGIN_MESSAGE_ID": "dead"}, "mgroup": null, "msg_id": "dead", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 2, "topic_id": 2, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 0, "seg": 0, "tag": "T", "body": "\\\\x626f6479206d61696c2d31", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "mail-1", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 7, "topic_id": 7, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 0, "seg": 0, "tag": "T", "body": "\\\\x626f6479206e6577732d31", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "news-1", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 6, "topic_id": 6, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 0, "seg": 0, "tag": null, "body": "\\\\x626f647920656e646564", "copy": 0, "keys": null, "kind": "TRANSACTION", "props": null, "mgroup": null, "msg_id": "ended", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 5, "topic_id": 5, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 1, "seg": 0, "tag": "T", "body": "\\\\x626f647920612d32", "copy": 0, "keys": ["k"], "kind": "FIFO", "props": {"a": "b"}, "mgroup": "a", "msg_id": "a-2", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 3, "topic_id": 3, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 1, "seg": 0, "tag": "T", "body": "\\\\x626f6479206d61696c2d32", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "mail-2", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 7, "topic_id": 7, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00.001+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 1, "seg": 0, "tag": "T", "body": "\\\\x626f64792072657472792d32", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "retry-2", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 1, "topic_id": 1, "born_host": "test-host", "stored_at": "2026-01-01T00:00:20+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 2, "seg": 0, "tag": "T", "body": "\\\\x626f647920622d31", "copy": 0, "keys": ["k"], "kind": "FIFO", "props": {"a": "b"}, "mgroup": "b", "msg_id": "b-1", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 3, "topic_id": 3, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 2, "seg": 0, "tag": "T", "body": "\\\\x626f6479206d61696c2d33", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "mail-3", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 7, "topic_id": 7, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00.002+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 2, "seg": 0, "tag": "T", "body": "\\\\x626f64792072657472792d31", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "retry-1", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 1, "topic_id": 1, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 3, "seg": 0, "tag": "T", "body": "\\\\x626f647920622d32", "copy": 0, "keys": ["k"], "kind": "FIFO", "props": {"a": "b"}, "mgroup": "b", "msg_id": "b-2", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 3, "topic_id": 3, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 3, "seg": 0, "tag": "T", "body": "\\\\x626f647920646f6e65", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "done", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 1, "topic_id": 1, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 3, "seg": 0, "tag": "T", "body": "\\\\x626f6479206d61696c2d34", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "mail-4", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 7, "topic_id": 7, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00.003+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 4, "seg": 0, "tag": "T", "body": "\\\\x626f647920707573686564", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "pushed", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 1, "topic_id": 1, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 5, "seg": 0, "tag": "T", "body": "\\\\x626f64792073696d706c65", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "simple", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 1, "topic_id": 1, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 6, "seg": 0, "tag": "T", "body": "\\\\x626f6479206e65772d31", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "new-1", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 1, "topic_id": 1, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 7, "seg": 0, "tag": "T", "body": "\\\\x626f6479206e65772d32", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "new-2", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 1, "topic_id": 1, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::message, E'{"off": 8, "seg": 0, "tag": "T", "body": "\\\\x626f6479206e65772d33", "copy": 0, "keys": ["k"], "kind": "NORMAL", "props": {"a": "b"}, "mgroup": null, "msg_id": "new-3", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 1, "topic_id": 1, "born_host": "test-host", "stored_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO node_client OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::node_client, '{"node_id": "ae7ff107-7b47-4892-954a-889b6a87345e", "client_id": 1}');
INSERT INTO node_consumers OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::node_consumers, '{"node_id": "ae7ff107-7b47-4892-954a-889b6a87345e", "group_id": 1, "consumers": 1}');
INSERT INTO node_limits OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::node_limits, '{"uses": [{"line": 5000, "ageMs": 0, "limit": {"hard": 5000, "kind": "send-rate", "scope": "topic", "closed": false, "reason": "snapshot", "burstMs": 1000, "enabled": true, "limitId": 1, "subject": "orders", "version": 1, "softShare": 0.8, "updatedAt": "2026-01-01T00:01:02.004Z", "updatedBy": "ana@example.com"}, "nodes": 1, "state": "room", "value": 0}], "node_id": "ae7ff107-7b47-4892-954a-889b6a87345e", "reported_at": "2026-01-01T00:01:02.004+00:00"}');
INSERT INTO operator OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::operator, '{"role": "operator", "email": "bo@example.com", "language": null, "created_at": "2026-11-29T13:04:36.266225+00:00", "disabled_at": null, "oidc_groups": [], "operator_id": 1, "password_hash": null, "passkey_handle": "24fb9e29-993b-4f75-bfdc-23c2e3e32318", "last_sign_in_at": null}');
INSERT INTO queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue, '{"seg": 0, "closed": false, "base_off": 0, "queue_id": 1, "queue_no": 0, "topic_id": 1}');
INSERT INTO queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue, '{"seg": 0, "closed": false, "base_off": 0, "queue_id": 2, "queue_no": 0, "topic_id": 2}');
INSERT INTO queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue, '{"seg": 0, "closed": false, "base_off": 0, "queue_id": 3, "queue_no": 0, "topic_id": 3}');
INSERT INTO queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue, '{"seg": 0, "closed": false, "base_off": 0, "queue_id": 4, "queue_no": 0, "topic_id": 4}');
INSERT INTO queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue, '{"seg": 0, "closed": false, "base_off": 0, "queue_id": 5, "queue_no": 0, "topic_id": 5}');
INSERT INTO queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue, '{"seg": 0, "closed": false, "base_off": 0, "queue_id": 6, "queue_no": 0, "topic_id": 6}');
INSERT INTO queue OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue, '{"seg": 0, "closed": false, "base_off": 0, "queue_id": 7, "queue_no": 0, "topic_id": 7}');
INSERT INTO queue_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_sample, '{"at": "2026-01-01T00:01:00+00:00", "waiting": 0, "group_id": 4, "queue_id": 4, "taken_to": 0, "in_flight": 0, "oldest_at": null, "stored_to": 0, "passed_over": 0, "retry_ready": 0, "oldest_due_at": null, "oldest_open_at": null, "oldest_retry_at": null, "retry_in_flight": 0}');
INSERT INTO queue_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_sample, '{"at": "2026-01-01T00:01:00+00:00", "waiting": 0, "group_id": 5, "queue_id": 5, "taken_to": 0, "in_flight": 0, "oldest_at": "2026-01-01T00:01:00+00:00", "stored_to": 1, "passed_over": 0, "retry_ready": 0, "oldest_due_at": null, "oldest_open_at": "2026-01-01T00:01:00+00:00", "oldest_retry_at": null, "retry_in_flight": 0}');
INSERT INTO queue_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_sample, '{"at": "2026-01-01T00:01:00+00:00", "waiting": 0, "group_id": 9, "queue_id": 7, "taken_to": 4, "in_flight": 0, "oldest_at": null, "stored_to": 4, "passed_over": 0, "retry_ready": 0, "oldest_due_at": null, "oldest_open_at": null, "oldest_retry_at": "2026-01-01T00:01:02.004+00:00", "retry_in_flight": 1}');
INSERT INTO queue_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_sample, '{"at": "2026-01-01T00:01:00+00:00", "waiting": 1, "group_id": 3, "queue_id": 3, "taken_to": 3, "in_flight": 1, "oldest_at": "2026-01-01T00:01:00+00:00", "stored_to": 4, "passed_over": 1, "retry_ready": 0, "oldest_due_at": null, "oldest_open_at": "2026-01-01T00:01:00+00:00", "oldest_retry_at": null, "retry_in_flight": 0}');
INSERT INTO queue_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_sample, '{"at": "2026-01-01T00:01:00+00:00", "waiting": 2, "group_id": 1, "queue_id": 1, "taken_to": 6, "in_flight": 2, "oldest_at": "2026-01-01T00:01:00+00:00", "stored_to": 9, "passed_over": 0, "retry_ready": 0, "oldest_due_at": null, "oldest_open_at": "2026-01-01T00:01:00+00:00", "oldest_retry_at": null, "retry_in_flight": 0}');
INSERT INTO queue_segment OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_segment, '{"seg": 0, "queue_id": 1, "first_off": 0}');
INSERT INTO queue_segment OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_segment, '{"seg": 0, "queue_id": 2, "first_off": 0}');
INSERT INTO queue_segment OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_segment, '{"seg": 0, "queue_id": 3, "first_off": 0}');
INSERT INTO queue_segment OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_segment, '{"seg": 0, "queue_id": 4, "first_off": 0}');
INSERT INTO queue_segment OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_segment, '{"seg": 0, "queue_id": 5, "first_off": 0}');
INSERT INTO queue_segment OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_segment, '{"seg": 0, "queue_id": 6, "first_off": 0}');
INSERT INTO queue_segment OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::queue_segment, '{"seg": 0, "queue_id": 7, "first_off": 0}');
INSERT INTO redrive OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::redrive, '{"ramp": [{"afterVerdicts": 10, "ratePerSecond": 1}, {"afterVerdicts": 30, "ratePerSecond": 1}, {"afterVerdicts": 70, "ratePerSecond": 1}], "abort": {"ofLast": 20, "delayP95Ms": null, "failedShare": 0.2, "unfetchedMs": 120000}, "edits": null, "phase": "canary", "state": "running", "canary": 10, "reason": "fixed", "held_at": null, "next_at": "2026-01-01T00:01:03.004+00:00", "group_id": 9, "phase_at": "2026-01-01T00:01:00.004+00:00", "released": 2, "round_at": "2026-01-01T00:01:00.004+00:00", "selected": 4, "failed_at": null, "frozen_at": "2026-01-01T00:01:00.004+00:00", "selection": {"kind": "all"}, "created_by": "ana@example.com", "failed_why": null, "redrive_id": 1, "request_id": null, "resumed_at": null, "stopped_at": null, "stopped_of": null, "finished_at": null, "redirect_id": null, "stopped_why": null, "failing_since": null, "held_delay_ms": null, "round_released": 0, "stopped_failed": null, "rate_per_second": 1, "target_topic_id": null}');
INSERT INTO redrive_item OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::redrive_item, '{"off": 0, "ord": 1, "why": null, "state": "moved", "msg_id": "mail-1", "group_id": 9, "moved_at": "2026-01-01T00:01:01.004+00:00", "prev_ord": null, "queue_id": 7, "topic_id": 7, "generation": 0, "redrive_id": 1, "fingerprint": "unreported:nack"}');
INSERT INTO redrive_item OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::redrive_item, '{"off": 1, "ord": 2, "why": null, "state": "moved", "msg_id": "mail-2", "group_id": 9, "moved_at": "2026-01-01T00:01:02.004+00:00", "prev_ord": null, "queue_id": 7, "topic_id": 7, "generation": 0, "redrive_id": 1, "fingerprint": "unreported:nack"}');
INSERT INTO redrive_item OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::redrive_item, '{"off": 2, "ord": 3, "why": null, "state": "selected", "msg_id": "mail-3", "group_id": 9, "moved_at": null, "prev_ord": null, "queue_id": 7, "topic_id": 7, "generation": 0, "redrive_id": 1, "fingerprint": "unreported:nack"}');
INSERT INTO redrive_item OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::redrive_item, '{"off": 3, "ord": 4, "why": null, "state": "selected", "msg_id": "mail-4", "group_id": 9, "moved_at": null, "prev_ord": null, "queue_id": 7, "topic_id": 7, "generation": 0, "redrive_id": 1, "fingerprint": "unreported:nack"}');
INSERT INTO retry OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::retry, '{"off": 0, "seg": 0, "gone": false, "early": false, "epoch": 15, "leased": false, "mgroup": "a", "attempt": 1, "waiting": true, "group_id": 3, "hold_job": null, "queue_id": 3, "topic_id": 3, "client_id": 1, "leased_at": null, "attempt_id": null, "auto_renew": false, "generation": 0, "redrive_id": null, "visible_at": "2026-01-01T00:01:03+00:00", "held_due_at": null, "lost_replies": 0, "policy_version": 1}');
INSERT INTO retry OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::retry, '{"off": 1, "seg": 0, "gone": false, "early": false, "epoch": 10, "leased": false, "mgroup": null, "attempt": 2, "waiting": true, "group_id": 1, "hold_job": null, "queue_id": 1, "topic_id": 1, "client_id": 1, "leased_at": null, "attempt_id": null, "auto_renew": false, "generation": 0, "redrive_id": null, "visible_at": "2026-01-01T00:01:30+00:00", "held_due_at": null, "lost_replies": 0, "policy_version": 1}');
INSERT INTO retry OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::retry, '{"off": 1, "seg": 0, "gone": false, "early": false, "epoch": 29, "leased": true, "mgroup": null, "attempt": 1, "waiting": false, "group_id": 9, "hold_job": null, "queue_id": 7, "topic_id": 7, "client_id": 1, "leased_at": "2026-01-01T00:01:02.004+00:00", "attempt_id": null, "auto_renew": true, "generation": 1, "redrive_id": 1, "visible_at": "2026-01-01T00:02:02.004+00:00", "held_due_at": null, "lost_replies": 0, "policy_version": 1}');
INSERT INTO retry OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::retry, '{"off": 2, "seg": 0, "gone": false, "early": false, "epoch": 11, "leased": false, "mgroup": null, "attempt": 1, "waiting": true, "group_id": 1, "hold_job": null, "queue_id": 1, "topic_id": 1, "client_id": 1, "leased_at": null, "attempt_id": null, "auto_renew": false, "generation": 0, "redrive_id": null, "visible_at": "2026-01-01T00:01:10+00:00", "held_due_at": null, "lost_replies": 0, "policy_version": 1}');
INSERT INTO scheduled_message OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::scheduled_message, E'{"tag": "T", "body": "\\\\x626f6479206c617465722d31", "keys": ["k"], "props": {"a": "b", "TIMER_DELIVER_MS": "1767229260000"}, "due_at": "2026-01-01T01:01:00+00:00", "mgroup": null, "msg_id": "later-1", "born_at": "2026-01-01T00:00:00+00:00", "queue_id": 4, "topic_id": 4, "born_host": "test-host", "recalled_at": null, "recalled_by": null, "scheduled_at": "2026-01-01T00:01:00+00:00", "body_encoding": "IDENTITY", "trace_context": null}');
INSERT INTO segment OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::segment, '{"seg": 0, "closed_at": null, "opened_at": "2026-01-01T00:00:00+00:00"}');
INSERT INTO sign_in_link OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::sign_in_link, E'{"purpose": "set-password", "used_at": null, "created_at": "2026-11-29T13:04:36.268911+00:00", "expires_at": "2026-12-02T13:04:36.268911+00:00", "token_hash": "\\\\xc88b7df776435af4a0993ad7979b4e7a97b5ebd17c6896891b5fb90b46bb98b0", "operator_id": 1}');
INSERT INTO throttle_limit OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::throttle_limit, '{"hard": 5000, "kind": "send-rate", "scope": "topic", "closed": false, "reason": "snapshot", "enabled": true, "subject": "orders", "version": 1, "burst_ms": 1000, "limit_id": 1, "settled_at": null, "soft_share": 0.8, "updated_at": "2026-01-01T00:01:02.004+00:00", "updated_by": "ana@example.com"}');
INSERT INTO topic OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic, '{"name": "%DLQ%billing", "topic_id": 2, "created_at": "2026-01-01T00:01:00+00:00", "deleted_at": null, "queue_count": 1, "message_type": "NORMAL"}');
INSERT INTO topic OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic, '{"name": "later", "topic_id": 4, "created_at": "2026-01-01T00:01:00+00:00", "deleted_at": null, "queue_count": 1, "message_type": "DELAY"}');
INSERT INTO topic OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic, '{"name": "mails", "topic_id": 7, "created_at": "2026-01-01T00:01:00+00:00", "deleted_at": null, "queue_count": 1, "message_type": "NORMAL"}');
INSERT INTO topic OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic, '{"name": "news", "topic_id": 6, "created_at": "2026-01-01T00:01:00+00:00", "deleted_at": null, "queue_count": 1, "message_type": "NORMAL"}');
INSERT INTO topic OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic, '{"name": "orders", "topic_id": 1, "created_at": "2026-01-01T00:00:00+00:00", "deleted_at": null, "queue_count": 1, "message_type": "NORMAL"}');
INSERT INTO topic OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic, '{"name": "payments", "topic_id": 5, "created_at": "2026-01-01T00:01:00+00:00", "deleted_at": null, "queue_count": 1, "message_type": "TRANSACTION"}');
INSERT INTO topic OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic, '{"name": "steps", "topic_id": 3, "created_at": "2026-01-01T00:01:00+00:00", "deleted_at": null, "queue_count": 1, "message_type": "FIFO"}');
INSERT INTO topic_failover OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic_failover, '{"after_s": 60, "version": 1, "topic_id": 1, "endpoints": "10.0.0.7:8081", "updated_at": "2026-01-01T00:01:02.004+00:00", "updated_by": "ana@example.com"}');
INSERT INTO topic_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic_sample, '{"at": "2026-01-01T00:01:00+00:00", "step_s": 10, "refused": 0, "bytes_in": 130, "topic_id": 1, "messages_in": 9, "peak_bytes_per_s": 130, "peak_messages_per_s": 9}');
INSERT INTO topic_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic_sample, '{"at": "2026-01-01T00:01:00+00:00", "step_s": 10, "refused": 0, "bytes_in": 15, "topic_id": 6, "messages_in": 1, "peak_bytes_per_s": 15, "peak_messages_per_s": 1}');
INSERT INTO topic_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic_sample, '{"at": "2026-01-01T00:01:00+00:00", "step_s": 10, "refused": 0, "bytes_in": 16, "topic_id": 4, "messages_in": 1, "peak_bytes_per_s": 16, "peak_messages_per_s": 1}');
INSERT INTO topic_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic_sample, '{"at": "2026-01-01T00:01:00+00:00", "step_s": 10, "refused": 0, "bytes_in": 45, "topic_id": 5, "messages_in": 4, "peak_bytes_per_s": 45, "peak_messages_per_s": 4}');
INSERT INTO topic_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic_sample, '{"at": "2026-01-01T00:01:00+00:00", "step_s": 10, "refused": 0, "bytes_in": 48, "topic_id": 3, "messages_in": 4, "peak_bytes_per_s": 48, "peak_messages_per_s": 4}');
INSERT INTO topic_sample OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::topic_sample, '{"at": "2026-01-01T00:01:00+00:00", "step_s": 10, "refused": 0, "bytes_in": 60, "topic_id": 7, "messages_in": 4, "peak_bytes_per_s": 60, "peak_messages_per_s": 4}');
INSERT INTO trace_place OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::trace_place, '{"one": true, "read_at": "-infinity", "event_id": 0}');
SELECT setval('alarm_channel_channel_id_seq', 1);
SELECT setval('alarm_delivery_delivery_id_seq', 1);
SELECT setval('alarm_event_event_id_seq', 1);
SELECT setval('alarm_incident_incident_id_seq', 1);
SELECT setval('alarm_rule_rule_id_seq', 1);
SELECT setval('api_token_api_token_id_seq', 1);
SELECT setval('audit_audit_id_seq', 22);
SELECT setval('client_client_id_seq', 3);
SELECT setval('consumer_group_group_id_seq', 9);
SELECT setval('dead_letter_dead_letter_id_seq', 5);
SELECT setval('delivery_event_event_id_seq', 27);
SELECT setval('epoch_seq', 29);
SELECT setval('operator_operator_id_seq', 1);
SELECT setval('queue_queue_id_seq', 7);
SELECT setval('redrive_redrive_id_seq', 1);
SELECT setval('throttle_limit_limit_id_seq', 1);
SELECT setval('topic_topic_id_seq', 7);
CREATE OR REPLACE FUNCTION public.attempt_give_back(p_now timestamp with time zone, p_group integer[], p_client integer[], p_attempt_id text[], p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_count int := 0;
  v_lost record;
BEGIN
  FOR v_lost IN
    WITH asked AS MATERIALIZED (
      SELECT DISTINCT a.* FROM unnest(p_group, p_client, p_attempt_id) a (group_id, client_id, attempt_id)
    ), leased AS MATERIALIZED (
      SELECT l.group_id, l.queue_id, l.lease_id, l.client_id, l.attempt_id FROM lease l
       WHERE l.live AND l.expires_at > v_now AND l.kind = 0 AND l.open = (1::bigint << l.n) - 1
    ), retried AS MATERIALIZED (
      SELECT r.group_id, r.queue_id, r.off, r.epoch, r.client_id, r.attempt_id FROM retry r WHERE r.leased
        AND r.visible_at > v_now AND r.mgroup IS NULL
    ), held AS (
      SELECT l.group_id, l.queue_id, l.lease_id, NULL::bigint AS off, NULL::bigint AS epoch FROM leased l
        JOIN asked a USING (group_id, client_id, attempt_id)
      UNION ALL
      SELECT r.group_id, r.queue_id, NULL, r.off, r.epoch FROM retried r
        JOIN asked a USING (group_id, client_id, attempt_id)
    )
    SELECT h.group_id, coalesce(array_agg(h.queue_id) FILTER (WHERE h.off IS NULL), '{}') AS lease_queues,
           coalesce(array_agg(h.lease_id) FILTER (WHERE h.off IS NULL), '{}') AS leases,
           coalesce(array_agg(h.queue_id) FILTER (WHERE h.off IS NOT NULL), '{}') AS queues,
           coalesce(array_agg(h.off) FILTER (WHERE h.off IS NOT NULL), '{}') AS offs,
           coalesce(array_agg(h.epoch) FILTER (WHERE h.off IS NOT NULL), '{}') AS epochs
      FROM held h GROUP BY h.group_id ORDER BY h.group_id
  LOOP
    v_count := v_count + delivery_abandon(p_now, v_lost.group_id, v_lost.lease_queues, v_lost.leases, v_lost.queues,
      v_lost.offs, v_lost.epochs,
                                          'infinity', 0, p_most);
  END LOOP;
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION attempt_give_back(timestamp with time zone,integer[],integer[],text[],integer) IS 'redrive 6f920d024ba6547c4dbabeb2fb602f7e0d21c768c70884297ed0412a51e2d720';
CREATE OR REPLACE FUNCTION public.body_matches(p_encoding text, p_body bytea, p_path jsonpath, p_predicate boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 10000
AS $function$
DECLARE
  v_json jsonb;
BEGIN
  IF p_encoding <> 'IDENTITY' THEN RETURN false; END IF;
  BEGIN
    v_json := convert_from(p_body, 'UTF8')::jsonb;
  EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
    RETURN false;
  END;
  RETURN coalesce(CASE WHEN p_predicate THEN v_json @@ p_path ELSE v_json @? p_path END, false);
END $function$
;
COMMENT ON FUNCTION body_matches(text,bytea,jsonpath,boolean) IS 'redrive 0ca58a12f00e4c83edc43a594b416746f563e9eb8cd9ab51dc39553a63b539d5';
CREATE OR REPLACE FUNCTION public.body_text(p_encoding text, p_body bytea, p_bytes integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  v_start bytea := substring(p_body FROM 1 FOR p_bytes);
  v_cut int;
BEGIN
  IF p_encoding <> 'IDENTITY' THEN RETURN NULL; END IF;
  FOR v_cut IN 0..3 LOOP
    EXIT WHEN v_cut > 0 AND octet_length(p_body) <= p_bytes;
    BEGIN
      RETURN convert_from(substring(v_start FROM 1 FOR octet_length(v_start) - v_cut), 'UTF8');
    EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
      NULL;
    END;
  END LOOP;
  RETURN NULL;
END $function$
;
COMMENT ON FUNCTION body_text(text,bytea,integer) IS 'redrive 0ca58a12f00e4c83edc43a594b416746f563e9eb8cd9ab51dc39553a63b539d5';
CREATE OR REPLACE FUNCTION public.broadcast_attempt_return(p_now timestamp with time zone, p_group integer, p_client integer, p_attempt_id text)
 RETURNS integer
 LANGUAGE sql
AS $function$
  SELECT broadcast_return(p_now, p_group, coalesce(array_agg(l.queue_id ORDER BY l.queue_id,
    l.lease_id) FILTER (WHERE l.lease_id IS NOT NULL), '{}'),
                          coalesce(array_agg(l.lease_id ORDER BY l.queue_id,
                            l.lease_id) FILTER (WHERE l.lease_id IS NOT NULL), '{}'), r.queues, r.offs, r.epochs, true)
    FROM (SELECT coalesce(array_agg(h.queue_id), '{}') AS queues, coalesce(array_agg(h.off), '{}') AS offs,
      coalesce(array_agg(h.epoch), '{}') AS epochs
            FROM retry h WHERE h.group_id = p_group AND h.client_id = p_client AND h.attempt_id = p_attempt_id
              AND h.leased) r
    LEFT JOIN lease l ON l.group_id = p_group AND l.client_id = p_client AND l.attempt_id = p_attempt_id
      AND l.open | l.failed <> 0
   GROUP BY r.queues, r.offs, r.epochs;
$function$
;
COMMENT ON FUNCTION broadcast_attempt_return(timestamp with time zone,integer,integer,text) IS 'redrive aa3f2c9149cde481fe1431be1a8b399190fdcaa78d67174b50a78d8dc626e498';
CREATE OR REPLACE FUNCTION public.broadcast_drop(p_now timestamp with time zone, p_gone_ms bigint, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_before timestamptz := coalesce(p_now, clock_timestamp()) - p_gone_ms * interval '1 ms';
  v_members int[];
BEGIN
  -- Both rows locked: a member that was seen meanwhile is checked again with the newer time, and stays.
  SELECT array_agg(o.group_id) INTO v_members
    FROM (SELECT g.group_id FROM broadcast_member b JOIN consumer_group g ON g.group_id = b.group_id
           WHERE b.seen_at < v_before
             AND NOT EXISTS (SELECT 1 FROM lease l WHERE l.group_id = b.group_id AND l.open <> 0)
             AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = b.group_id AND r.leased)
           LIMIT p_limit FOR UPDATE SKIP LOCKED) o;
  IF v_members IS NULL THEN RETURN 0; END IF;
  -- First what claims lock: none is under way after this.
  DELETE FROM group_queue t WHERE t.group_id = ANY (v_members);
  DELETE FROM lease t WHERE t.group_id = ANY (v_members);
  DELETE FROM retry t WHERE t.group_id = ANY (v_members);
  DELETE FROM fifo_group t WHERE t.group_id = ANY (v_members);
  DELETE FROM delivery_event t WHERE t.group_id = ANY (v_members);
  DELETE FROM failure_report t WHERE t.group_id = ANY (v_members);
  DELETE FROM broadcast_member t WHERE t.group_id = ANY (v_members);
  DELETE FROM consumer_group t WHERE t.group_id = ANY (v_members);
  RETURN array_length(v_members, 1);
END $function$
;
COMMENT ON FUNCTION broadcast_drop(timestamp with time zone,bigint,integer) IS 'redrive 6e0ca575ab9def5c903031fa345608c1d3a6ae26a94efc87e3cf8aa93351f483';
CREATE OR REPLACE FUNCTION public.broadcast_join(p_now timestamp with time zone, p_group integer, p_client integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_group consumer_group;
  v_now timestamptz;
  v_name text;
  v_member int;
BEGIN
  SELECT * INTO v_group FROM consumer_group g WHERE g.group_id = p_group FOR KEY SHARE;
  IF NOT FOUND OR v_group.message_model <> 'broadcasting' OR v_group.broadcast_of IS NOT NULL THEN RETURN NULL; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  v_name := format('!%s/%s/%s', p_group, p_client,
    floor(extract(epoch FROM coalesce(v_group.model_since, v_group.created_at)) * 1000));
  LOOP
    SELECT g.group_id INTO v_member FROM consumer_group g WHERE g.name = v_name FOR KEY SHARE;
    IF FOUND THEN
      UPDATE broadcast_member b SET seen_at = greatest(b.seen_at, v_now) WHERE b.group_id = v_member;
      RETURN v_member;
    END IF;
    -- Two processes at once: the later one waits here for the earlier, and finds its row in the next round.
    INSERT INTO consumer_group (name, delivery_order, max_retries, retry_policy, consumption_timeout_ms, version,
      created_at, updated_at, message_model, broadcast_of, paused_at)
    VALUES (v_name, v_group.delivery_order, 0, v_group.retry_policy, v_group.consumption_timeout_ms, v_group.version,
      v_now, v_now, 'broadcasting', p_group, v_group.paused_at)
    ON CONFLICT (name) DO NOTHING RETURNING group_id INTO v_member;
    IF FOUND THEN
      INSERT INTO broadcast_member (group_id, client_id, seen_at) VALUES (v_member, p_client, v_now);
      RETURN v_member;
    END IF;
  END LOOP;
END $function$
;
COMMENT ON FUNCTION broadcast_join(timestamp with time zone,integer,integer) IS 'redrive 0b754e7ef448d9209665087a3ca774e099e803f0fcfb357677521ebb76d6d0b5';
CREATE OR REPLACE FUNCTION public.broadcast_return(p_now timestamp with time zone, p_group integer, p_lease_queue integer[], p_lease bigint[], p_retry_queue integer[], p_off bigint[], p_epoch bigint[], p_repeated boolean)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz;
  v_version int;
  v_ordered boolean;
  v_lease lease;
  v_count int := 0;
  v_rows int;
BEGIN
  SELECT h.version, h.ordered INTO v_version, v_ordered FROM group_hold(p_group, p_lease_queue || p_retry_queue) h;
  IF v_version IS NULL THEN RETURN 0; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  FOR i IN 1..cardinality(p_lease) LOOP
    SELECT * INTO v_lease FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_lease_queue[i]
      AND l.lease_id = p_lease[i] FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    WITH lost AS MATERIALIZED (
      SELECT o.bit, o.off, m.seg, m.topic_id, m.mgroup
        FROM (SELECT b AS bit, coalesce(v_lease.offs[b + 1], v_lease.base_off + b) AS off
          FROM generate_series(0, v_lease.n - 1) b) o
        CROSS JOIN LATERAL (SELECT a.seg, a.topic_id, a.mgroup FROM any_message a WHERE a.queue_id = v_lease.queue_id
          AND a.off = o.off AND a.seg >= 0 LIMIT 1) m
       WHERE (v_lease.open >> o.bit) & 1 = 1
          OR p_repeated AND (v_lease.failed >> o.bit) & 1 = 1
             AND (SELECT e.state = 'Dropped' AND e.attempt = 1 AND e.cause IN ('timeout', 'client-gone')
               FROM delivery_event e
                   WHERE e.group_id = p_group AND e.queue_id = v_lease.queue_id AND e.off = o.off
                     ORDER BY e.event_id DESC LIMIT 1)
    ), ended AS (
      UPDATE lease l SET open = 0, live = false, failed = l.failed & ~coalesce((SELECT bit_or(1::bigint << t.bit)
        FROM lost t), 0)
       WHERE l.group_id = p_group AND l.queue_id = v_lease.queue_id AND l.lease_id = v_lease.lease_id
    ), back AS (
      INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
        client_id, policy_version)
      SELECT p_group, v_lease.queue_id, t.off, t.seg, t.topic_id, CASE WHEN v_ordered THEN fifo_key(t.mgroup,
        t.off) END, 0, nextval('epoch_seq'), false, false,
             v_now, v_lease.client_id, v_version
        FROM lost t
      RETURNING retry.off, retry.mgroup, retry.epoch
    ), blocked AS (
      INSERT INTO fifo_group (group_id, queue_id, mgroup, state, pos, since)
      SELECT DISTINCT p_group, v_lease.queue_id, b.mgroup, 1,
             coalesce((SELECT l.end_off FROM lease l WHERE l.group_id = p_group AND l.queue_id = v_lease.queue_id
               ORDER BY l.lease_id DESC LIMIT 1), 0) - 1, v_now
        FROM back b WHERE b.mgroup IS NOT NULL
      ON CONFLICT (group_id, queue_id, mgroup) DO UPDATE SET state = 1, ready_seq = NULL
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version)
    SELECT p_group, v_lease.queue_id, b.off, 0, 0, s.state, s.cause, s.epoch, v_lease.client_id, s.at, s.at, v_version
      FROM back b
      CROSS JOIN LATERAL (VALUES (1, 'Inflight', 'delivered', v_lease.lease_id, v_lease.claimed_at),
        (2, 'Ready', 'client-gone', b.epoch, v_now)) s (step, state, cause, epoch, at)
     ORDER BY b.off, s.step;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    v_count := v_count + v_rows / 2;
  END LOOP;
  FOR i IN 1..cardinality(p_epoch) LOOP
    WITH back AS (
      UPDATE retry r SET leased = false, waiting = false, attempt = 0, epoch = nextval('epoch_seq'), visible_at = v_now,
        leased_at = NULL, auto_renew = false, gone = false
       WHERE r.group_id = p_group AND r.queue_id = p_retry_queue[i] AND r.off = p_off[i] AND r.epoch = p_epoch[i]
      RETURNING r.*
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version)
    SELECT b.group_id, b.queue_id, b.off, b.generation, 0, 'Ready', 'client-gone', b.epoch, b.client_id, v_now, v_now,
      v_version FROM back b;
    GET DIAGNOSTICS v_rows = ROW_COUNT;
    v_count := v_count + v_rows;
  END LOOP;
  IF v_ordered AND cardinality(p_lease) > 0 THEN
    PERFORM fifo_settle_leases(v_now, array_fill(p_group, ARRAY[cardinality(p_lease)]), p_lease_queue, p_lease);
  END IF;
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION broadcast_return(timestamp with time zone,integer,integer[],bigint[],integer[],bigint[],bigint[],boolean) IS 'redrive aa3f2c9149cde481fe1431be1a8b399190fdcaa78d67174b50a78d8dc626e498';
CREATE OR REPLACE FUNCTION public.cause_key(p_error_type text, p_cause_text text, p_cause text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN p_error_type IS NULL THEN 'unreported:' || p_cause
    ELSE left(md5(p_error_type || chr(31) || p_cause_text), 16) END;
$function$
;
COMMENT ON FUNCTION cause_key(text,text,text) IS 'redrive dd7fc1fcfa0bae5089d1e75f366def6ea2d2d8d2bd89731adfe443f7058b632c';
CREATE OR REPLACE FUNCTION public.cause_text(p_message text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT btrim(regexp_replace(regexp_replace(
           left(split_part(p_message, E'\n', 1), 200),
           '"[^"]*"|''[^'']*''|\m[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\M', '{s}', 'g'),
           '[0-9]+([.,:][0-9]+)*', '{n}', 'g'));
$function$
;
COMMENT ON FUNCTION cause_text(text) IS 'redrive dd7fc1fcfa0bae5089d1e75f366def6ea2d2d8d2bd89731adfe443f7058b632c';
CREATE OR REPLACE FUNCTION public.claimable_group(p_group integer, p_order text)
 RETURNS TABLE(max_retries integer)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  SELECT g.max_retries FROM consumer_group g
   WHERE g.group_id = p_group AND g.delivery_order = p_order AND g.paused_at IS NULL
     AND (g.message_model = 'broadcasting') = (g.broadcast_of IS NOT NULL);
$function$
;
COMMENT ON FUNCTION claimable_group(integer,text) IS 'redrive c9075f189bd435836dc65cd2abd98a75730efeb147b83b49602fcb1698fa43ad';
CREATE OR REPLACE FUNCTION public.claimed_in_segment(p_queue integer, p_queue_no smallint, p_lease bigint, p_expires timestamp with time zone, p_offs bigint[], p_seg integer)
 RETURNS TABLE(queue_id integer, queue_no smallint, off bigint, lease_id bigint, bit_no integer, epoch bigint, attempt smallint, generation integer, expires_at timestamp with time zone, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamp with time zone, born_host text, trace_context text, stored_at timestamp with time zone, body bytea)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT p_queue, p_queue_no, m.off, p_lease, array_position(p_offs, m.off) - 1, NULL::bigint, 1::smallint, 0,
    p_expires, m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding, m.born_at, m.born_host,
    m.trace_context, m.stored_at, m.body
    FROM message m
   WHERE m.queue_id = p_queue AND m.seg = p_seg AND m.off = ANY (p_offs)
   ORDER BY m.off;
$function$
;
COMMENT ON FUNCTION claimed_in_segment(integer,smallint,bigint,timestamp with time zone,bigint[],integer) IS 'redrive ea35df0ea6c1b9215121ad6b929bb96eb8cfcedf5f9cefddb8fa4d332dde6dfc';
CREATE OR REPLACE FUNCTION public.claimed_retries(p_retries retry[])
 RETURNS TABLE(queue_id integer, queue_no smallint, off bigint, lease_id bigint, bit_no integer, epoch bigint, attempt smallint, generation integer, expires_at timestamp with time zone, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamp with time zone, born_host text, trace_context text, stored_at timestamp with time zone, body bytea)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.queue_id, (SELECT q.queue_no FROM queue q WHERE q.queue_id = c.queue_id), c.off, NULL::bigint, NULL::int,
    c.epoch, c.attempt, c.generation, c.visible_at, m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props,
    m.body_encoding, m.born_at, m.born_host, m.trace_context, m.stored_at, m.body
    FROM unnest(p_retries) c
   CROSS JOIN LATERAL (
     SELECT * FROM any_message a WHERE a.queue_id = c.queue_id AND a.off = c.off AND a.seg = c.seg LIMIT 1) m;
$function$
;
COMMENT ON FUNCTION claimed_retries(retry[]) IS 'redrive ea35df0ea6c1b9215121ad6b929bb96eb8cfcedf5f9cefddb8fa4d332dde6dfc';
CREATE OR REPLACE FUNCTION public.cluster_history_roll_up(p_now timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_until timestamptz := date_bin('1 minute', v_now - interval '20 seconds', 'epoch');
  v_last timestamptz := greatest(v_until - interval '23 hours', coalesce((SELECT max(b.at) FROM cluster_step_sample b
    WHERE b.step_s = 60), '-infinity'));
  v_from timestamptz := v_last - interval '1 minute';
  v_rows int;
BEGIN
  -- After a standstill a pass makes two hours of minutes.
  v_until := least(v_until, interval '2 hours' + coalesce(
    (SELECT date_bin('1 minute', min(b.at), 'epoch') FROM cluster_step_sample b WHERE b.step_s = 10
      AND b.at >= v_last + interval '1 minute'), 'infinity'));
  INSERT INTO cluster_group_sample AS s (cluster_id, group_id, step_s, at, ready, in_flight, dead, oldest_ready_at,
    arrived, expiring, consumers, unhandled, delivered, redelivered, died)
  SELECT m.cluster_id, m.group_id, 60, m.at, last.ready, last.in_flight, last.dead, last.oldest_ready_at, last.arrived,
         last.expiring, last.consumers, last.unhandled, m.delivered, m.redelivered, m.died
    FROM (SELECT g.cluster_id, g.group_id, date_bin('1 minute', g.at, 'epoch') AS at, sum(g.delivered) AS delivered,
                 sum(g.redelivered) AS redelivered, sum(g.died) AS died
            FROM cluster_group_sample g WHERE g.step_s = 10 AND g.at >= v_from AND g.at < v_until GROUP BY 1, 2, 3) m
    LEFT JOIN LATERAL (
      SELECT l.* FROM cluster_group_sample l
       WHERE l.group_id = m.group_id AND l.step_s = 10 AND l.at >= m.at AND l.at < m.at + interval '1 minute'
         AND l.dead IS NOT NULL
       ORDER BY l.at DESC LIMIT 1) last ON true
  ON CONFLICT (group_id, step_s, at) DO UPDATE SET ready = excluded.ready, in_flight = excluded.in_flight,
    dead = excluded.dead, oldest_ready_at = excluded.oldest_ready_at, arrived = excluded.arrived,
    expiring = excluded.expiring, consumers = excluded.consumers, unhandled = excluded.unhandled,
    delivered = excluded.delivered, redelivered = excluded.redelivered, died = excluded.died;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  INSERT INTO cluster_broker_sample AS s (cluster_id, broker, step_s, at, messages_in, messages_out, marks)
  SELECT m.cluster_id, m.broker, 60, m.at, m.messages_in, m.messages_out, k.marks
    FROM (SELECT b.cluster_id, b.broker, date_bin('1 minute', b.at, 'epoch') AS at, sum(b.messages_in) AS messages_in,
                 sum(b.messages_out) AS messages_out
            FROM cluster_broker_sample b WHERE b.step_s = 10 AND b.at >= v_from AND b.at < v_until GROUP BY 1, 2, 3) m
   CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_object_agg(x.key, x.most), '{}') AS marks FROM (
        SELECT e.key, max(e.value::text::float8) AS most
          FROM cluster_broker_sample b CROSS JOIN LATERAL jsonb_each(b.marks) e
         WHERE b.cluster_id = m.cluster_id AND b.broker = m.broker AND b.step_s = 10 AND b.at >= m.at
           AND b.at < m.at + interval '1 minute' GROUP BY e.key) x) k
  ON CONFLICT (cluster_id, broker, step_s, at) DO UPDATE SET messages_in = excluded.messages_in,
    messages_out = excluded.messages_out, marks = excluded.marks;
  INSERT INTO cluster_step_sample (cluster_id, step_s, at)
  SELECT DISTINCT b.cluster_id, 60, date_bin('1 minute', b.at, 'epoch')
    FROM cluster_step_sample b WHERE b.step_s = 10 AND b.at >= v_from AND b.at < v_until
  ON CONFLICT DO NOTHING;

  -- By place: a join with so many rows is planned as a scan of the whole table.
  DELETE FROM cluster_group_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM cluster_group_sample o WHERE o.step_s = 10 AND o.at < v_now - interval '1 day' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM cluster_group_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM cluster_group_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM cluster_broker_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM cluster_broker_sample o WHERE (o.step_s = 10 AND o.at < v_now - interval '1 day')
      OR (o.step_s = 60 AND o.at < v_now - interval '14 days') LIMIT 50000));
  DELETE FROM cluster_step_sample b WHERE (b.step_s = 10 AND b.at < v_now - interval '1 day')
    OR (b.step_s = 60 AND b.at < v_now - interval '14 days');
  RETURN v_rows;
END $function$
;
COMMENT ON FUNCTION cluster_history_roll_up(timestamp with time zone) IS 'redrive ded0855a89b3d88cdb78e8e3d58698ce8c86d61e367e6b173c24b03de572a114';
CREATE OR REPLACE FUNCTION public.consumption_timeout(p_group integer, p_phase text)
 RETURNS interval
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  IF p_phase <> 'overrun' THEN RETURN NULL; END IF;
  RETURN (SELECT g.consumption_timeout_ms * interval '1 ms' FROM consumer_group g WHERE g.group_id = p_group);
END $function$
;
COMMENT ON FUNCTION consumption_timeout(integer,text) IS 'redrive c99f2518424bcc6b4547c49f59c5d1243a36ea8715edc90d56279a483c3bc2ad';
CREATE OR REPLACE FUNCTION public.dead_letter_append(p_now timestamp with time zone, p_group integer, p_letter bigint[], p_once boolean)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_topic dead_letter_topic;
  v_seg int;
  v_base bigint;
  v_next bigint;
  v_count int;
BEGIN
  SELECT * INTO v_topic FROM dead_letter_topic t WHERE t.group_id = p_group;
  IF NOT FOUND THEN RETURN 0; END IF;
  -- As in message_send: offsets are handed out under the queue row's lock, and the tail is read from the log itself.
  SELECT q.seg, q.base_off INTO v_seg, v_base FROM queue q WHERE q.queue_id = v_topic.queue_id FOR NO KEY UPDATE;
  v_next := coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = v_topic.queue_id AND m.seg = v_seg
    ORDER BY m.off DESC LIMIT 1), v_base);
  INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at,
    born_host, trace_context, stored_at, body, copy)
  SELECT v_seg, v_topic.queue_id, n.off, v_topic.topic_id, n.msg_id, n.kind, n.tag, n.mgroup, n.keys,
         coalesce(n.props, '{}') || jsonb_build_object(
           'DLQ_ORIGIN_TOPIC', coalesce(n.props ->> 'DLQ_ORIGIN_TOPIC', n.topic), 'DLQ_ORIGIN_MESSAGE_ID',
             coalesce(n.props ->> 'DLQ_ORIGIN_MESSAGE_ID', n.msg_id),
           'DLQ_PASSED', concat_ws(' ', n.props ->> 'DLQ_PASSED', p_group)),
         n.body_encoding, n.born_at, n.born_host, n.trace_context, p_now, n.body, (1 + n.off % 2147483647)::int
    FROM (SELECT v_next - 1 + row_number() OVER (ORDER BY w.ord) AS off, t.name AS topic, d.msg_id, d.kind, d.tag,
      d.mgroup, d.keys, d.props, d.body_encoding,
                 d.born_at, d.born_host, d.trace_context, d.body
            FROM unnest(p_letter) WITH ORDINALITY w (id, ord)
            CROSS JOIN LATERAL (SELECT * FROM dead_letter a WHERE a.dead_letter_id = w.id LIMIT 1) d
            CROSS JOIN LATERAL (SELECT a.name FROM topic a WHERE a.topic_id = d.topic_id LIMIT 1) t
           WHERE NOT (p_group::text = ANY (string_to_array(coalesce(d.props ->> 'DLQ_PASSED', ''), ' ')))
             AND NOT (p_once AND EXISTS (SELECT 1 FROM message c WHERE c.msg_id = d.msg_id
               AND c.topic_id = v_topic.topic_id))) n;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION dead_letter_append(timestamp with time zone,integer,bigint[],boolean) IS 'redrive 3a1b2bedab3ec24996e438a9c98dbee0e9360a872d7a4134867741c9e05df275';
CREATE OR REPLACE FUNCTION public.dead_letter_expire(p_now timestamp with time zone, p_group integer, p_version integer, p_keep_ms bigint, p_limit integer, p_max_bytes bigint, p_after_at timestamp with time zone, p_after_id bigint)
 RETURNS TABLE(seen integer, last_at timestamp with time zone, last_id bigint, group_name text, topics text[], counts integer[])
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_version int;
  v_first timestamptz;
  v_newest timestamptz;
BEGIN
  -- A change of the setting waits for this batch, and this batch sees every change made before it.
  SELECT s.version INTO v_version FROM broker_setting s WHERE s.name = 'dead-letter-retention' FOR SHARE;
  IF coalesce(v_version, 0) <> p_version THEN RETURN; END IF;
  -- A re-drive that is being started chooses under this lock: what it has chosen is seen by the next statement.
  SELECT g.name INTO group_name FROM consumer_group g WHERE g.group_id = p_group FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;

  WITH old AS MATERIALIZED (
    SELECT d.queue_id, d.off, d.generation, d.dead_at, d.dead_letter_id, octet_length(d.body) AS bytes,
           d.held_at IS NULL AND coalesce(d.kept_until <= v_now, true) AND NOT EXISTS (
             SELECT 1 FROM redrive_item i WHERE i.group_id = d.group_id AND i.queue_id = d.queue_id AND i.off = d.off
               AND i.generation = d.generation
                AND i.state = 'selected') AS due
      FROM dead_letter d
     WHERE d.group_id = p_group AND d.dead_at <= v_now - p_keep_ms * interval '1 ms'
       AND (d.dead_at, d.dead_letter_id) > (p_after_at, p_after_id)
     ORDER BY d.dead_at, d.dead_letter_id LIMIT p_limit
  ), next AS MATERIALIZED (
    SELECT w.* FROM (
      SELECT o.*, row_number() OVER n AS rank, sum(o.bytes) OVER n AS total FROM old o WINDOW n AS (ORDER BY o.dead_at,
        o.dead_letter_id)) w
     WHERE w.rank = 1 OR w.total <= p_max_bytes
  ), gone AS (
    DELETE FROM dead_letter d USING next n
     WHERE n.due AND d.group_id = p_group AND d.queue_id = n.queue_id AND d.off = n.off AND d.generation = n.generation
       AND d.held_at IS NULL AND coalesce(d.kept_until <= v_now, true)
    RETURNING d.queue_id, d.off, d.generation, d.attempts, d.topic_id, d.msg_id, d.dead_at, d.dead_letter_id,
      d.fingerprint, d.accepted_at, d.accepted_by
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at)
    SELECT p_group, g.queue_id, g.off, g.generation, g.attempts, 'Expired', 'expired', nextval('epoch_seq'), v_now
      FROM gone g
  ), noted AS (
    INSERT INTO expired_letter (dead_letter_id, group_id, queue_id, topic_id, msg_id, attempts, dead_at, expired_at,
      fingerprint, accepted_at, accepted_by)
    SELECT g.dead_letter_id, p_group, g.queue_id, g.topic_id, g.msg_id, g.attempts, g.dead_at, v_now, g.fingerprint,
      g.accepted_at, g.accepted_by FROM gone g
  ), counted AS (
    SELECT t.name, count(*)::int AS n, min(g.dead_at) AS first_at, max(g.dead_at) AS newest_at FROM gone g
      JOIN topic t ON t.topic_id = g.topic_id GROUP BY t.name
  ), last AS (
    SELECT n.dead_at, n.dead_letter_id FROM next n ORDER BY n.dead_at DESC, n.dead_letter_id DESC LIMIT 1
  )
  SELECT (SELECT count(*)::int FROM next), l.dead_at, l.dead_letter_id, array_agg(c.name), array_agg(c.n),
    min(c.first_at), max(c.newest_at)
    INTO seen, last_at, last_id, topics, counts, v_first, v_newest
    FROM last l LEFT JOIN counted c ON true GROUP BY l.dead_at, l.dead_letter_id;
  IF coalesce(seen, 0) = 0 THEN RETURN; END IF;
  IF v_first IS NULL THEN
    topics := '{}';
    counts := '{}';
  ELSE
    INSERT INTO audit (at, actor_kind, actor, action, target, after, counts)
    VALUES (v_now, 'system', 'retention', 'dead-letter.expire', group_name,
            jsonb_build_object('keepHours', p_keep_ms / 3600000, 'diedFrom', v_first, 'diedTo', v_newest),
            jsonb_build_object('expired', (SELECT sum(c) FROM unnest(counts) c)));
  END IF;
  RETURN NEXT;
END $function$
;
COMMENT ON FUNCTION dead_letter_expire(timestamp with time zone,integer,integer,bigint,integer,bigint,timestamp with time zone,bigint) IS 'redrive 74083ff89f7d6215a73ce04d5d79c98ded363c805e79d0f2842608a06333da96';
CREATE OR REPLACE FUNCTION public.dead_letter_topic_fill(p_now timestamp with time zone, p_group integer, p_limit integer, p_max_bytes bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_topic dead_letter_topic;
  v_ids bigint[];
  v_at timestamptz;
BEGIN
  SELECT * INTO v_topic FROM dead_letter_topic t WHERE t.group_id = p_group AND t.copy_through IS NOT NULL
    FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT array_agg(w.dead_letter_id ORDER BY w.dead_at, w.dead_letter_id), max(w.dead_at) INTO v_ids, v_at
    FROM (SELECT n.dead_letter_id, n.dead_at, row_number() OVER o AS rank, sum(n.bytes) OVER o AS bytes
            FROM (SELECT d.dead_letter_id, d.dead_at, octet_length(d.body) AS bytes FROM dead_letter d
                   WHERE d.group_id = p_group AND (d.dead_at, d.dead_letter_id) > (v_topic.copied_at, v_topic.copied_id)
                     AND d.dead_letter_id <= v_topic.copy_through
                   ORDER BY d.dead_at, d.dead_letter_id LIMIT p_limit) n
          WINDOW o AS (ORDER BY n.dead_at, n.dead_letter_id)) w
   WHERE w.rank = 1 OR w.bytes <= p_max_bytes;
  IF v_ids IS NULL THEN
    UPDATE dead_letter_topic t SET copy_through = NULL WHERE t.group_id = p_group;
    RETURN false;
  END IF;
  PERFORM dead_letter_append(coalesce(p_now, clock_timestamp()), p_group, v_ids, false);
  UPDATE dead_letter_topic t SET copied_at = v_at, copied_id = v_ids[array_length(v_ids, 1)] WHERE t.group_id = p_group;
  RETURN true;
END $function$
;
COMMENT ON FUNCTION dead_letter_topic_fill(timestamp with time zone,integer,integer,bigint) IS 'redrive eca9133d057b2e07dbe3313900195fc6e5f14cb13b2362278e1e260be6fbccd8';
CREATE OR REPLACE FUNCTION public.dead_letter_topic_make(p_now timestamp with time zone, p_group integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_name text;
  v_topic int;
  v_queue int;
  v_seg int;
BEGIN
  SELECT g.name INTO v_name FROM consumer_group g WHERE g.group_id = p_group FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT t.topic_id INTO v_topic FROM dead_letter_topic t WHERE t.group_id = p_group;
  IF FOUND THEN RETURN v_topic; END IF;
  INSERT INTO topic (name, message_type, queue_count, created_at)
    VALUES ('%DLQ%' || v_name, 'NORMAL', 1, coalesce(p_now, clock_timestamp()))
  RETURNING topic_id INTO v_topic;
  INSERT INTO queue (topic_id, queue_no, seg, base_off) SELECT v_topic, 0, max(s.seg), 0 FROM segment s
    RETURNING queue_id, seg INTO v_queue, v_seg;
  INSERT INTO queue_segment (queue_id, seg, first_off) VALUES (v_queue, v_seg, 0);
  -- Ids rise, so every later death of this group has a higher one than any there is now.
  INSERT INTO dead_letter_topic (group_id, topic_id, queue_id, copy_through)
  VALUES (p_group, v_topic, v_queue, (SELECT d.dead_letter_id FROM dead_letter d ORDER BY d.dead_letter_id DESC
    LIMIT 1));
  RETURN v_topic;
END $function$
;
COMMENT ON FUNCTION dead_letter_topic_make(timestamp with time zone,integer) IS 'redrive eca9133d057b2e07dbe3313900195fc6e5f14cb13b2362278e1e260be6fbccd8';
CREATE OR REPLACE FUNCTION public.deciding_report(p_group integer, p_queue integer, p_off bigint, p_generation integer, p_attempts integer)
 RETURNS TABLE(error_type text, message text, fingerprint text, fingerprint_version smallint, app_version text)
 LANGUAGE sql
 STABLE
AS $function$
  (SELECT f.error_type, f.message, f.fingerprint, f.fingerprint_version, f.app_version FROM failure_report f
    WHERE p_attempts > 0 AND f.group_id = p_group AND f.queue_id = p_queue AND f.off = p_off
      AND f.generation = p_generation AND f.attempt = p_attempts)
  UNION ALL
  (SELECT f.error_type, f.message, f.fingerprint, f.fingerprint_version, f.app_version FROM failure_report f
    WHERE p_attempts = 0 AND f.group_id = p_group AND f.queue_id = p_queue AND f.off = p_off
      AND f.generation < p_generation
    ORDER BY f.generation DESC, f.attempt DESC LIMIT 1)
  LIMIT 1;
$function$
;
COMMENT ON FUNCTION deciding_report(integer,integer,bigint,integer,integer) IS 'redrive acfa1b5154469f3fd1ad02d0b163b603ed7fd857992b84def753fbb663309939';
CREATE OR REPLACE FUNCTION public.decoder_name(p_topic text, p_props jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT left(regexp_replace(CASE WHEN p_props ? 'DLQ_ORIGIN_MESSAGE_ID'
    THEN coalesce(p_props ->> 'DLQ_ORIGIN_TOPIC', p_topic) ELSE p_topic END, ' \(deleted \d+\)$', ''), 100);
$function$
;
COMMENT ON FUNCTION decoder_name(text,jsonb) IS 'redrive 0ca58a12f00e4c83edc43a594b416746f563e9eb8cd9ab51dc39553a63b539d5';
CREATE OR REPLACE FUNCTION public.deletion_of_group(p_groups integer[], p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_left int := p_limit;
  v_count int;
  v_table text;
  v_letters bigint[];
  v_redrives int[] := ARRAY(SELECT r.redrive_id FROM redrive r WHERE r.group_id = ANY (p_groups));
BEGIN
  FOREACH v_table IN ARRAY '{dead_letter,discarded_letter}'::text[] LOOP
    EXECUTE format('WITH gone AS (DELETE FROM %1$I t WHERE t.ctid = ANY (ARRAY(
        SELECT o.ctid FROM %1$I o WHERE o.group_id = ANY ($1) LIMIT $2 FOR UPDATE)) RETURNING t.dead_letter_id)
      SELECT array_agg(g.dead_letter_id) FROM gone g', v_table) INTO v_letters USING p_groups, v_left;
    CONTINUE WHEN v_letters IS NULL;
    DELETE FROM letter_text t WHERE t.dead_letter_id = ANY (v_letters);
    DELETE FROM letter_unpacked t WHERE t.dead_letter_id = ANY (v_letters);
    DELETE FROM letter_text_due t WHERE t.dead_letter_id = ANY (v_letters);
    v_left := v_left - cardinality(v_letters);
    IF v_left <= 0 THEN RETURN 0; END IF;
  END LOOP;
  FOREACH v_table IN ARRAY '{redrive_item,edited_message,alarm_redrive}'::text[] LOOP
    EXECUTE format('DELETE FROM %1$I t WHERE t.ctid = ANY (ARRAY(
        SELECT o.ctid FROM %1$I o WHERE o.redrive_id = ANY ($1) LIMIT $2 FOR UPDATE))', v_table)
      USING v_redrives, v_left;
    GET DIAGNOSTICS v_count = ROW_COUNT;
    v_left := v_left - v_count;
    IF v_left <= 0 THEN RETURN 0; END IF;
  END LOOP;
  -- A claim may be under way that began before the group was deleted, and locks no queue: it is waited for, or the
  -- statement below would not see the row that it leaves.
  PERFORM 1 FROM (SELECT 1 FROM retry r WHERE r.group_id = ANY (p_groups) LIMIT p_limit FOR UPDATE) w;
  FOREACH v_table IN ARRAY '{redrive,redirect,expired_letter,letter_job,retry,lease,fifo_group,delivery_event,
    failure_report,group_sample,queue_sample,filter_sample}'::text[] LOOP
    EXECUTE format('DELETE FROM %1$I t WHERE t.ctid = ANY (ARRAY(
        SELECT o.ctid FROM %1$I o WHERE o.group_id = ANY ($1) LIMIT $2 FOR UPDATE))', v_table) USING p_groups, v_left;
    GET DIAGNOSTICS v_count = ROW_COUNT;
    v_left := v_left - v_count;
    IF v_left <= 0 THEN RETURN 0; END IF;
  END LOOP;
  RETURN v_left;
END $function$
;
COMMENT ON FUNCTION deletion_of_group(integer[],integer) IS 'redrive 85dcc16606da3ce98bc112b0bc960670d5c2f9a09b31ea7345498daddacbd73c';
CREATE OR REPLACE FUNCTION public.deletion_of_topic(p_now timestamp with time zone, p_topic integer, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_left int := p_limit;
  v_count int;
BEGIN
  DELETE FROM scheduled_message s WHERE s.ctid = ANY (ARRAY(
    SELECT o.ctid FROM scheduled_message o WHERE o.topic_id = p_topic LIMIT v_left FOR UPDATE));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_left := v_left - v_count;
  IF v_left <= 0 THEN RETURN 0; END IF;
  DELETE FROM half_message h WHERE h.ctid = ANY (ARRAY(
    SELECT o.ctid FROM half_message o WHERE pair(o.topic_id, 0) = pair(p_topic, 0) AND o.state = 'pending'
     LIMIT v_left FOR UPDATE));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_left := v_left - v_count;
  IF v_left <= 0 THEN RETURN 0; END IF;
  WITH gone AS (
    DELETE FROM retry r WHERE r.ctid = ANY (ARRAY(
      SELECT o.ctid FROM queue q JOIN group_queue gq ON gq.queue_id = q.queue_id
        CROSS JOIN LATERAL (SELECT x.ctid FROM retry x WHERE x.group_id = gq.group_id AND x.queue_id = gq.queue_id
          LIMIT v_left FOR UPDATE) o
       WHERE q.topic_id = p_topic LIMIT v_left)) RETURNING r.*
  ), told AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      redrive_id)
    SELECT g.group_id, g.queue_id, g.off, g.generation, g.attempt, 'Dropped', 'topic-deleted', nextval('epoch_seq'),
      g.client_id, p_now, g.redrive_id
      FROM gone g
  )
  SELECT count(*) INTO v_count FROM gone;
  v_left := v_left - v_count;
  IF v_left <= 0 THEN RETURN 0; END IF;
  DELETE FROM fifo_group f WHERE f.ctid = ANY (ARRAY(
    SELECT o.ctid FROM queue q JOIN group_queue gq ON gq.queue_id = q.queue_id
      CROSS JOIN LATERAL (SELECT x.ctid FROM fifo_group x WHERE x.group_id = gq.group_id AND x.queue_id = gq.queue_id
        LIMIT v_left) o
     WHERE q.topic_id = p_topic LIMIT v_left));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_left - v_count;
END $function$
;
COMMENT ON FUNCTION deletion_of_topic(timestamp with time zone,integer,integer) IS 'redrive 85dcc16606da3ce98bc112b0bc960670d5c2f9a09b31ea7345498daddacbd73c';
CREATE OR REPLACE FUNCTION public.deletion_step(p_now timestamp with time zone, p_deletion integer, p_limit integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_job deletion;
  v_left int;
BEGIN
  SELECT * INTO v_job FROM deletion d WHERE d.deletion_id = p_deletion AND d.finished_at IS NULL
    FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_left := CASE v_job.kind WHEN 'group' THEN deletion_of_group(v_job.group_ids, p_limit)
            ELSE deletion_of_topic(v_now, v_job.topic_id, p_limit) END;
  UPDATE deletion d SET removed = d.removed + p_limit - v_left, finished_at = CASE WHEN v_left > 0 THEN v_now END
   WHERE d.deletion_id = p_deletion;
  RETURN v_left > 0;
END $function$
;
COMMENT ON FUNCTION deletion_step(timestamp with time zone,integer,integer) IS 'redrive 85dcc16606da3ce98bc112b0bc960670d5c2f9a09b31ea7345498daddacbd73c';
CREATE OR REPLACE FUNCTION public.delivery_abandon(p_now timestamp with time zone, p_group integer, p_lease_queue integer[], p_lease bigint[], p_retry_queue integer[], p_off bigint[], p_epoch bigint[], p_handed_at timestamp with time zone, p_after_ms bigint, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz;
  v_count int := delivery_lost(p_now, p_group, p_lease_queue, p_lease, p_retry_queue, p_off, p_epoch, p_handed_at,
    p_after_ms, p_most);
BEGIN
  v_now := coalesce(p_now, clock_timestamp());
  UPDATE lease l SET gone = true, expires_at = least(l.expires_at, v_now + p_after_ms * interval '1 ms')
    FROM unnest(p_lease_queue, p_lease) w (queue_id, lease_id)
   WHERE l.group_id = p_group AND l.queue_id = w.queue_id AND l.lease_id = w.lease_id AND l.open <> 0
     AND l.expires_at > v_now
     AND date_trunc('milliseconds', coalesce(l.handed_at, l.claimed_at)) <= p_handed_at;
  UPDATE retry r SET gone = true, visible_at = least(r.visible_at, v_now + p_after_ms * interval '1 ms')
    FROM unnest(p_retry_queue, p_off, p_epoch) w (queue_id, off, epoch)
   WHERE r.group_id = p_group AND r.queue_id = w.queue_id AND r.off = w.off AND r.epoch = w.epoch AND NOT r.early
     AND r.visible_at > v_now
     AND date_trunc('milliseconds', r.leased_at) <= p_handed_at;
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION delivery_abandon(timestamp with time zone,integer,integer[],bigint[],integer[],bigint[],bigint[],timestamp with time zone,bigint,integer) IS 'redrive f67d0439e22a2398f811ffd19582966536e3d47cc77863e85c9c69a80d539fbd';
CREATE OR REPLACE FUNCTION public.delivery_claim(p_now timestamp with time zone, p_group integer, p_topic integer, p_want integer[], p_invisible_ms bigint[], p_client integer[], p_auto_renew boolean[], p_attempt_id text[], p_tags text[], p_max_bytes bigint, p_first_queue integer)
 RETURNS TABLE(receiver integer, queue_id integer, queue_no smallint, off bigint, lease_id bigint, bit_no integer, epoch bigint, attempt smallint, generation integer, expires_at timestamp with time zone, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamp with time zone, born_host text, trace_context text, stored_at timestamp with time zone, body bytea)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_max_retries int := (SELECT g.max_retries FROM claimable_group(p_group, 'concurrent') g);
  v_left int[] := p_want;
  v_receiver int := 1;
  v_receivers int := array_length(p_want, 1);
  v_queue record;
  v_got int;
  v_bytes bigint[] := array_fill(0::bigint, ARRAY[array_length(p_want, 1)]);
  v_windows int;
  v_taken_bytes bigint;
  v_retries retry[];
  v_retry_to int[];
  v_offs bigint[];
  v_lease bigint;
  v_seg int;
  v_expires timestamptz;
  v_first int;
  v_claimed record;
  v_more boolean;
  v_due boolean;
  v_by_priority boolean := p_first_queue < 0;
  v_repeat_to bigint;
  v_passed bigint[];
  v_filtered bigint := 0;
  v_filtered_now bigint;
BEGIN
  IF v_max_retries IS NULL THEN RETURN; END IF;
  v_due := EXISTS (SELECT 1 FROM retry r WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic) AND NOT r.leased
    AND r.visible_at <= v_now);
  IF v_due AND NOT v_by_priority THEN
    SELECT array_agg(c.receiver), array_agg(c.claimed) INTO v_retry_to, v_retries
      FROM retry_claim_all(v_now, p_group, p_topic, v_max_retries, ARRAY(SELECT greatest(1, w / 2)
        FROM unnest(p_want) w), p_invisible_ms, p_client, p_auto_renew, p_attempt_id) c;
    RETURN QUERY
    SELECT t.receiver, c.* FROM unnest(v_retry_to) WITH ORDINALITY t (receiver, ord)
     CROSS JOIN LATERAL claimed_retries(v_retries[t.ord:t.ord]) c;
    v_left := ARRAY(SELECT w.want - (SELECT count(*)::int FROM unnest(v_retry_to) t WHERE t = w.ord)
      FROM unnest(p_want) WITH ORDINALITY w (want, ord) ORDER BY w.ord);
  END IF;

  <<queues>>
  FOR v_queue IN SELECT q.queue_id, q.queue_no FROM queue q WHERE q.topic_id = p_topic
    ORDER BY q.queue_no < p_first_queue, CASE WHEN v_by_priority THEN -q.queue_no ELSE q.queue_no END LOOP
    IF v_due AND v_by_priority THEN
      FOR i IN v_receiver..v_receivers LOOP
        CONTINUE WHEN v_left[i] <= 0;
        SELECT array_agg(c) INTO v_retries
          FROM retry_lease(v_now, retry_due_places(v_now, p_group, v_queue.queue_id, v_max_retries, v_left[i]),
            v_now + p_invisible_ms[i] * interval '1 ms', p_client[i], p_auto_renew[i], p_attempt_id[i]) c;
        EXIT WHEN v_retries IS NULL;
        RETURN QUERY SELECT i, c.* FROM claimed_retries(v_retries) c;
        v_left[i] := v_left[i] - cardinality(v_retries);
      END LOOP;
    END IF;
    WHILE v_receiver <= v_receivers AND v_left[v_receiver] <= 0 LOOP v_receiver := v_receiver + 1; END LOOP;
    EXIT queues WHEN v_receiver > v_receivers;
    -- Look before locking: an idle queue must not cost a row lock per poll.
    CONTINUE WHEN NOT log_has_ready(p_group, v_queue.queue_id);
    SELECT gq.repeat_to INTO v_repeat_to FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = v_queue.queue_id FOR NO KEY UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    -- Read under the lock: who pauses the group takes it too, so nothing is handed out after that.
    EXIT queues WHEN NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'concurrent'));
    -- Every tag: all receivers at once, or until one of them has no room for the next message.
    v_more := p_tags IS NULL;
    WHILE v_more AND v_receiver <= v_receivers LOOP
      v_more := false;
      v_first := v_receiver;
      FOR v_claimed IN
        SELECT c.* FROM log_claim_all(v_now, p_group, v_queue.queue_id, v_left[v_first:], ARRAY(SELECT p_max_bytes - b
          FROM unnest(v_bytes[v_first:]) b),
                                      p_invisible_ms[v_first:], p_client[v_first:], p_auto_renew[v_first:],
                                        p_attempt_id[v_first:]) c
      LOOP
        v_receiver := v_first + v_claimed.receiver - 1;
        v_passed := CASE WHEN v_repeat_to IS NOT NULL
          THEN repeat_pass(v_now, p_group, v_queue.queue_id, v_claimed.lease_id, v_claimed.offs, false) END;
        -- A statement of its own, as for retries: the snapshot of a join around the claim may be too old for its rows.
        v_got := cardinality(v_claimed.offs);
        RETURN QUERY
        SELECT v_receiver, c.* FROM claimed_in_segment(v_queue.queue_id, v_queue.queue_no, v_claimed.lease_id,
          v_claimed.expires_at, v_claimed.offs, v_claimed.seg) c
         WHERE v_passed IS NULL OR c.off <> ALL (v_passed);
        v_left[v_receiver] := v_left[v_receiver] - v_got + coalesce(cardinality(v_passed), 0);
        v_bytes[v_receiver] := v_bytes[v_receiver] + v_claimed.bytes;
        IF v_claimed.no_room OR v_bytes[v_receiver] >= p_max_bytes THEN v_left[v_receiver] := 0; END IF;
        v_more := v_claimed.no_room OR v_passed IS NOT NULL;
      END LOOP;
      WHILE v_receiver <= v_receivers AND v_left[v_receiver] <= 0 LOOP v_receiver := v_receiver + 1; END LOOP;
    END LOOP;
    CONTINUE WHEN p_tags IS NULL;
    v_windows := 0;
    LOOP
      WHILE v_receiver <= v_receivers AND v_left[v_receiver] <= 0 LOOP v_receiver := v_receiver + 1; END LOOP;
      EXIT WHEN v_receiver > v_receivers;
      SELECT c.lease_id, c.offs, c.seg, c.bytes, c.expires_at, c.filtered
        INTO v_lease, v_offs, v_seg, v_taken_bytes, v_expires, v_filtered_now
        FROM log_claim(v_now, p_group, v_queue.queue_id, v_left[v_receiver], p_max_bytes - v_bytes[v_receiver], p_tags,
          p_invisible_ms[v_receiver], p_client[v_receiver],
                       p_auto_renew[v_receiver], p_attempt_id[v_receiver]) c;
      EXIT WHEN NOT FOUND;
      v_filtered := v_filtered + v_filtered_now;
      -- A statement of its own, as for retries: the snapshot of a join around the claim may be too old for its rows.
      v_got := coalesce(array_length(v_offs, 1), 0);
      v_passed := CASE WHEN v_repeat_to IS NOT NULL
        THEN repeat_pass(v_now, p_group, v_queue.queue_id, v_lease, v_offs, false) END;
      RETURN QUERY
      SELECT v_receiver, c.* FROM claimed_in_segment(v_queue.queue_id, v_queue.queue_no, v_lease, v_expires, v_offs,
        v_seg) c WHERE v_passed IS NULL OR c.off <> ALL (v_passed);
      v_bytes[v_receiver] := v_bytes[v_receiver] + v_taken_bytes;
      v_left[v_receiver] := CASE WHEN v_bytes[v_receiver] >= p_max_bytes THEN 0
        ELSE v_left[v_receiver] - v_got + coalesce(cardinality(v_passed), 0) END;
      -- A filter without matches reads on for a bounded while.
      v_windows := v_windows + 1;
      EXIT WHEN v_windows >= 64;
    END LOOP;
  END LOOP;

  -- What is still free after the new messages.
  IF v_due AND v_receiver <= v_receivers THEN
    SELECT array_agg(c.receiver), array_agg(c.claimed) INTO v_retry_to, v_retries
      FROM retry_claim_all(v_now, p_group, p_topic, v_max_retries, ARRAY(SELECT greatest(0, l) FROM unnest(v_left) l),
        p_invisible_ms, p_client, p_auto_renew, p_attempt_id) c;
    RETURN QUERY
    SELECT t.receiver, c.* FROM unnest(v_retry_to) WITH ORDINALITY t (receiver, ord)
     CROSS JOIN LATERAL claimed_retries(v_retries[t.ord:t.ord]) c;
  END IF;
  RETURN QUERY SELECT 0, c.* FROM filtered_row(v_now, v_filtered) c;
END $function$
;
COMMENT ON FUNCTION delivery_claim(timestamp with time zone,integer,integer,integer[],bigint[],integer[],boolean[],text[],text[],bigint,integer) IS 'redrive e2fc33c424cc71c19a68bd2a32c08702e349346248c2ce9534c3f336fda81b68';
CREATE OR REPLACE FUNCTION public.delivery_confirmed(p_group integer, p_queue integer, p_off bigint, p_generation integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT 1 FROM delivery_event e
                  WHERE e.group_id = p_group AND e.queue_id = p_queue AND e.off = p_off AND e.generation = p_generation
                    AND (e.cause IN ('nack', 'released', 'extended', 'forwarded', 'acked-early')
                         OR e.cause = 'delivered' AND EXISTS (
                              SELECT 1 FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
                                AND l.lease_id = e.epoch
                                 -- What left a batch that was not lost as a whole was acknowledged early, or had its
                                 -- time changed.
                                 AND (l.acks IS NOT NULL OR (l.failed <> 0
                                   AND ((1::bigint << l.n) - 1) & ~(l.open | l.failed) <> 0)))))
      OR EXISTS (SELECT 1 FROM failure_report f
                  WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.off = p_off
                    AND f.generation = p_generation);
$function$
;
COMMENT ON FUNCTION delivery_confirmed(integer,integer,bigint,integer) IS 'redrive acfa1b5154469f3fd1ad02d0b163b603ed7fd857992b84def753fbb663309939';
CREATE OR REPLACE FUNCTION public.delivery_lost(p_now timestamp with time zone, p_group integer, p_lease_queue integer[], p_lease bigint[], p_retry_queue integer[], p_off bigint[], p_epoch bigint[], p_handed_at timestamp with time zone, p_after_ms bigint, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz;
  v_due timestamptz;
  v_version int;
  v_ordered boolean;
  v_leases lease[];
  v_queues int[];
  v_offs bigint[];
  v_count int := 0;
BEGIN
  SELECT h.version, h.ordered INTO v_version, v_ordered FROM group_hold(p_group, p_lease_queue || p_retry_queue) h;
  IF v_version IS NULL THEN RETURN 0; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  v_due := v_now + p_after_ms * interval '1 ms';
  -- Each found and locked by its whole key, in key order, as everywhere.
  SELECT array_agg(l) INTO v_leases
    FROM (SELECT DISTINCT u.queue_id, u.lease_id FROM unnest(p_lease_queue, p_lease) u (queue_id, lease_id)
      ORDER BY u.lease_id) w
   CROSS JOIN LATERAL (
     SELECT a.* FROM lease a
      WHERE a.group_id = p_group AND a.queue_id = w.queue_id AND a.lease_id = w.lease_id
        AND a.open = (1::bigint << a.n) - 1 AND a.expires_at > v_now
        AND a.lost_replies < p_most AND date_trunc('milliseconds', coalesce(a.handed_at, a.claimed_at)) <= p_handed_at
      LIMIT 1 FOR NO KEY UPDATE) l;
  IF v_leases IS NOT NULL THEN
    UPDATE lease l SET open = 0, live = false FROM unnest(v_leases) w
     WHERE l.group_id = w.group_id AND l.queue_id = w.queue_id AND l.lease_id = w.lease_id;
    WITH lost AS MATERIALIZED (
      SELECT b.*, w.lost_replies FROM lease_bits(v_leases, v_ordered) b
        JOIN unnest(v_leases) w ON w.lease_id = b.lease_id
    ), back AS (
      INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
        client_id, policy_version, lost_replies)
      SELECT p_group, i.queue_id, i.off, i.seg, i.topic_id, i.mgroup, 0, i.epoch, false, false, v_due, i.client_id,
        v_version, i.lost_replies + 1 FROM lost i
    ), recorded AS (
      INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
        due_at, policy_version)
      SELECT p_group, i.queue_id, i.off, 0, 1, e.state, e.cause, e.epoch, i.client_id, e.at, e.due_at, v_version
        FROM lost i
       CROSS JOIN LATERAL (VALUES (1, 'Inflight', 'delivered', i.lease_id, i.claimed_at, NULL::timestamptz),
                                  (2, 'Ready', 'reply-lost', i.epoch, v_now, v_due)) e (step, state, cause, epoch, at,
                                    due_at)
       ORDER BY i.queue_id, i.off, e.step
    )
    SELECT count(*) INTO v_count FROM lost;
    IF v_ordered THEN
      PERFORM fifo_settle_leases(v_now, array_fill(p_group, ARRAY[cardinality(p_lease)]), p_lease_queue, p_lease);
    END IF;
  END IF;
  WITH named AS MATERIALIZED (
    SELECT r.place FROM (SELECT * FROM unnest(p_retry_queue, p_off, p_epoch) u (queue_id, off, epoch)
      ORDER BY u.queue_id, u.off) w
     CROSS JOIN LATERAL (
       SELECT a.ctid AS place FROM retry a
        WHERE a.group_id = p_group AND a.queue_id = w.queue_id AND a.off = w.off AND a.epoch = w.epoch AND NOT a.early
          AND a.visible_at > v_now
          AND a.lost_replies < p_most AND date_trunc('milliseconds', a.leased_at) <= p_handed_at
        LIMIT 1 FOR NO KEY UPDATE) r
  ), back AS (
    UPDATE retry r SET leased = false, waiting = false, attempt = r.attempt - 1, lost_replies = r.lost_replies + 1,
      epoch = nextval('epoch_seq'),
           visible_at = v_due, leased_at = NULL, auto_renew = false, gone = false
      FROM named n WHERE r.ctid = n.place
    RETURNING r.*
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT b.group_id, b.queue_id, b.off, b.generation, b.attempt + 1, 'Ready', 'reply-lost', b.epoch, b.client_id,
      v_now, v_due, v_version, b.redrive_id FROM back b
  )
  SELECT array_agg(b.queue_id), array_agg(b.off) INTO v_queues, v_offs FROM back b;
  IF v_offs IS NULL THEN RETURN v_count; END IF;
  IF v_ordered THEN
    PERFORM fifo_settle_messages(v_now, array_fill(p_group, ARRAY[cardinality(v_offs)]), v_queues, v_offs);
  END IF;
  RETURN v_count + cardinality(v_offs);
END $function$
;
COMMENT ON FUNCTION delivery_lost(timestamp with time zone,integer,integer[],bigint[],integer[],bigint[],bigint[],timestamp with time zone,bigint,integer) IS 'redrive c39116fb472990650ac81910a33242c65cb569c6c2a2c0f4acc7dcf864f4e9ed';
CREATE OR REPLACE FUNCTION public.delivery_overrun(p_now timestamp with time zone, p_limit integer)
 RETURNS TABLE(group_id integer, version integer, ordered boolean, queue_id integer, lease_id bigint, open bigint, off bigint, epoch bigint, attempt integer)
 LANGUAGE sql
AS $function$
  (SELECT l.group_id, g.version, l.kind = 1, l.queue_id, l.lease_id, l.open, NULL::bigint, NULL::bigint, 1
     FROM lease l JOIN consumer_group g ON g.group_id = l.group_id
    WHERE l.live AND l.auto_renew AND NOT l.gone
      AND coalesce(l.handed_at, l.claimed_at) + g.consumption_timeout_ms * interval '1 ms' <= coalesce(p_now,
      clock_timestamp())
    LIMIT p_limit)
  UNION ALL
  (SELECT r.group_id, g.version, r.mgroup IS NOT NULL, r.queue_id, NULL, NULL, r.off, r.epoch, r.attempt::int
     FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
    WHERE r.leased AND r.auto_renew AND NOT r.gone
      AND r.leased_at + g.consumption_timeout_ms * interval '1 ms' <= coalesce(p_now, clock_timestamp())
    LIMIT p_limit);
$function$
;
COMMENT ON FUNCTION delivery_overrun(timestamp with time zone,integer) IS 'redrive 824946b7bd75f588bb06aa911cce1f9f11137414e0da6eb72033b55112c5e134';
CREATE OR REPLACE FUNCTION public.delivery_release(p_now timestamp with time zone, p_group integer, p_client integer, p_after_ms bigint)
 RETURNS integer
 LANGUAGE sql
AS $function$
  WITH clock AS MATERIALIZED (SELECT coalesce(p_now, clock_timestamp()) AS at), leases AS (
    UPDATE lease l SET gone = true, expires_at = least(l.expires_at, c.at + p_after_ms * interval '1 ms')
      FROM clock c WHERE l.live AND l.group_id = p_group AND l.client_id = p_client AND NOT l.gone
        AND l.expires_at > c.at
    RETURNING 1
  ), retries AS (
    UPDATE retry r SET gone = true, visible_at = least(r.visible_at, c.at + p_after_ms * interval '1 ms')
      FROM clock c WHERE r.leased AND r.group_id = p_group AND r.client_id = p_client AND NOT r.gone AND NOT r.early
        AND r.visible_at > c.at
    RETURNING 1
  )
  SELECT ((SELECT count(*) FROM leases) + (SELECT count(*) FROM retries))::int;
$function$
;
COMMENT ON FUNCTION delivery_release(timestamp with time zone,integer,integer,bigint) IS 'redrive 8805a530eb2add0e9f42f0fa74037fb42abec17caefa5af9f1d75dca7916e86b';
CREATE OR REPLACE FUNCTION public.delivery_renew(p_now timestamp with time zone, p_clients integer[], p_within_ms bigint, p_invisible_ms bigint)
 RETURNS integer
 LANGUAGE sql
AS $function$
  WITH clock AS MATERIALIZED (SELECT coalesce(p_now, clock_timestamp()) AS at), leases AS (
    UPDATE lease l SET expires_at = least(c.at + p_invisible_ms * interval '1 ms',
      coalesce(l.handed_at, l.claimed_at) + g.consumption_timeout_ms * interval '1 ms' + interval '10 s')
      FROM clock c, consumer_group g
     WHERE g.group_id = l.group_id AND l.live AND l.auto_renew AND NOT l.gone AND l.client_id = ANY (p_clients)
       AND l.expires_at > c.at AND l.expires_at <= c.at + p_within_ms * interval '1 ms'
       AND coalesce(l.handed_at, l.claimed_at) + g.consumption_timeout_ms * interval '1 ms' > c.at
    RETURNING 1
  ), retries AS (
    UPDATE retry r SET visible_at = least(c.at + p_invisible_ms * interval '1 ms',
      r.leased_at + g.consumption_timeout_ms * interval '1 ms' + interval '10 s')
      FROM clock c, consumer_group g
     WHERE g.group_id = r.group_id AND r.leased AND r.auto_renew AND NOT r.gone AND r.client_id = ANY (p_clients)
       AND r.visible_at > c.at AND r.visible_at <= c.at + p_within_ms * interval '1 ms'
       AND r.leased_at + g.consumption_timeout_ms * interval '1 ms' > c.at
    RETURNING 1
  )
  SELECT ((SELECT count(*) FROM leases) + (SELECT count(*) FROM retries))::int;
$function$
;
COMMENT ON FUNCTION delivery_renew(timestamp with time zone,integer[],bigint,bigint) IS 'redrive 824946b7bd75f588bb06aa911cce1f9f11137414e0da6eb72033b55112c5e134';
CREATE OR REPLACE FUNCTION public.delivery_revoke(p_now timestamp with time zone, p_job integer, p_verb text, p_group integer, p_queue integer[], p_off bigint[], p_epoch bigint[])
 RETURNS TABLE(why text, queue_id integer, off bigint, epoch bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_version int;
  v_ordered boolean;
  v_max_retries int;
  v_item record;
  v_mgroup text;
  v_hold int;
  v_lease_id bigint;
  v_retry retry;
  v_lease lease;
  v_mask bigint;
  v_queues int[] := '{}';
  v_offs bigint[] := '{}';
BEGIN
  SELECT h.version, h.ordered INTO v_version, v_ordered FROM group_hold(p_group, p_queue) h;
  v_max_retries := (SELECT g.max_retries FROM consumer_group g WHERE g.group_id = p_group);
  v_now := coalesce(p_now, clock_timestamp());
  -- Unordered: leases by their id, then messages of their own, as everywhere. In an ordered group the queue is locked,
  -- and the head of a key comes before what is behind it.
  FOR v_item IN
    SELECT u.queue_id, u.off, u.epoch
      FROM (SELECT DISTINCT n.queue_id, n.off, n.epoch FROM unnest(p_queue, p_off, p_epoch) n (queue_id, off, epoch)) u
      LEFT JOIN LATERAL (SELECT true AS alone FROM retry a WHERE a.group_id = p_group AND a.queue_id = u.queue_id
        AND a.off = u.off LIMIT 1) r ON true
     ORDER BY NOT v_ordered AND r.alone, CASE WHEN NOT v_ordered AND r.alone IS NULL THEN u.epoch END, u.queue_id, u.off
  LOOP
    v_lease := NULL;
    v_mask := 0;
    SELECT r.* INTO v_retry FROM retry r WHERE r.group_id = p_group AND r.queue_id = v_item.queue_id
      AND r.off = v_item.off FOR NO KEY UPDATE;
    IF FOUND THEN
      CONTINUE WHEN NOT v_retry.leased;
    ELSE
      SELECT l.* INTO v_lease FROM lease l WHERE l.group_id = p_group AND l.queue_id = v_item.queue_id
        AND l.lease_id = v_item.epoch FOR NO KEY UPDATE;
      v_mask := 1::bigint << coalesce(array_position(v_lease.offs, v_item.off) - 1,
        v_item.off - v_lease.base_off)::int;
      CONTINUE WHEN coalesce(v_lease.open & v_mask, 0) = 0;
    END IF;
    queue_id := v_item.queue_id;
    off := v_item.off;
    epoch := NULL;
    why := CASE
      WHEN v_retry.early THEN 'acknowledged already'
      WHEN v_retry.epoch <> v_item.epoch THEN 'changed meanwhile'
      WHEN p_verb = 'now' AND coalesce(v_retry.attempt, 1) > v_max_retries THEN 'on its last attempt' END;
    IF why IS NULL AND v_ordered THEN
      v_mgroup := (SELECT fifo_key(m.mgroup, m.off) FROM any_message m WHERE m.queue_id = v_item.queue_id
        AND m.off = v_item.off AND m.seg >= 0 LIMIT 1);
      SELECT f.hold_job, f.lease_id, f.mask INTO v_hold, v_lease_id, v_mask FROM fifo_group f
       WHERE f.group_id = p_group AND f.queue_id = v_item.queue_id AND f.mgroup = v_mgroup;
      SELECT l.* INTO v_lease FROM lease l WHERE l.group_id = p_group AND l.queue_id = v_item.queue_id
        AND l.lease_id = v_lease_id FOR NO KEY UPDATE;
      v_mask := coalesce(v_lease.open & v_mask, 0);
      why := CASE
        WHEN p_verb = 'now' AND v_hold IS NOT NULL THEN 'held'
        WHEN EXISTS (SELECT 1 FROM retry r WHERE r.group_id = p_group AND r.queue_id = v_item.queue_id
          AND r.mgroup = v_mgroup AND NOT r.early AND r.off < v_item.off)
          OR EXISTS (SELECT 1 FROM unnest(v_lease.offs) WITH ORDINALITY o (off, ord)
            WHERE (v_mask >> (o.ord - 1)::int) & 1 = 1 AND o.off < v_item.off) THEN 'not the head of its key' END;
    END IF;
    IF why IS NOT NULL THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF v_mask <> 0 THEN PERFORM revoke_leased(v_now, p_job, v_lease, v_mask, v_item.off, v_version, v_ordered); END IF;
    PERFORM revoke_retries(v_now, p_job, v_item.off, ARRAY(
      SELECT r.ctid FROM retry r WHERE r.group_id = p_group AND r.queue_id = v_item.queue_id AND r.leased
         AND NOT r.early AND (r.off = v_item.off OR (v_ordered AND r.mgroup = v_mgroup))));
    IF v_ordered THEN
      UPDATE fifo_group f SET lease_id = NULL, mask = -1 WHERE f.group_id = p_group AND f.queue_id = v_item.queue_id
        AND f.mgroup = v_mgroup AND f.lease_id = v_lease_id;
    END IF;
    epoch := (SELECT r.epoch FROM retry r WHERE r.group_id = p_group AND r.queue_id = v_item.queue_id
      AND r.off = v_item.off);
    v_queues := v_queues || v_item.queue_id;
    v_offs := v_offs || v_item.off;
    RETURN NEXT;
  END LOOP;
  -- A head that goes to the dead letters did not fail: what was acknowledged behind it stays acknowledged, and the
  -- caller settles.
  IF v_ordered AND p_verb <> 'bury' AND cardinality(v_offs) > 0 THEN
    PERFORM fifo_settle_messages(v_now, array_fill(p_group, ARRAY[cardinality(v_offs)]), v_queues, v_offs);
  END IF;
END $function$
;
COMMENT ON FUNCTION delivery_revoke(timestamp with time zone,integer,text,integer,integer[],bigint[],bigint[]) IS 'redrive 17496dfea0a6a6152b0e52236cce462087f56594562b8e21ce2402735dab3b13';
CREATE OR REPLACE FUNCTION public.fifo_claim(p_now timestamp with time zone, p_group integer, p_topic integer, p_want integer, p_invisible_ms bigint, p_client integer, p_auto_renew boolean, p_attempt_id text, p_tags text[], p_window integer, p_first_queue integer)
 RETURNS TABLE(queue_id integer, queue_no smallint, off bigint, lease_id bigint, bit_no integer, epoch bigint, attempt smallint, generation integer, expires_at timestamp with time zone, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamp with time zone, born_host text, trace_context text, stored_at timestamp with time zone, body bytea)
 LANGUAGE sql
AS $function$
  SELECT c.queue_id, c.queue_no, c.off, c.lease_id, c.bit_no, c.epoch, c.attempt, c.generation, c.expires_at, c.msg_id,
    c.kind, c.tag, c.mgroup, c.keys, c.props, c.body_encoding, c.born_at, c.born_host, c.trace_context, c.stored_at,
    c.body
    FROM fifo_claim_all(p_now, p_group, p_topic, ARRAY[p_want], ARRAY[p_invisible_ms], ARRAY[p_client],
      ARRAY[p_auto_renew], ARRAY[p_attempt_id], p_tags, p_window, p_first_queue) c WHERE c.receiver > 0;
$function$
;
COMMENT ON FUNCTION fifo_claim(timestamp with time zone,integer,integer,integer,bigint,integer,boolean,text,text[],integer,integer) IS 'redrive 183af36462f15a141888c43784d3a023a0179ede118814dc1c4845976647487e';
CREATE OR REPLACE FUNCTION public.fifo_claim_all(p_now timestamp with time zone, p_group integer, p_topic integer, p_want integer[], p_invisible_ms bigint[], p_client integer[], p_auto_renew boolean[], p_attempt_id text[], p_tags text[], p_window integer, p_first_queue integer)
 RETURNS TABLE(receiver integer, queue_id integer, queue_no smallint, off bigint, lease_id bigint, bit_no integer, epoch bigint, attempt smallint, generation integer, expires_at timestamp with time zone, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamp with time zone, born_host text, trace_context text, stored_at timestamp with time zone, body bytea)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_queue record;
  v_receiver int := 1;
  v_left int := p_want[1];
  v_due boolean;
  v_locked boolean := false;
  v_retries retry[];
  v_offs bigint[];
  v_segs int[];
  v_seg int;
  v_lease bigint;
  v_expires timestamptz;
  v_repeat_to bigint;
  v_passed bigint[];
  v_filtered bigint := 0;
  v_filtered_now bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered')) THEN RETURN; END IF;
  v_due := EXISTS (SELECT 1 FROM retry r WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic) AND NOT r.leased
                      AND r.visible_at <= coalesce(p_now, clock_timestamp()));
  FOR v_queue IN SELECT q.queue_id, q.queue_no FROM queue q WHERE q.topic_id = p_topic
    ORDER BY q.queue_no < p_first_queue, q.queue_no LOOP
    EXIT WHEN v_receiver > cardinality(p_want);
    -- Look before locking: an idle queue must not cost a row lock per poll.
    CONTINUE WHEN NOT (v_due OR EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group
      AND f.queue_id = v_queue.queue_id AND f.state = 0)
                       OR log_has_ready(p_group, v_queue.queue_id));
    -- Acks and failures wait for these locks in key order. A claim takes them in the order of service: it waits for its
    -- first one only, and the process that holds another one serves that queue.
    IF v_locked THEN
      SELECT gq.repeat_to INTO v_repeat_to FROM group_queue gq WHERE gq.group_id = p_group
        AND gq.queue_id = v_queue.queue_id FOR NO KEY UPDATE SKIP LOCKED;
    ELSE
      SELECT gq.repeat_to INTO v_repeat_to FROM group_queue gq WHERE gq.group_id = p_group
        AND gq.queue_id = v_queue.queue_id FOR NO KEY UPDATE;
    END IF;
    CONTINUE WHEN NOT FOUND;
    v_locked := true;
    -- Read under the lock: who pauses the group takes it too, so nothing is handed out after that.
    EXIT WHEN NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered'));
    v_now := coalesce(p_now, clock_timestamp());
    LOOP
      IF v_due THEN
        SELECT array_agg(c) INTO v_retries FROM fifo_retry_claim(v_now, p_group, v_queue.queue_id, v_left,
          p_invisible_ms[v_receiver], p_client[v_receiver], p_auto_renew[v_receiver], p_attempt_id[v_receiver]) c;
        RETURN QUERY SELECT v_receiver, c.* FROM claimed_retries(v_retries) c ORDER BY c.off;
        v_left := v_left - coalesce(cardinality(v_retries), 0);
      END IF;
      IF v_left > 0 THEN
        SELECT c.lease_id, c.offs, c.segs, c.expires_at, c.filtered
          INTO v_lease, v_offs, v_segs, v_expires, v_filtered_now
          FROM fifo_log_claim(v_now, p_group, v_queue.queue_id, v_left, p_tags, p_window, p_invisible_ms[v_receiver],
            p_client[v_receiver], p_auto_renew[v_receiver], p_attempt_id[v_receiver]) c;
        -- Nothing more here: the next queue, for the same receiver.
        EXIT WHEN NOT FOUND;
        v_filtered := v_filtered + v_filtered_now;
        EXIT WHEN v_lease IS NULL;
        -- A statement of its own: the claim sees messages that the snapshot of a join around it may be too old to see.
        v_passed := CASE WHEN v_repeat_to IS NOT NULL
          THEN repeat_pass(v_now, p_group, v_queue.queue_id, v_lease, v_offs, true) END;
        FOR v_seg IN SELECT DISTINCT s.seg FROM unnest(v_segs) s (seg) ORDER BY s.seg LOOP
          RETURN QUERY
          SELECT v_receiver, c.* FROM claimed_in_segment(v_queue.queue_id, v_queue.queue_no, v_lease, v_expires, v_offs,
            v_seg) c WHERE v_passed IS NULL OR c.off <> ALL (v_passed);
        END LOOP;
        v_left := v_left - cardinality(v_offs);
        EXIT WHEN v_left > 0;
      END IF;
      v_receiver := v_receiver + 1;
      EXIT WHEN v_receiver > cardinality(p_want);
      v_left := p_want[v_receiver];
    END LOOP;
  END LOOP;
  RETURN QUERY SELECT 0, c.* FROM filtered_row(v_now, v_filtered) c;
END $function$
;
COMMENT ON FUNCTION fifo_claim_all(timestamp with time zone,integer,integer,integer[],bigint[],integer[],boolean[],text[],text[],integer,integer) IS 'redrive 183af36462f15a141888c43784d3a023a0179ede118814dc1c4845976647487e';
CREATE OR REPLACE FUNCTION public.fifo_filter_due(p_now timestamp with time zone, p_group integer, p_queue integer, p_epochs bigint[], p_limit integer)
 RETURNS TABLE(queue_id integer, mgroup text, off bigint, seg integer, epoch bigint)
 LANGUAGE sql
 STABLE
AS $function$
  WITH waiting AS MATERIALIZED (
    SELECT r.mgroup, r.off, r.seg, r.epoch,
           bool_and(r.visible_at <= p_now AND r.attempt <= g.max_retries
             AND (p_epochs IS NULL OR r.epoch = ANY (p_epochs)))
             OVER (PARTITION BY r.mgroup ORDER BY r.off) AS free,
           bool_or(r.leased) OVER (PARTITION BY r.mgroup) AS held,
           min(r.visible_at) OVER (PARTITION BY r.mgroup) AS since
      FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
     WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.mgroup IS NOT NULL
  )
  SELECT p_queue, w.mgroup, w.off, w.seg, w.epoch FROM waiting w
   WHERE w.free AND NOT w.held
     AND NOT EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue
       AND f.mgroup = w.mgroup AND f.lease_id IS NOT NULL)
   ORDER BY w.since, w.mgroup, w.off LIMIT p_limit;
$function$
;
COMMENT ON FUNCTION fifo_filter_due(timestamp with time zone,integer,integer,bigint[],integer) IS 'redrive 56c80932a372982a00ea5b8bc7d8703bbdeddcacf268b79e63613e04a260b91f';
CREATE OR REPLACE FUNCTION public.fifo_filter_log_claim(p_now timestamp with time zone, p_group integer, p_queue integer, p_want integer, p_freed jsonb, p_seg integer, p_from_off bigint, p_from_seg integer, p_end_off bigint, p_offs bigint[], p_expires timestamp with time zone, p_client integer, p_auto_renew boolean, p_attempt_id text)
 RETURNS TABLE(lease_id bigint, bit_no integer, off bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_pos record;
  v_left int := p_want;
  v_free record;
  v_offs bigint[];
  v_lease bigint;
  v_end bigint := p_end_off;
  v_got int;
BEGIN
  SELECT * INTO v_pos FROM log_position(p_group, p_queue);
  FOR v_free IN
    SELECT w.* FROM jsonb_to_recordset(p_freed) w (queue_id int, key text, key_pos bigint, from_off bigint,
      through bigint, offs bigint[])
      JOIN fifo_group f ON f.group_id = p_group AND f.queue_id = w.queue_id AND f.mgroup = w.key AND f.state = 0
        AND f.pos = w.key_pos
     WHERE w.queue_id = p_queue AND w.from_off = v_pos.from_off ORDER BY f.ready_seq
  LOOP
    EXIT WHEN v_left <= 0;
    IF v_free.offs IS NULL THEN
      IF v_free.through IS NULL THEN
        DELETE FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = v_free.key;
      ELSE
        UPDATE fifo_group f SET pos = v_free.through, ready_seq = nextval('epoch_seq') WHERE f.group_id = p_group
          AND f.queue_id = p_queue AND f.mgroup = v_free.key;
      END IF;
      CONTINUE;
    END IF;
    v_offs := v_free.offs[1:v_left];
    -- The retention may have passed meanwhile.
    CONTINUE WHEN cardinality(v_offs) <> (SELECT count(*) FROM unnest(v_offs) o (off)
                                           CROSS JOIN LATERAL (SELECT 1 FROM message a WHERE a.queue_id = p_queue
                                             AND a.off = o.off LIMIT 1) m);
    v_lease := nextval('epoch_seq');
    INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
      expires_at, client_id, auto_renew, attempt_id)
    VALUES (p_group, p_queue, v_lease, 1, v_pos.from_seg, v_offs[1], v_pos.from_off, cardinality(v_offs), v_offs,
      (1::bigint << cardinality(v_offs)) - 1, true,
            p_now, p_expires, p_client, p_auto_renew, p_attempt_id);
    UPDATE fifo_group f SET state = 1, lease_id = v_lease, pos = v_offs[cardinality(v_offs)], ready_seq = NULL,
      since = p_now,
           skipped = v_free.through IS NOT NULL OR cardinality(v_free.offs) > v_left
     WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = v_free.key;
    v_left := v_left - cardinality(v_offs);
    RETURN QUERY SELECT v_lease, (o.ord - 1)::int, o.off FROM unnest(v_offs) WITH ORDINALITY o (off, ord);
  END LOOP;
  IF v_left <= 0 OR v_end IS NULL OR (v_pos.from_off, v_pos.from_seg) IS DISTINCT FROM (p_from_off, p_from_seg) THEN
    RETURN;
  END IF;

  -- All leases in one statement. The cursor stops before the first key there is no room for; only the last lease can be
  -- cut short.
  RETURN QUERY
  WITH looked AS MATERIALIZED (
    SELECT m.off, fifo_key(m.mgroup, m.off) AS mgroup,
           EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue
             AND f.mgroup = fifo_key(m.mgroup, m.off)) AS busy
      FROM unnest(p_offs) o (off)
      CROSS JOIN LATERAL (SELECT a.off, a.mgroup FROM message a WHERE a.queue_id = p_queue AND a.off = o.off
        AND a.seg = p_seg LIMIT 1) m
  ), free AS MATERIALIZED (
    SELECT l.mgroup, l.off, min(l.off) OVER (PARTITION BY l.mgroup) AS first_off FROM looked l WHERE NOT l.busy
  ), room AS (
    SELECT k.first_off, coalesce(sum(k.n) OVER (ORDER BY k.first_off ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
      0) AS before
      FROM (SELECT f.first_off, count(*) AS n FROM free f GROUP BY f.first_off) k
  ), stop AS MATERIALIZED (
    SELECT coalesce(min(r.first_off) FILTER (WHERE r.before >= v_left), v_end) AS off FROM room r
  ), ranked AS (
    SELECT f.mgroup, f.off, f.first_off, row_number() OVER (ORDER BY f.first_off, f.off) AS rank FROM free f CROSS
      JOIN stop s WHERE f.off < s.off
  ), batch AS (
    SELECT r.mgroup, r.first_off, array_agg(r.off ORDER BY r.off) FILTER (WHERE r.rank <= v_left) AS offs,
      bool_or(r.rank > v_left) AS more
      FROM ranked r GROUP BY r.mgroup, r.first_off ORDER BY r.first_off
  ), numbered AS MATERIALIZED (
    SELECT nextval('epoch_seq') AS lease_id, b.mgroup, b.offs, cardinality(b.offs) AS n, b.more FROM batch b
  ), leased AS (
    INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
      expires_at, client_id, auto_renew, attempt_id)
    SELECT p_group, p_queue, n.lease_id, 1, p_seg, n.offs[1], s.off, n.n, n.offs, (1::bigint << n.n) - 1, true, p_now,
      p_expires, p_client, p_auto_renew, p_attempt_id
      FROM numbered n CROSS JOIN stop s
  ), claimed AS (
    INSERT INTO fifo_group (group_id, queue_id, mgroup, state, lease_id, pos, skipped, since)
    SELECT p_group, p_queue, n.mgroup, 1, n.lease_id, n.offs[n.n], n.more, p_now FROM numbered n
  ), passed AS (
    UPDATE fifo_group f SET skipped = true
      FROM (SELECT DISTINCT l.mgroup FROM looked l CROSS JOIN stop s WHERE l.busy AND l.off < s.off) w
     WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = w.mgroup AND NOT f.skipped
  )
  SELECT n.lease_id, (o.ord - 1)::int, o.off FROM numbered n CROSS JOIN LATERAL unnest(n.offs) WITH ORDINALITY o (off,
    ord);
  GET DIAGNOSTICS v_got = ROW_COUNT;
  IF v_got = 0 THEN
    INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at,
      expires_at)
    VALUES (p_group, p_queue, nextval('epoch_seq'), 2, p_seg, p_from_off, v_end, 0, 0, false, p_now, p_now);
  END IF;
  RETURN QUERY
  SELECT NULL::bigint, NULL::int, f.n FROM log_cursor(p_group, p_queue) c
   CROSS JOIN LATERAL (
     SELECT (SELECT count(*) FROM message m WHERE m.queue_id = p_queue AND m.seg = p_seg AND m.off >= p_from_off
              AND m.off < c.off)
          - (SELECT count(*) FROM unnest(p_offs) o (off) WHERE o.off < c.off) AS n) f WHERE f.n > 0;
END $function$
;
COMMENT ON FUNCTION fifo_filter_log_claim(timestamp with time zone,integer,integer,integer,jsonb,integer,bigint,integer,bigint,bigint[],timestamp with time zone,integer,boolean,text) IS 'redrive 2c148c017c64b47736c80c928d1554c88c899489cd892887fe419ad9c4680e63';
CREATE OR REPLACE FUNCTION public.fifo_filter_peek(p_now timestamp with time zone, p_group integer, p_topic integer, p_due integer, p_window integer, p_first_queue integer)
 RETURNS TABLE(part text, queue_id integer, key text, off bigint, seg integer, epoch bigint, from_off bigint, from_seg integer, key_pos bigint, more boolean, msg_id text, tag text, mgroup text, keys text[], props jsonb, born_at timestamp with time zone, born_host text, trace_context text)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_queue record;
  v_free record;
  v_left int := p_window;
  v_got int;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered')) THEN RETURN; END IF;
  FOR v_queue IN
    SELECT q.queue_id, c.* FROM queue q CROSS JOIN LATERAL log_position(p_group, q.queue_id) c
     WHERE q.topic_id = p_topic ORDER BY q.queue_no < p_first_queue, q.queue_no
  LOOP
    EXIT WHEN v_left <= 0;
    CONTINUE WHEN v_queue.from_off IS NULL;
    RETURN QUERY
    SELECT 'due', r.queue_id, r.mgroup, r.off, r.seg, r.epoch, v_queue.from_off, v_queue.from_seg, NULL::bigint, false,
           m.msg_id, m.tag, m.mgroup, m.keys, m.props, m.born_at, m.born_host, m.trace_context
      FROM fifo_filter_due(v_now, p_group, v_queue.queue_id, NULL, p_due) r
      CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = r.queue_id AND a.off = r.off AND a.seg = r.seg
        LIMIT 1) m;
    GET DIAGNOSTICS v_got = ROW_COUNT;
    v_left := v_left - v_got;

    FOR v_free IN
      SELECT f.mgroup, f.pos FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = v_queue.queue_id
        AND f.state = 0 ORDER BY f.ready_seq LIMIT p_due
    LOOP
      EXIT WHEN v_left <= 0;
      RETURN QUERY
      SELECT 'freed', v_queue.queue_id, v_free.mgroup, m.off, NULL::int, NULL::bigint, v_queue.from_off,
        v_queue.from_seg, v_free.pos, m.n > v_left,
             m.msg_id, m.tag, m.mgroup, m.keys, m.props, m.born_at, m.born_host, m.trace_context
        FROM (SELECT a.*, count(*) OVER () AS n, row_number() OVER (ORDER BY a.off) AS rank
                FROM (SELECT * FROM message s WHERE s.queue_id = v_queue.queue_id AND s.mgroup = v_free.mgroup
                  AND s.off > v_free.pos AND s.off < v_queue.from_off
                       ORDER BY s.off LIMIT v_left + 1) a) m
       WHERE m.rank <= v_left ORDER BY m.off;
      GET DIAGNOSTICS v_got = ROW_COUNT;
      -- Nothing of it is left in the log: said, so that the key can go.
      IF v_got = 0 THEN
        RETURN QUERY SELECT 'freed', v_queue.queue_id, v_free.mgroup, NULL::bigint, NULL::int, NULL::bigint,
          v_queue.from_off, v_queue.from_seg, v_free.pos, false,
                            NULL, NULL, NULL, NULL::text[], NULL::jsonb, NULL::timestamptz, NULL, NULL;
      END IF;
      v_left := v_left - v_got;
    END LOOP;
    EXIT WHEN v_left <= 0;
    CONTINUE WHEN v_queue.seg IS NULL;
    RETURN QUERY
    SELECT 'log', v_queue.queue_id, NULL::text, m.off, v_queue.seg, NULL::bigint, v_queue.from_off, v_queue.from_seg,
      NULL::bigint, false,
           m.msg_id, m.tag, m.mgroup, m.keys, m.props, m.born_at, m.born_host, m.trace_context
      FROM message m WHERE m.queue_id = v_queue.queue_id AND m.seg = v_queue.seg AND m.off >= v_queue.from_off
        ORDER BY m.off LIMIT v_left;
    GET DIAGNOSTICS v_got = ROW_COUNT;
    v_left := v_left - v_got;
  END LOOP;
END $function$
;
COMMENT ON FUNCTION fifo_filter_peek(timestamp with time zone,integer,integer,integer,integer,integer) IS 'redrive 56c80932a372982a00ea5b8bc7d8703bbdeddcacf268b79e63613e04a260b91f';
CREATE OR REPLACE FUNCTION public.fifo_filter_retry_claim(p_now timestamp with time zone, p_group integer, p_queue integer, p_epochs bigint[], p_want integer, p_expires timestamp with time zone, p_client integer, p_auto_renew boolean, p_attempt_id text)
 RETURNS SETOF retry
 LANGUAGE sql
AS $function$
  WITH taken AS MATERIALIZED (
    SELECT r.place FROM fifo_filter_due(p_now, p_group, p_queue, p_epochs, p_want) d
     CROSS JOIN LATERAL (
       SELECT a.ctid AS place FROM retry a
        WHERE a.group_id = p_group AND a.queue_id = p_queue AND a.off = d.off LIMIT 1) r
  )
  SELECT c.* FROM (SELECT array_agg(t.place) AS places FROM taken t) w
   CROSS JOIN LATERAL retry_lease(p_now, w.places, p_expires, p_client, p_auto_renew, p_attempt_id) c;
$function$
;
COMMENT ON FUNCTION fifo_filter_retry_claim(timestamp with time zone,integer,integer,bigint[],integer,timestamp with time zone,integer,boolean,text) IS 'redrive 2c148c017c64b47736c80c928d1554c88c899489cd892887fe419ad9c4680e63';
CREATE OR REPLACE FUNCTION public.fifo_filter_take(p_now timestamp with time zone, p_group integer, p_topic integer, p_want integer, p_invisible_ms bigint, p_client integer, p_auto_renew boolean, p_attempt_id text, p_drops jsonb, p_due bigint[], p_freed jsonb, p_log jsonb, p_first_queue integer)
 RETURNS TABLE(queue_id integer, queue_no smallint, off bigint, lease_id bigint, bit_no integer, epoch bigint, attempt smallint, generation integer, expires_at timestamp with time zone, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamp with time zone, born_host text, trace_context text, stored_at timestamp with time zone, body bytea)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_queue record;
  v_left int := p_want;
  v_got int;
  v_retries retry[];
  v_offs bigint[];
  v_leases bigint[];
  v_bits int[];
  v_expires timestamptz;
  v_passed bigint[];
  v_filtered bigint := 0;
  v_filtered_now bigint;
BEGIN
  PERFORM 1 FROM group_queue gq JOIN queue q ON q.queue_id = gq.queue_id
    WHERE gq.group_id = p_group AND q.topic_id = p_topic ORDER BY gq.queue_id FOR NO KEY UPDATE OF gq;
  -- Read under the lock: who pauses the group takes it too, so nothing is handed out after that.
  IF NOT EXISTS (SELECT 1 FROM claimable_group(p_group, 'ordered')) THEN RETURN; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  v_expires := v_now + p_invisible_ms * interval '1 ms';
  SELECT coalesce(sum(d), 0) INTO v_filtered
    FROM (SELECT filter_drop(v_now, p_group, array_agg(w.queue_id), array_agg(w.off), array_agg(w.epoch), true)
            FROM jsonb_to_recordset(p_drops) w (queue_id int, off bigint, epoch bigint)) f (d);
  FOR v_queue IN
    SELECT q.queue_id, q.queue_no, w.seg, w.from_off, w.from_seg, w.end_off, w.offs
      FROM queue q
      LEFT JOIN jsonb_to_recordset(p_log) w (queue_id int, seg int, from_off bigint, from_seg int, end_off bigint,
        offs bigint[]) ON w.queue_id = q.queue_id
     WHERE q.topic_id = p_topic ORDER BY q.queue_no < p_first_queue, q.queue_no
  LOOP
    EXIT WHEN v_left <= 0;
    IF cardinality(p_due) > 0 THEN
      SELECT array_agg(c) INTO v_retries
        FROM fifo_filter_retry_claim(v_now, p_group, v_queue.queue_id, p_due, v_left, v_expires, p_client, p_auto_renew,
          p_attempt_id) c;
      RETURN QUERY SELECT c.* FROM claimed_retries(v_retries) c ORDER BY c.off;
      GET DIAGNOSTICS v_got = ROW_COUNT;
      v_left := v_left - v_got;
    END IF;
    CONTINUE WHEN v_left <= 0;
    -- Two statements: fifo_filter_log_claim sees messages that the snapshot of a join around it may be too old to see.
    SELECT array_agg(c.off ORDER BY c.lease_id, c.bit_no) FILTER (WHERE c.lease_id IS NOT NULL),
      array_agg(c.lease_id ORDER BY c.lease_id, c.bit_no) FILTER (WHERE c.lease_id IS NOT NULL),
      array_agg(c.bit_no ORDER BY c.lease_id, c.bit_no) FILTER (WHERE c.lease_id IS NOT NULL),
      coalesce(sum(c.off) FILTER (WHERE c.lease_id IS NULL), 0)
      INTO v_offs, v_leases, v_bits, v_filtered_now
      FROM fifo_filter_log_claim(v_now, p_group, v_queue.queue_id, v_left, p_freed, v_queue.seg, v_queue.from_off,
        v_queue.from_seg, v_queue.end_off, v_queue.offs,
                                 v_expires, p_client, p_auto_renew, p_attempt_id) c;
    v_filtered := v_filtered + v_filtered_now;
    v_passed := CASE WHEN EXISTS (SELECT 1 FROM group_queue gq WHERE gq.group_id = p_group
        AND gq.queue_id = v_queue.queue_id AND gq.repeat_to IS NOT NULL) THEN (
      SELECT array_agg(g.off) FROM (
        SELECT c.lease_id, array_agg(c.off ORDER BY c.bit_no) AS offs
          FROM unnest(v_offs, v_leases, v_bits) c (off, lease_id, bit_no) GROUP BY c.lease_id) l
       CROSS JOIN LATERAL unnest(repeat_pass(v_now, p_group, v_queue.queue_id, l.lease_id, l.offs, true)) g (off)) END;
    RETURN QUERY
    SELECT v_queue.queue_id, v_queue.queue_no, c.off, c.lease_id, c.bit_no, NULL::bigint, 1::smallint, 0, v_expires,
           m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding, m.born_at, m.born_host, m.trace_context,
             m.stored_at, m.body
      FROM unnest(v_offs, v_leases, v_bits) c (off, lease_id, bit_no)
      CROSS JOIN LATERAL (SELECT * FROM message a WHERE a.queue_id = v_queue.queue_id AND a.off = c.off LIMIT 1) m
     WHERE v_passed IS NULL OR c.off <> ALL (v_passed)
     ORDER BY c.lease_id, c.bit_no;
    GET DIAGNOSTICS v_got = ROW_COUNT;
    v_left := v_left - v_got;
  END LOOP;
  RETURN QUERY SELECT * FROM filtered_row(v_now, v_filtered);
END $function$
;
COMMENT ON FUNCTION fifo_filter_take(timestamp with time zone,integer,integer,integer,bigint,integer,boolean,text,jsonb,bigint[],jsonb,jsonb,integer) IS 'redrive 2c148c017c64b47736c80c928d1554c88c899489cd892887fe419ad9c4680e63';
CREATE OR REPLACE FUNCTION public.fifo_free(p_group integer[], p_queue integer[], p_mgroup text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM fifo_group f USING unnest(p_group, p_queue, p_mgroup) w (group_id, queue_id, mgroup)
   WHERE f.group_id = w.group_id AND f.queue_id = w.queue_id AND f.mgroup = w.mgroup AND f.state = 1
     AND f.lease_id IS NULL AND NOT f.skipped AND f.hold_job IS NULL
     AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = f.group_id AND r.queue_id = f.queue_id
       AND r.mgroup = f.mgroup);
  UPDATE fifo_group f SET state = 0, ready_seq = nextval('epoch_seq')
    FROM unnest(p_group, p_queue, p_mgroup) w (group_id, queue_id, mgroup)
   WHERE f.group_id = w.group_id AND f.queue_id = w.queue_id AND f.mgroup = w.mgroup AND f.state = 1
     AND f.lease_id IS NULL AND f.skipped AND f.hold_job IS NULL
     AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = f.group_id AND r.queue_id = f.queue_id
       AND r.mgroup = f.mgroup);
END $function$
;
COMMENT ON FUNCTION fifo_free(integer[],integer[],text[]) IS 'redrive 84293e816733b932b4307360f64d79fb4271e99fb9c659af62a0d70c6f2dd36e';
CREATE OR REPLACE FUNCTION public.fifo_hold(p_now timestamp with time zone, p_job integer, p_group integer, p_queue integer[], p_mgroup text[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_count int;
BEGIN
  UPDATE fifo_group f SET hold_job = p_job, state = 1, ready_seq = NULL
    FROM (SELECT DISTINCT u.queue_id, u.mgroup FROM unnest(p_queue, p_mgroup) u (queue_id, mgroup)) w
   WHERE f.group_id = p_group AND f.queue_id = w.queue_id AND f.mgroup = w.mgroup AND f.hold_job IS NULL;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM fifo_park(p_now, array_fill(p_group, ARRAY[cardinality(p_queue)]), p_queue);
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION fifo_hold(timestamp with time zone,integer,integer,integer[],text[]) IS 'redrive 58383e3dc5aa6026f9442efac9001fefeeda5f787f565d50ba2d1b2678b3f5d8';
CREATE OR REPLACE FUNCTION public.fifo_key(p_mgroup text, p_off bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ SELECT coalesce(p_mgroup, chr(1) || p_off::text) $function$
;
COMMENT ON FUNCTION fifo_key(text,bigint) IS 'redrive a9dce9bcc3d234c2fbd39aa4fc66edbbf55b662987a92e0b97cfe3b645813e9e';
CREATE OR REPLACE FUNCTION public.fifo_lease_ack(p_now timestamp with time zone, p_group integer, p_queue integer, p_lease bigint, p_mask bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_lease lease;
  v_acked bigint;
  v_hit bigint;
  v_rest bigint;
  v_early bigint;
  v_gone bigint;
  v_final bigint;
BEGIN
  SELECT * INTO v_lease FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  v_acked := lease_acked(v_lease.acks);
  v_hit := CASE WHEN v_lease.expires_at > p_now THEN v_lease.open & p_mask ELSE 0 END;
  IF v_hit <> 0 THEN
    v_rest := v_lease.open & ~v_hit;
    -- Of each key, what is above its lowest bit that stays open.
    v_early := CASE WHEN v_rest = 0 THEN 0 ELSE (
      SELECT coalesce(bit_or(v_hit & f.mask & ~((v_rest & f.mask & -(v_rest & f.mask)) - 1)), 0) FROM fifo_group f
        WHERE f.lease_id = p_lease) END;
    -- A bit that is neither open nor acknowledged left the lease: its own row may be unfinished.
    v_gone := ((1::bigint << v_lease.n) - 1) & ~(v_lease.open | v_acked);
    IF v_gone <> 0 THEN
      v_early := v_early | (v_hit & (
        SELECT coalesce(bit_or(1::bigint << (o.ord - 1)::int), 0) FROM fifo_group f
         CROSS JOIN LATERAL (
           SELECT min(r.off) AS off FROM retry r
            WHERE r.group_id = f.group_id AND r.queue_id = f.queue_id AND r.mgroup = f.mgroup AND NOT r.early
              AND (r.attempt >= 1 OR r.lost_replies > 0)) first
         CROSS JOIN LATERAL unnest(v_lease.offs) WITH ORDINALITY o (off, ord)
         WHERE f.lease_id = p_lease AND f.mask & v_gone <> 0 AND (f.mask >> (o.ord - 1)::int) & 1 = 1
           AND o.off > first.off));
    END IF;
    v_final := v_hit & ~v_early;
    UPDATE lease l
       SET open = v_rest, live = v_rest <> 0,
           acks = CASE WHEN v_final = 0 THEN l.acks
             ELSE l.acks || (((extract(epoch FROM p_now - l.claimed_at) * 1000)::bigint << 32) | v_final) END
     WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease;
    IF v_early <> 0 THEN PERFORM fifo_lease_early(p_now, v_lease, v_early); END IF;
  END IF;
  v_acked := v_acked | v_hit;
  IF p_mask & ~v_acked <> 0 THEN
    v_acked := v_acked | (
      SELECT coalesce(bit_or(1::bigint << (o.ord - 1)::int), 0) FROM unnest(v_lease.offs) WITH ORDINALITY o (off, ord)
       WHERE (p_mask >> (o.ord - 1)::int) & 1 = 1
         -- A repeat of an ack ahead of its turn is OK, whatever became of it since.
         AND EXISTS (SELECT 1 FROM delivery_event e
                      WHERE e.group_id = p_group AND e.queue_id = p_queue AND e.off = o.off AND e.epoch = p_lease
                        AND e.cause = 'acked-early'));
  END IF;
  RETURN v_acked;
END $function$
;
COMMENT ON FUNCTION fifo_lease_ack(timestamp with time zone,integer,integer,bigint,bigint) IS 'redrive 8e6f62ac3cce0a957fdffb5f52ca63f2ef4680f279efd10bea78fd5d5b4aa3e6';
CREATE OR REPLACE FUNCTION public.fifo_lease_early(p_now timestamp with time zone, p_lease lease, p_mask bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH taken AS (
    INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, early,
      visible_at, client_id, leased_at, policy_version)
    SELECT p_lease.group_id, p_lease.queue_id, o.off, m.seg, m.topic_id, fifo_key(m.mgroup, o.off), 1, p_lease.lease_id,
      true, false, true,
           p_lease.expires_at, p_lease.client_id, p_lease.claimed_at, g.version
      FROM unnest(p_lease.offs) WITH ORDINALITY o (off, ord)
      JOIN consumer_group g ON g.group_id = p_lease.group_id
      CROSS JOIN LATERAL (SELECT a.seg, a.topic_id, a.mgroup FROM any_message a WHERE a.queue_id = p_lease.queue_id
        AND a.off = o.off AND a.seg >= 0 LIMIT 1) m
     WHERE (p_mask >> (o.ord - 1)::int) & 1 = 1
    RETURNING *
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, due_at,
    policy_version)
  SELECT t.group_id, t.queue_id, t.off, 0, 1, 'Inflight', e.cause, t.epoch, t.client_id, e.at, e.due_at,
    t.policy_version
    FROM taken t CROSS JOIN LATERAL (VALUES ('delivered', p_lease.claimed_at, p_lease.expires_at),
      ('acked-early', p_now, NULL)) e (cause, at, due_at)
   ORDER BY t.off, e.cause DESC;
$function$
;
COMMENT ON FUNCTION fifo_lease_early(timestamp with time zone,lease,bigint) IS 'redrive 8e6f62ac3cce0a957fdffb5f52ca63f2ef4680f279efd10bea78fd5d5b4aa3e6';
CREATE OR REPLACE FUNCTION public.fifo_lock(p_group integer[], p_queue integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM group_queue gq
   WHERE (gq.group_id, gq.queue_id) IN (SELECT w.g, w.q FROM unnest(p_group, p_queue) w (g, q))
   ORDER BY gq.group_id, gq.queue_id FOR NO KEY UPDATE;
END $function$
;
COMMENT ON FUNCTION fifo_lock(integer[],integer[]) IS 'redrive d81504b0d8fcf2312f1c4d1927f7734ca6e0dc35b21dec2e8569a5b1026badb3';
CREATE OR REPLACE FUNCTION public.fifo_log_claim(p_now timestamp with time zone, p_group integer, p_queue integer, p_want integer, p_tags text[], p_window integer, p_invisible_ms bigint, p_client integer, p_auto_renew boolean, p_attempt_id text)
 RETURNS TABLE(lease_id bigint, offs bigint[], segs integer[], expires_at timestamp with time zone, filtered bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_start bigint;
  v_pos bigint;
  v_seg int;
  v_next_seg int;
  v_window int;
  v_end bigint;
  v_left int := p_want;
  v_rows int;
  v_empty tid[];
  v_cut text;
  v_off bigint[];
  v_offs bigint[] := '{}';
  v_segs int[] := '{}';
  v_keys text[] := '{}';
  v_places tid[] := '{}';
  v_of_place tid[];
  v_masks bigint[];
  v_last bigint[];
  v_of_seg int[];
  v_mgroup text[];
  v_busy tid[];
  v_skipped tid[] := '{}';
  v_lease bigint;
  v_filtered bigint := 0;
  v_left_out bigint;
  v_expires timestamptz := p_now + p_invisible_ms * interval '1 ms';
BEGIN
  -- As log_cursor, by hand: it is read at each claim.
  SELECT l.end_off, l.seg INTO v_pos, v_seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT gq.start_off, gq.start_seg INTO v_pos, v_seg FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = p_queue;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  v_start := v_pos;

  -- 1. Message groups that are free again, longest waiting first. One row more than wanted: is the last one cut short?
  IF EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.state = 0) THEN
    SELECT array_agg(w.off ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL), array_agg(w.seg
      ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL),
           array_agg(w.mgroup ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL), array_agg(w.place
             ORDER BY w.ready_seq, w.off) FILTER (WHERE w.off IS NOT NULL),
           array_agg(w.place) FILTER (WHERE w.off IS NULL), count(*)
      INTO v_off, v_of_seg, v_mgroup, v_of_place, v_empty, v_rows
      FROM (SELECT f.place, f.mgroup, f.ready_seq, m.off, m.seg
              FROM (SELECT g.ctid AS place, g.mgroup, g.pos, g.ready_seq FROM fifo_group g
                     WHERE g.group_id = p_group AND g.queue_id = p_queue AND g.state = 0 ORDER BY g.ready_seq
                       LIMIT p_want) f
              LEFT JOIN LATERAL (
                SELECT a.off, a.seg FROM message a
                 WHERE a.queue_id = p_queue AND a.mgroup = f.mgroup AND a.off > f.pos AND a.off < v_start
                   AND (p_tags IS NULL OR a.tag = ANY (p_tags))
                 ORDER BY a.off LIMIT p_want + 1) m ON true
             LIMIT p_want + 1) w;
  END IF;
  IF v_empty IS NOT NULL THEN
    DELETE FROM fifo_group f WHERE f.ctid = ANY (v_empty);
  END IF;
  IF v_off IS NOT NULL THEN
    v_offs := v_off[1:p_want];
    v_segs := v_of_seg[1:p_want];
    v_keys := v_mgroup[1:p_want];
    v_places := v_of_place[1:p_want];
    v_left := p_want - cardinality(v_offs);
    IF v_rows > p_want THEN
      v_cut := v_keys[cardinality(v_keys)];
      v_left := 0;
    END IF;
  END IF;

  -- 2. New messages from the cursor, which stops right after the last one taken. A small window serves the usual case;
  -- behind a wide blocked stretch it is read in large steps.
  v_window := least(p_window, v_left + 16);
  FOR v_pass IN 1..9 LOOP
    EXIT WHEN v_left <= 0 OR (v_pass > 2 AND cardinality(v_offs) > 0);
    WITH win AS MATERIALIZED (
      SELECT m.off, fifo_key(m.mgroup, m.off) AS mgroup, p_tags IS NULL OR coalesce(m.tag = ANY (p_tags),
        false) AS matches
        FROM message m WHERE m.queue_id = p_queue AND m.seg = v_seg AND m.off >= v_pos ORDER BY m.off LIMIT v_window
    ), looked AS MATERIALIZED (
      -- What this claim has of a message group already, this comes right behind.
      SELECT w.off, w.mgroup, w.matches, f.place IS NOT NULL AND w.mgroup <> ALL (v_keys) AS busy, CASE
        WHEN NOT f.skipped THEN f.place END AS unflagged
        FROM win w
        LEFT JOIN LATERAL (
          SELECT g.ctid AS place, g.skipped FROM fifo_group g
           WHERE w.matches AND g.group_id = p_group AND g.queue_id = p_queue AND g.mgroup = w.mgroup LIMIT 1) f ON true
    ), free AS MATERIALIZED (
      SELECT l.off, l.mgroup FROM looked l WHERE l.matches AND NOT l.busy ORDER BY l.off LIMIT v_left
    ), stop AS MATERIALIZED (
      SELECT CASE WHEN (SELECT count(*) FROM free) = v_left THEN (SELECT max(f.off) FROM free f) ELSE (SELECT max(w.off)
        FROM win w) END AS off
    )
    SELECT (SELECT array_agg(f.off) FROM free f), (SELECT array_agg(f.mgroup) FROM free f),
           (SELECT array_agg(DISTINCT l.unflagged) FROM looked l WHERE l.busy AND l.off <= s.off
             AND l.unflagged IS NOT NULL), s.off + 1,
           (SELECT count(*) FROM looked l WHERE NOT l.matches AND l.off <= s.off)
      INTO v_off, v_mgroup, v_busy, v_end, v_left_out
      FROM stop s;
    IF v_end IS NULL THEN
      SELECT s.seg INTO v_next_seg FROM log_segment(p_queue, v_seg, v_pos) s;
      EXIT WHEN NOT FOUND;
      v_seg := v_next_seg;
      CONTINUE;
    END IF;
    v_pos := v_end;
    v_filtered := v_filtered + v_left_out;
    IF v_off IS NOT NULL THEN
      v_offs := v_offs || v_off;
      v_segs := v_segs || array_fill(v_seg, ARRAY[cardinality(v_off)]);
      v_keys := v_keys || v_mgroup;
      v_places := v_places || array_fill(NULL::tid, ARRAY[cardinality(v_off)]);
      v_left := v_left - cardinality(v_off);
    END IF;
    IF v_busy IS NOT NULL THEN v_skipped := v_skipped || v_busy; END IF;
    v_window := CASE WHEN v_pass = 1 THEN least(p_window, 4 * v_left + 32) ELSE p_window END;
  END LOOP;

  IF cardinality(v_skipped) > 0 THEN
    UPDATE fifo_group f SET skipped = true WHERE f.ctid = ANY (v_skipped);
  END IF;
  IF cardinality(v_offs) = 0 THEN
    IF v_pos > v_start THEN
      INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at,
        expires_at)
      VALUES (p_group, p_queue, nextval('epoch_seq'), 2, v_seg, v_start, v_pos, 0, 0, false, p_now, p_now);
    END IF;
    IF v_filtered > 0 THEN RETURN QUERY SELECT NULL::bigint, NULL::bigint[], NULL::int[], v_expires, v_filtered; END IF;
    RETURN;
  END IF;

  -- In the order of the log, whatever message group each is of: so are its bits.
  v_lease := nextval('epoch_seq');
  WITH taken AS MATERIALIZED (
    SELECT t.*, (row_number() OVER (ORDER BY t.off) - 1)::int AS bit
      FROM unnest(v_offs, v_segs, v_keys, v_places) t (off, seg, mgroup, place)
  ), key AS MATERIALIZED (
    -- One that was free again has its row already.
    SELECT t.mgroup, max(t.place) AS place, bit_or(1::bigint << t.bit) AS mask, max(t.off) AS pos FROM taken t
      GROUP BY t.mgroup
  ), busy AS (
    INSERT INTO fifo_group (group_id, queue_id, mgroup, state, lease_id, mask, pos, since)
    SELECT p_group, p_queue, k.mgroup, 1, v_lease, k.mask, k.pos, p_now FROM key k WHERE k.place IS NULL
  )
  SELECT (SELECT array_agg(t.off ORDER BY t.off) FROM taken t), (SELECT array_agg(t.seg ORDER BY t.off) FROM taken t),
         array_agg(k.mgroup), array_agg(k.place), array_agg(k.mask), array_agg(k.pos)
    INTO v_offs, v_segs, v_keys, v_places, v_masks, v_last
    FROM key k WHERE k.place IS NOT NULL;
  IF v_places IS NOT NULL THEN
    UPDATE fifo_group f SET state = 1, lease_id = v_lease, mask = w.mask, pos = w.pos,
      skipped = coalesce(w.mgroup = v_cut, false), ready_seq = NULL, since = p_now
      FROM unnest(v_keys, v_places, v_masks, v_last) w (mgroup, place, mask, pos) WHERE f.ctid = w.place;
  END IF;
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
    expires_at, client_id, auto_renew, attempt_id)
  VALUES (p_group, p_queue, v_lease, 1, v_seg, v_offs[1], v_pos, cardinality(v_offs), v_offs,
    (1::bigint << cardinality(v_offs)) - 1, true, p_now, v_expires,
          p_client, p_auto_renew, p_attempt_id);
  RETURN QUERY SELECT v_lease, v_offs, v_segs, v_expires, v_filtered;
END $function$
;
COMMENT ON FUNCTION fifo_log_claim(timestamp with time zone,integer,integer,integer,text[],integer,bigint,integer,boolean,text) IS 'redrive 4610cbbbb8c5f950487d6fa7a960c5d944d52ef876c8bcb98bfd8925ebd36f9e';
CREATE OR REPLACE FUNCTION public.fifo_open(p_group integer, p_queue integer, p_mgroup text, OUT held bigint, OUT failed bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  SELECT least((SELECT min(r.off) FROM retry r
                 WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.mgroup = p_mgroup AND r.leased
                   AND NOT r.early),
               (SELECT min(o.off) FROM fifo_group f
                  JOIN lease l ON l.group_id = f.group_id AND l.queue_id = f.queue_id AND l.lease_id = f.lease_id
                 CROSS JOIN LATERAL unnest(l.offs) WITH ORDINALITY o (off, ord)
                 WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.mgroup = p_mgroup
                   AND ((l.open & f.mask) >> (o.ord - 1)::int) & 1 = 1)),
         (SELECT min(r.off) FROM retry r
           WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.mgroup = p_mgroup AND NOT r.leased
             AND (r.attempt >= 1 OR r.lost_replies > 0));
$function$
;
COMMENT ON FUNCTION fifo_open(integer,integer,text) IS 'redrive 8e6f62ac3cce0a957fdffb5f52ca63f2ef4680f279efd10bea78fd5d5b4aa3e6';
CREATE OR REPLACE FUNCTION public.fifo_park(p_now timestamp with time zone, p_group integer[], p_queue integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  WITH waiting AS MATERIALIZED (
    SELECT f.hold_job, r.place
      FROM (SELECT DISTINCT u.group_id, u.queue_id FROM unnest(p_group, p_queue) u (group_id, queue_id)) w
     CROSS JOIN LATERAL (SELECT * FROM fifo_group g WHERE g.hold_job IS NOT NULL AND g.group_id = w.group_id
       AND g.queue_id = w.queue_id) f
     CROSS JOIN LATERAL (SELECT a.ctid AS place FROM retry a WHERE a.group_id = f.group_id AND a.queue_id = f.queue_id
       AND a.mgroup = f.mgroup AND NOT a.leased AND a.held_due_at IS NULL OFFSET 0) r
  ), held AS (
    UPDATE retry r SET held_due_at = r.visible_at, visible_at = 'infinity', hold_job = w.hold_job,
           epoch = nextval('epoch_seq')
      FROM waiting w WHERE r.ctid = w.place
    RETURNING r.*
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at,
    policy_version, redrive_id, job_id)
  SELECT h.group_id, h.queue_id, h.off, h.generation, h.attempt, 'Held', 'held', h.epoch, p_now, h.held_due_at,
    h.policy_version, h.redrive_id, h.hold_job FROM held h ORDER BY h.off;
END $function$
;
COMMENT ON FUNCTION fifo_park(timestamp with time zone,integer[],integer[]) IS 'redrive 58383e3dc5aa6026f9442efac9001fefeeda5f787f565d50ba2d1b2678b3f5d8';
CREATE OR REPLACE FUNCTION public.fifo_reenter(p_now timestamp with time zone, p_group integer, p_topic integer, p_client integer[], p_attempt_id text[], p_invisible_ms bigint[], p_most integer)
 RETURNS TABLE(receiver integer, queue_id integer, queue_no smallint, off bigint, lease_id bigint, bit_no integer, epoch bigint, attempt smallint, generation integer, expires_at timestamp with time zone, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamp with time zone, born_host text, trace_context text, stored_at timestamp with time zone, body bytea)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_locked boolean := false;
  v_until timestamptz;
  v_timeout interval;
  v_leases lease[];
  v_retries retry[];
BEGIN
  FOR i IN 1..array_length(p_client, 1) LOOP
    -- Nearly always nothing: no lock for that.
    CONTINUE WHEN NOT EXISTS (SELECT 1 FROM lease l WHERE l.live AND l.kind = 1 AND l.group_id = p_group
      AND l.client_id = p_client[i] AND l.attempt_id = p_attempt_id[i])
              AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.leased AND r.mgroup IS NOT NULL AND r.group_id = p_group
                AND r.client_id = p_client[i] AND r.attempt_id = p_attempt_id[i]);
    IF NOT v_locked THEN
      PERFORM fifo_lock(array_agg(p_group), array_agg(q.queue_id)) FROM queue q WHERE q.topic_id = p_topic;
      v_locked := true;
      v_now := coalesce(p_now, clock_timestamp());
      v_timeout := (SELECT g.consumption_timeout_ms * interval '1 ms' FROM consumer_group g WHERE g.group_id = p_group);
    END IF;
    v_until := v_now + p_invisible_ms[i] * interval '1 ms';
    WITH held AS (
      UPDATE lease l SET expires_at = v_until, gone = false, handed_at = v_now, lost_replies = l.lost_replies + 1
       WHERE l.live AND l.kind = 1 AND l.group_id = p_group AND l.client_id = p_client[i]
         AND l.attempt_id = p_attempt_id[i] AND l.expires_at > v_now
         AND l.lost_replies < p_most AND (NOT l.auto_renew OR coalesce(l.handed_at, l.claimed_at) + v_timeout > v_now)
         AND l.queue_id IN (SELECT q.queue_id FROM queue q WHERE q.topic_id = p_topic)
      RETURNING l.*
    )
    SELECT array_agg(h ORDER BY h.lease_id) INTO v_leases FROM held h;
    WITH held AS (
      UPDATE retry r SET visible_at = v_until, gone = false, leased_at = v_now, lost_replies = r.lost_replies + 1
       WHERE r.leased AND r.mgroup IS NOT NULL AND NOT r.early AND r.group_id = p_group AND r.client_id = p_client[i]
         AND r.attempt_id = p_attempt_id[i]
         AND r.visible_at > v_now AND r.topic_id = p_topic
         AND r.lost_replies < p_most AND (NOT r.auto_renew OR r.leased_at + v_timeout > v_now)
      RETURNING r.*
    )
    SELECT array_agg(h ORDER BY h.queue_id, h.off) INTO v_retries FROM held h;
    RETURN QUERY
    SELECT i, w.queue_id, (SELECT q.queue_no FROM queue q WHERE q.queue_id = w.queue_id), w.off, w.lease_id, w.bit_no,
      w.epoch, w.attempt, w.generation, v_until,
           m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding, m.born_at, m.born_host, m.trace_context,
             m.stored_at, m.body
      FROM (SELECT r.queue_id, r.off, NULL::bigint AS lease_id, NULL::int AS bit_no, r.epoch, r.attempt, r.generation,
              r.seg
        FROM unnest(v_retries) r
            UNION ALL
            SELECT l.queue_id, o.off, l.lease_id, (o.ord - 1)::int, NULL, 1::smallint, 0, l.seg
              FROM unnest(v_leases) l CROSS JOIN LATERAL unnest(l.offs) WITH ORDINALITY o (off, ord)
             WHERE (l.open >> (o.ord - 1)::int) & 1 = 1) w
      CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = w.queue_id AND a.off = w.off
        AND a.seg = w.seg LIMIT 1) m
     ORDER BY w.queue_id, w.off;
  END LOOP;
END $function$
;
COMMENT ON FUNCTION fifo_reenter(timestamp with time zone,integer,integer,integer[],text[],bigint[],integer) IS 'redrive a426d1a3a7ec637cbe7e3547eca213a6e7348ec29c6b1d6ca140c3db9c46af21';
CREATE OR REPLACE FUNCTION public.fifo_release(p_now timestamp with time zone, p_job integer, p_group integer, p_queue integer[], p_mgroup text[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_count int;
  v_places tid[];
BEGIN
  UPDATE fifo_group f SET hold_job = NULL
    FROM (SELECT DISTINCT u.queue_id, u.mgroup FROM unnest(p_queue, p_mgroup) u (queue_id, mgroup)) w
   WHERE f.group_id = p_group AND f.queue_id = w.queue_id AND f.mgroup = w.mgroup AND f.hold_job IS NOT NULL;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_places := ARRAY(
    SELECT r.place FROM (SELECT DISTINCT u.queue_id, u.mgroup FROM unnest(p_queue, p_mgroup) u (queue_id, mgroup)) w
     CROSS JOIN LATERAL (SELECT a.ctid AS place FROM retry a WHERE a.group_id = p_group AND a.queue_id = w.queue_id
       AND a.mgroup = w.mgroup AND a.held_due_at IS NOT NULL OFFSET 0) r);
  PERFORM retry_release(p_now, p_job, v_places);
  PERFORM fifo_free(array_fill(p_group, ARRAY[cardinality(p_queue)]), p_queue, p_mgroup);
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION fifo_release(timestamp with time zone,integer,integer,integer[],text[]) IS 'redrive 58383e3dc5aa6026f9442efac9001fefeeda5f787f565d50ba2d1b2678b3f5d8';
CREATE OR REPLACE FUNCTION public.fifo_retry_claim(p_now timestamp with time zone, p_group integer, p_queue integer, p_want integer, p_invisible_ms bigint, p_client integer, p_auto_renew boolean, p_attempt_id text)
 RETURNS SETOF retry
 LANGUAGE sql
AS $function$
  WITH blocked AS MATERIALIZED (
    SELECT r.ctid AS place, r.mgroup, r.off,
           -- everything up to and including this one must be due and allowed, and nothing of the message group in
           -- flight
           bool_and(r.visible_at <= p_now AND r.attempt <= g.max_retries) OVER (PARTITION BY r.mgroup
             ORDER BY r.off) AS free,
           bool_or(r.leased) OVER (PARTITION BY r.mgroup) AS held,
           min(r.visible_at) OVER (PARTITION BY r.mgroup) AS since
      FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
     WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.mgroup IS NOT NULL
  ), open AS (
    SELECT b.place, b.mgroup, b.off, b.since
      FROM blocked b
     WHERE b.free AND NOT b.held
       AND NOT EXISTS (SELECT 1 FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue
         AND f.mgroup = b.mgroup AND f.lease_id IS NOT NULL)
  ), taken AS (
    SELECT o.place FROM open o ORDER BY o.since, o.mgroup, o.off LIMIT p_want
  )
  SELECT c.* FROM (SELECT array_agg(t.place) AS places FROM taken t) w
   CROSS JOIN LATERAL retry_lease(p_now, w.places, p_now + p_invisible_ms * interval '1 ms', p_client, p_auto_renew,
     p_attempt_id) c;
$function$
;
COMMENT ON FUNCTION fifo_retry_claim(timestamp with time zone,integer,integer,integer,bigint,integer,boolean,text) IS 'redrive 81dc5e810aae49742921d322d7e747e80c5c1a990471022c37fb01e1a671bf10';
CREATE OR REPLACE FUNCTION public.fifo_retry_early(p_now timestamp with time zone, p_group integer, p_queue integer, p_off bigint, p_epoch bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_row retry;
BEGIN
  SELECT * INTO v_row FROM retry r
   WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.off = p_off AND r.epoch = p_epoch AND r.visible_at > p_now
     AND NOT r.early FOR NO KEY UPDATE;
  IF NOT FOUND OR (SELECT coalesce(least(o.held, o.failed), p_off) >= p_off
    FROM fifo_open(p_group, p_queue, v_row.mgroup) o) THEN
    RETURN false;
  END IF;
  UPDATE retry r SET early = true, auto_renew = false WHERE r.group_id = p_group AND r.queue_id = p_queue
    AND r.off = p_off;
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
    policy_version, redrive_id)
  VALUES (p_group, p_queue, p_off, v_row.generation, v_row.attempt, 'Inflight', 'acked-early', p_epoch, v_row.client_id,
    p_now, v_row.policy_version, v_row.redrive_id);
  RETURN true;
END $function$
;
COMMENT ON FUNCTION fifo_retry_early(timestamp with time zone,integer,integer,bigint,bigint) IS 'redrive 8e6f62ac3cce0a957fdffb5f52ca63f2ef4680f279efd10bea78fd5d5b4aa3e6';
CREATE OR REPLACE FUNCTION public.fifo_settle_early(p_now timestamp with time zone, p_group integer[], p_queue integer[], p_mgroup text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_key record;
  v_held bigint;
  v_failed bigint;
BEGIN
  FOR v_key IN
    SELECT w.group_id, w.queue_id, w.mgroup, (SELECT g.max_retries FROM consumer_group g
      WHERE g.group_id = w.group_id) AS max_retries
      FROM (SELECT DISTINCT u.group_id, u.queue_id, u.mgroup FROM unnest(p_group, p_queue, p_mgroup) u (group_id,
        queue_id, mgroup)) w
     CROSS JOIN LATERAL (SELECT 1 FROM retry r WHERE r.group_id = w.group_id AND r.queue_id = w.queue_id
       AND r.mgroup = w.mgroup AND r.early LIMIT 1) e
  LOOP
    SELECT o.held, o.failed INTO v_held, v_failed FROM fifo_open(v_key.group_id, v_key.queue_id, v_key.mgroup) o;
    WITH done AS (
      DELETE FROM retry r
       WHERE r.group_id = v_key.group_id AND r.queue_id = v_key.queue_id AND r.mgroup = v_key.mgroup AND r.early
         AND (coalesce(r.off < least(v_held, v_failed), true) OR (r.off > v_failed AND r.attempt > v_key.max_retries))
      RETURNING r.*
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      policy_version, redrive_id)
    SELECT d.group_id, d.queue_id, d.off, d.generation, d.attempt, 'Commit', 'acked', d.epoch, d.client_id, p_now,
      d.policy_version, d.redrive_id
      FROM done d ORDER BY d.off;
    WITH again AS (
      UPDATE retry r SET early = false, leased = false, visible_at = p_now, epoch = nextval('epoch_seq'),
        leased_at = NULL, gone = false
       WHERE r.group_id = v_key.group_id AND r.queue_id = v_key.queue_id AND r.mgroup = v_key.mgroup AND r.early
         AND r.off > v_failed
      RETURNING r.*
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT a.group_id, a.queue_id, a.off, a.generation, a.attempt, 'Ready', 'restarted', a.epoch, a.client_id, p_now,
      p_now, a.policy_version, a.redrive_id
      FROM again a ORDER BY a.off;
  END LOOP;
END $function$
;
COMMENT ON FUNCTION fifo_settle_early(timestamp with time zone,integer[],integer[],text[]) IS 'redrive 84293e816733b932b4307360f64d79fb4271e99fb9c659af62a0d70c6f2dd36e';
CREATE OR REPLACE FUNCTION public.fifo_settle_leases(p_now timestamp with time zone, p_group integer[], p_queue integer[], p_lease bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_group int[];
  v_queue int[];
  v_mgroup text[];
  v_done tid[];
  v_free tid[];
  v_blocked tid[];
  v_held boolean;
BEGIN
  -- Also where the lease goes on: what was acknowledged early may be behind a bit that just went. Nearly always none
  -- was.
  IF EXISTS (SELECT 1 FROM retry r WHERE r.early AND r.group_id = ANY (p_group)) THEN
    SELECT array_agg(f.group_id), array_agg(f.queue_id), array_agg(f.mgroup) INTO v_group, v_queue, v_mgroup
      FROM unnest(p_lease) w (lease_id) CROSS JOIN LATERAL (SELECT * FROM fifo_group f WHERE f.lease_id = w.lease_id) f;
    IF v_mgroup IS NOT NULL THEN PERFORM fifo_settle_early(p_now, v_group, v_queue, v_mgroup); END IF;
  END IF;
  SELECT array_agg(e.place) FILTER (WHERE e.finished AND NOT e.waits AND NOT e.skipped),
         array_agg(e.place) FILTER (WHERE e.finished AND NOT e.waits AND e.skipped),
         array_agg(e.place) FILTER (WHERE e.finished AND e.waits), bool_or(e.held)
    INTO v_done, v_free, v_blocked, v_held
    FROM (SELECT f.place, f.skipped, f.mask & l.open = 0 AS finished, f.hold_job IS NOT NULL AS held,
                 f.hold_job IS NOT NULL OR r.some IS NOT NULL AS waits
            FROM unnest(p_group, p_queue, p_lease) w (group_id, queue_id, lease_id)
           CROSS JOIN LATERAL (SELECT l.open FROM lease l WHERE l.group_id = w.group_id AND l.queue_id = w.queue_id
             AND l.lease_id = w.lease_id LIMIT 1) l
           CROSS JOIN LATERAL (SELECT b.ctid AS place, b.* FROM fifo_group b WHERE b.lease_id = w.lease_id) f
            -- Key by key: as EXISTS it could be answered by reading all that waits.
            LEFT JOIN LATERAL (SELECT 1 AS some FROM retry a WHERE f.mask & l.open = 0 AND a.group_id = f.group_id
              AND a.queue_id = f.queue_id AND a.mgroup = f.mgroup LIMIT 1) r ON true
           OFFSET 0) e;
  IF v_done IS NOT NULL THEN DELETE FROM fifo_group f WHERE f.ctid = ANY (v_done); END IF;
  IF v_free IS NOT NULL THEN
    UPDATE fifo_group f SET state = 0, lease_id = NULL, mask = -1, ready_seq = nextval('epoch_seq')
      WHERE f.ctid = ANY (v_free);
  END IF;
  IF v_blocked IS NOT NULL THEN
    UPDATE fifo_group f SET lease_id = NULL, mask = -1 WHERE f.ctid = ANY (v_blocked);
  END IF;
  -- The rows that were read anyway say whether a key is held: a look for held keys would cost each settlement a scan.
  IF v_held THEN PERFORM fifo_park(p_now, p_group, p_queue); END IF;
END $function$
;
COMMENT ON FUNCTION fifo_settle_leases(timestamp with time zone,integer[],integer[],bigint[]) IS 'redrive 84293e816733b932b4307360f64d79fb4271e99fb9c659af62a0d70c6f2dd36e';
CREATE OR REPLACE FUNCTION public.fifo_settle_messages(p_now timestamp with time zone, p_group integer[], p_queue integer[], p_off bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_group int[];
  v_queue int[];
  v_mgroup text[];
BEGIN
  SELECT array_agg(k.group_id), array_agg(k.queue_id), array_agg(k.mgroup) INTO v_group, v_queue, v_mgroup
    FROM (SELECT DISTINCT w.group_id, w.queue_id, fifo_key(m.mgroup, w.off) AS mgroup
            FROM unnest(p_group, p_queue, p_off) w (group_id, queue_id, off)
            CROSS JOIN LATERAL (SELECT a.mgroup FROM any_message a WHERE a.queue_id = w.queue_id AND a.off = w.off
              LIMIT 1) m) k;
  IF v_mgroup IS NULL THEN RETURN; END IF;
  PERFORM fifo_settle_early(p_now, v_group, v_queue, v_mgroup);
  PERFORM fifo_free(v_group, v_queue, v_mgroup);
  IF EXISTS (SELECT 1 FROM unnest(v_group, v_queue, v_mgroup) w (group_id, queue_id, mgroup)
      CROSS JOIN LATERAL (SELECT f.hold_job FROM fifo_group f WHERE f.group_id = w.group_id AND f.queue_id = w.queue_id
        AND f.mgroup = w.mgroup OFFSET 0) f
      WHERE f.hold_job IS NOT NULL) THEN
    PERFORM fifo_park(p_now, v_group, v_queue);
  END IF;
END $function$
;
COMMENT ON FUNCTION fifo_settle_messages(timestamp with time zone,integer[],integer[],bigint[]) IS 'redrive 84293e816733b932b4307360f64d79fb4271e99fb9c659af62a0d70c6f2dd36e';
CREATE OR REPLACE FUNCTION public.filter_drop(p_now timestamp with time zone, p_group integer, p_queue integer[], p_off bigint[], p_epoch bigint[], p_ordered boolean)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_queue int[];
  v_off bigint[];
BEGIN
  IF coalesce(cardinality(p_off), 0) = 0 THEN RETURN 0; END IF;
  WITH named AS MATERIALIZED (
    SELECT r.queue_id, r.off FROM unnest(p_queue, p_off, p_epoch) w (queue_id, off, epoch)
     CROSS JOIN LATERAL (SELECT s.queue_id, s.off FROM retry s
                          WHERE s.group_id = p_group AND s.queue_id = w.queue_id AND s.off = w.off AND s.epoch = w.epoch
                            LIMIT 1
                            FOR NO KEY UPDATE SKIP LOCKED) r
  ), gone AS (
    DELETE FROM retry r USING named n WHERE r.group_id = p_group AND r.queue_id = n.queue_id AND r.off = n.off
      RETURNING r.*
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      policy_version, redrive_id)
    SELECT p_group, g.queue_id, g.off, g.generation, g.attempt, 'Commit', 'filtered', g.epoch, g.client_id,
      coalesce(p_now, clock_timestamp()), g.policy_version, g.redrive_id
      FROM gone g ORDER BY g.queue_id, g.off
    RETURNING delivery_event.queue_id, delivery_event.off
  )
  SELECT array_agg(r.queue_id), array_agg(r.off) INTO v_queue, v_off FROM recorded r;
  IF v_off IS NULL THEN RETURN 0; END IF;
  IF p_ordered THEN
    PERFORM fifo_settle_messages(coalesce(p_now, clock_timestamp()), array_fill(p_group, ARRAY[cardinality(v_off)]),
      v_queue, v_off);
  END IF;
  RETURN cardinality(v_off);
END $function$
;
COMMENT ON FUNCTION filter_drop(timestamp with time zone,integer,integer[],bigint[],bigint[],boolean) IS 'redrive dc360e1d63a445afaf71b42cc8bc593f8718f0f3d2cfca74d39250be7ca0b529';
CREATE OR REPLACE FUNCTION public.filter_peek(p_now timestamp with time zone, p_group integer, p_topic integer, p_due integer, p_window integer, p_first_queue integer)
 RETURNS TABLE(queue_id integer, off bigint, seg integer, epoch bigint, from_off bigint, from_seg integer, bytes integer, msg_id text, tag text, mgroup text, keys text[], props jsonb, born_at timestamp with time zone, born_host text, trace_context text)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_max_retries int := (SELECT g.max_retries FROM claimable_group(p_group, 'concurrent') g);
  v_queue record;
  v_by_priority boolean := p_first_queue < 0;
  v_left int := p_window;
  v_got int;
BEGIN
  IF v_max_retries IS NULL THEN RETURN; END IF;
  IF NOT v_by_priority THEN
    RETURN QUERY
    SELECT r.queue_id, r.off, r.seg, r.epoch, NULL::bigint, NULL::int, octet_length(m.body), m.msg_id, m.tag, m.mgroup,
      m.keys, m.props, m.born_at, m.born_host, m.trace_context
      FROM (SELECT * FROM retry d
             WHERE pair(d.group_id, d.topic_id) = pair(p_group, p_topic) AND NOT d.leased AND d.visible_at <= v_now
               AND d.attempt <= v_max_retries AND d.mgroup IS NULL
             ORDER BY d.visible_at LIMIT p_due) r
      CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = r.queue_id AND a.off = r.off AND a.seg = r.seg
        LIMIT 1) m;
  END IF;
  FOR v_queue IN
    SELECT q.queue_id, c.* FROM queue q CROSS JOIN LATERAL log_position(p_group, q.queue_id) c
     WHERE q.topic_id = p_topic ORDER BY q.queue_no < p_first_queue,
       CASE WHEN v_by_priority THEN -q.queue_no ELSE q.queue_no END
  LOOP
    IF v_by_priority THEN
      RETURN QUERY
      SELECT r.queue_id, r.off, r.seg, r.epoch, NULL::bigint, NULL::int, octet_length(m.body), m.msg_id, m.tag,
        m.mgroup, m.keys, m.props, m.born_at, m.born_host, m.trace_context
        FROM (SELECT * FROM retry d
               WHERE pair(d.group_id, d.queue_id) = pair(p_group, v_queue.queue_id) AND d.queue_id >= 1500000000
                 AND NOT d.leased AND d.visible_at <= v_now AND d.attempt <= v_max_retries AND d.mgroup IS NULL
               ORDER BY d.visible_at LIMIT p_due) r
        CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = r.queue_id AND a.off = r.off
          AND a.seg = r.seg LIMIT 1) m;
    END IF;
    EXIT WHEN v_left <= 0;
    CONTINUE WHEN v_queue.seg IS NULL;
    RETURN QUERY
    SELECT v_queue.queue_id, m.off, v_queue.seg, NULL::bigint, v_queue.from_off, v_queue.from_seg, octet_length(m.body),
           m.msg_id, m.tag, m.mgroup, m.keys, m.props, m.born_at, m.born_host, m.trace_context
      FROM message m WHERE m.queue_id = v_queue.queue_id AND m.seg = v_queue.seg AND m.off >= v_queue.from_off
        ORDER BY m.off LIMIT v_left;
    GET DIAGNOSTICS v_got = ROW_COUNT;
    v_left := v_left - v_got;
  END LOOP;
END $function$
;
COMMENT ON FUNCTION filter_peek(timestamp with time zone,integer,integer,integer,integer,integer) IS 'redrive f18798bdddb79958f8f945e82935d7df10d256855d99861f38e31a1863238a4a';
CREATE OR REPLACE FUNCTION public.filter_retry_claim(p_now timestamp with time zone, p_group integer, p_max_retries integer, p_due jsonb)
 RETURNS SETOF retry
 LANGUAGE sql
AS $function$
  WITH due AS MATERIALIZED (
    SELECT r.queue_id, r.off, w.client_id, w.invisible_ms, w.auto_renew, w.attempt_id
      FROM jsonb_to_recordset(p_due) w (queue_id int, off bigint, epoch bigint, client_id int, invisible_ms bigint,
        auto_renew boolean, attempt_id text)
     CROSS JOIN LATERAL (SELECT s.queue_id, s.off FROM retry s
                          WHERE s.group_id = p_group AND s.queue_id = w.queue_id AND s.off = w.off AND s.epoch = w.epoch
                            AND s.attempt <= p_max_retries LIMIT 1
                            FOR NO KEY UPDATE SKIP LOCKED) r
  ), claimed AS (
    UPDATE retry r SET leased = true, waiting = false, attempt = r.attempt + 1, epoch = nextval('epoch_seq'),
           visible_at = p_now + d.invisible_ms * interval '1 ms', client_id = d.client_id, leased_at = p_now,
             auto_renew = d.auto_renew,
           attempt_id = d.attempt_id, gone = false
      FROM due d WHERE r.group_id = p_group AND r.queue_id = d.queue_id AND r.off = d.off
    RETURNING r.*
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT c.group_id, c.queue_id, c.off, c.generation, c.attempt, 'Inflight', 'delivered', c.epoch, c.client_id, p_now,
      c.visible_at, c.policy_version, c.redrive_id
      FROM claimed c
  )
  SELECT c.* FROM claimed c;
$function$
;
COMMENT ON FUNCTION filter_retry_claim(timestamp with time zone,integer,integer,jsonb) IS 'redrive 9fb41cc878030dda851ea20fdcbb471e854779e18f682e2d792fc0995ee270c9';
CREATE OR REPLACE FUNCTION public.filter_take(p_now timestamp with time zone, p_group integer, p_drops jsonb, p_due jsonb, p_leases jsonb)
 RETURNS TABLE(receiver integer, queue_id integer, queue_no smallint, off bigint, lease_id bigint, bit_no integer, epoch bigint, attempt smallint, generation integer, expires_at timestamp with time zone, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamp with time zone, born_host text, trace_context text, stored_at timestamp with time zone, body bytea)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_max_retries int;
  v_retries retry[];
  v_lease record;
  v_id bigint;
  v_expires timestamptz;
  v_passed bigint[];
  v_filtered bigint;
BEGIN
  PERFORM 1 FROM group_queue gq
    WHERE gq.group_id = p_group AND gq.queue_id IN (SELECT w.queue_id
      FROM jsonb_to_recordset(p_leases) w (queue_id int)) ORDER BY gq.queue_id FOR NO KEY UPDATE;
  v_now := coalesce(p_now, clock_timestamp());
  SELECT g.max_retries INTO v_max_retries FROM claimable_group(p_group, 'concurrent') g;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT coalesce(sum(d), 0) INTO v_filtered
    FROM (SELECT filter_drop(v_now, p_group, array_agg(w.queue_id), array_agg(w.off), array_agg(w.epoch), false)
            FROM jsonb_to_recordset(p_drops) w (queue_id int, off bigint, epoch bigint)) f (d);
  SELECT array_agg(c) INTO v_retries FROM filter_retry_claim(v_now, p_group, v_max_retries, p_due) c;
  RETURN QUERY
  SELECT w.receiver, c.* FROM claimed_retries(v_retries) c
    JOIN jsonb_to_recordset(p_due) w (receiver int, queue_id int, off bigint)
      ON w.queue_id = c.queue_id AND w.off = c.off;

  FOR v_lease IN
    SELECT w.*, q.queue_no, coalesce(cardinality(w.offs), 0) AS n
      FROM ROWS FROM (jsonb_to_recordset(p_leases) AS (
             receiver int, queue_id int, seg int, from_off bigint, from_seg int, end_off bigint, offs bigint[],
               filtered int, client_id int, invisible_ms bigint,
             auto_renew boolean, attempt_id text)) WITH ORDINALITY w
      JOIN queue q ON q.queue_id = w.queue_id ORDER BY w.ordinality
  LOOP
    CONTINUE WHEN NOT EXISTS (SELECT 1 FROM log_position(p_group, v_lease.queue_id) c
      WHERE c.from_off = v_lease.from_off AND c.from_seg = v_lease.from_seg);
    -- The retention may have passed meanwhile.
    CONTINUE WHEN v_lease.n <> (SELECT count(*) FROM unnest(v_lease.offs) o (off)
                                 CROSS JOIN LATERAL (SELECT 1 FROM message a WHERE a.queue_id = v_lease.queue_id
                                   AND a.off = o.off AND a.seg = v_lease.seg LIMIT 1) m);
    v_filtered := v_filtered + v_lease.filtered;
    v_expires := v_now + v_lease.invisible_ms * interval '1 ms';
    v_id := nextval('epoch_seq');
    INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
      expires_at, client_id, auto_renew, attempt_id)
    SELECT p_group, v_lease.queue_id, v_id, CASE WHEN v_lease.n = 0 THEN 2 ELSE 0 END, v_lease.seg,
      coalesce(v_lease.offs[1], v_lease.from_off), v_lease.end_off, v_lease.n,
           CASE WHEN v_lease.n > 0 AND v_lease.end_off - v_lease.offs[1] > v_lease.n THEN v_lease.offs END,
           (1::bigint << v_lease.n) - 1, v_lease.n > 0, v_now, v_expires, v_lease.client_id, v_lease.auto_renew
             AND v_lease.n > 0, v_lease.attempt_id;
    v_passed := CASE WHEN EXISTS (SELECT 1 FROM group_queue gq WHERE gq.group_id = p_group
        AND gq.queue_id = v_lease.queue_id AND gq.repeat_to IS NOT NULL)
      THEN repeat_pass(v_now, p_group, v_lease.queue_id, v_id, v_lease.offs, false) END;
    RETURN QUERY
    SELECT v_lease.receiver, c.* FROM claimed_in_segment(v_lease.queue_id, v_lease.queue_no, v_id, v_expires,
      v_lease.offs, v_lease.seg) c WHERE v_passed IS NULL OR c.off <> ALL (v_passed);
  END LOOP;
  RETURN QUERY SELECT 0, c.* FROM filtered_row(v_now, v_filtered) c;
END $function$
;
COMMENT ON FUNCTION filter_take(timestamp with time zone,integer,jsonb,jsonb,jsonb) IS 'redrive 9fb41cc878030dda851ea20fdcbb471e854779e18f682e2d792fc0995ee270c9';
CREATE OR REPLACE FUNCTION public.filtered_row(p_now timestamp with time zone, p_filtered bigint)
 RETURNS TABLE(queue_id integer, queue_no smallint, off bigint, lease_id bigint, bit_no integer, epoch bigint, attempt smallint, generation integer, expires_at timestamp with time zone, msg_id text, kind text, tag text, mgroup text, keys text[], props jsonb, body_encoding text, born_at timestamp with time zone, born_host text, trace_context text, stored_at timestamp with time zone, body bytea)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT 0, 0::smallint, p_filtered, NULL::bigint, NULL::int, NULL::bigint, 0::smallint, 0, p_now, '', 'NORMAL',
    NULL::text, NULL::text, NULL::text[], NULL::jsonb, 'IDENTITY', p_now, '', NULL::text, p_now, ''::bytea
   WHERE p_filtered > 0;
$function$
;
COMMENT ON FUNCTION filtered_row(timestamp with time zone,bigint) IS 'redrive ea35df0ea6c1b9215121ad6b929bb96eb8cfcedf5f9cefddb8fa4d332dde6dfc';
CREATE OR REPLACE FUNCTION public.group_client_report(p_now timestamp with time zone, p_node text, p_clients jsonb, p_keep_ms bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
BEGIN
  INSERT INTO group_client AS c (group_id, client_id, node_id, kind, language, version, address, access_key, since,
    seen_at, received_per_s, acked_per_s, settings_version, settings_at, settings_adapted)
  SELECT i.group_id, i.client_id, p_node, i.kind, i.language, i.version, i.address, i.access_key,
         v_now - i.since_ms * interval '1 ms', v_now - i.silent_ms * interval '1 ms', i.received_per_s, i.acked_per_s,
         i.settings_version, v_now - i.settings_ms * interval '1 ms', i.settings_adapted
    FROM jsonb_to_recordset(p_clients) i (group_id int, client_id int, kind text, language text, version text,
      address text, access_key text, since_ms float8, silent_ms float8, received_per_s float8, acked_per_s float8,
      settings_version int, settings_ms float8, settings_adapted boolean)
   ORDER BY i.group_id, i.client_id
  ON CONFLICT (group_id, client_id, node_id) DO UPDATE
    SET kind = excluded.kind, language = excluded.language, version = excluded.version, address = excluded.address,
        access_key = excluded.access_key, since = CASE WHEN c.left_at IS NULL THEN c.since ELSE excluded.since END,
        seen_at = excluded.seen_at, left_at = NULL, received_per_s = excluded.received_per_s,
        acked_per_s = excluded.acked_per_s, settings_version = excluded.settings_version,
        settings_at = excluded.settings_at, settings_adapted = excluded.settings_adapted;
  UPDATE group_client c SET left_at = v_now, received_per_s = NULL, acked_per_s = NULL
   WHERE c.node_id = p_node AND c.left_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(p_clients) i (group_id int, client_id int)
       WHERE i.group_id = c.group_id AND i.client_id = c.client_id);
  UPDATE group_client c SET left_at = c.seen_at
   WHERE c.left_at IS NULL AND NOT EXISTS (SELECT 1 FROM broker_node n WHERE n.node_id = c.node_id);
  DELETE FROM group_client c WHERE c.left_at < v_now - p_keep_ms * interval '1 ms'
    AND EXISTS (SELECT 1 FROM group_client o WHERE o.group_id = c.group_id AND (o.left_at IS NULL
      OR (o.left_at, o.client_id, o.node_id) > (c.left_at, c.client_id, c.node_id)));
END $function$
;
COMMENT ON FUNCTION group_client_report(timestamp with time zone,text,jsonb,bigint) IS 'redrive 2ed78e81360715ac303007bfc6e4533cbee2fb5d308e5616c48784972dbd582a';
CREATE OR REPLACE FUNCTION public.group_delete(p_now timestamp with time zone, p_group integer, p_watches text[], p_by text, p_counted bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_name text := (SELECT g.name FROM consumer_group g WHERE g.group_id = p_group);
  v_ids int[] := ARRAY(SELECT g.group_id FROM consumer_group g WHERE g.group_id = p_group OR g.broadcast_of = p_group);
  v_topic int := (SELECT d.topic_id FROM dead_letter_topic d WHERE d.group_id = p_group);
  v_deletion int;
BEGIN
  -- First what claims lock: none is under way after this. Then what clients hold.
  DELETE FROM group_queue t WHERE t.group_id = ANY (v_ids);
  DELETE FROM lease t WHERE t.group_id = ANY (v_ids) AND t.live;
  DELETE FROM retry t WHERE t.group_id = ANY (v_ids) AND t.leased;
  UPDATE redrive r SET state = 'cancelled', finished_at = v_now WHERE r.group_id = p_group AND r.finished_at IS NULL;
  UPDATE redirect t SET state = 'ended', stopped_itself = false, state_at = v_now, state_by = p_by,
    state_why = 'its group was deleted' WHERE t.group_id = p_group AND t.state <> 'ended';
  DELETE FROM letter_job_part t USING letter_job j
   WHERE j.group_id = p_group AND j.finished_at IS NULL AND t.job_id = j.job_id;
  UPDATE letter_job j SET finished_at = v_now WHERE j.group_id = p_group AND j.finished_at IS NULL;
  DELETE FROM node_consumers t WHERE t.group_id = p_group;
  DELETE FROM group_client t WHERE t.group_id = p_group;
  DELETE FROM broadcast_member t WHERE t.group_id = ANY (v_ids);
  -- An alarm about a group that is gone would never end.
  UPDATE alarm_incident i SET resolved_at = v_now, resolved_why = 'rule-changed'
   WHERE i.subject = v_name AND i.watch = ANY (p_watches) AND i.resolved_at IS NULL;
  DELETE FROM alarm_state s USING alarm_rule r
   WHERE r.rule_id = s.rule_id AND r.watch = ANY (p_watches) AND s.subject = v_name;
  DELETE FROM alarm_rule r WHERE r.watch = ANY (p_watches) AND r.subject = v_name;
  DELETE FROM throttle_limit l WHERE l.scope = 'group' AND l.subject = v_name;
  -- Its dead-letter topic is deleted as any other: the messages leave with the segments of the log.
  IF v_topic IS NOT NULL THEN
    DELETE FROM dead_letter_topic t WHERE t.group_id = p_group;
    UPDATE queue q SET closed = true WHERE q.topic_id = v_topic;
    UPDATE topic t SET deleted_at = v_now, name = format('%s (deleted %s)', left(t.name, 100), t.topic_id)
     WHERE t.topic_id = v_topic;
  END IF;
  DELETE FROM consumer_group_version t WHERE t.group_id = p_group;
  DELETE FROM consumer_group t WHERE t.group_id = ANY (v_ids) AND t.broadcast_of IS NOT NULL;
  DELETE FROM consumer_group t WHERE t.group_id = p_group;
  INSERT INTO deletion (kind, name, group_ids, started_by, started_at, counted)
  VALUES ('group', v_name, v_ids, p_by, v_now, p_counted) RETURNING deletion_id INTO v_deletion;
  RETURN v_deletion;
END $function$
;
COMMENT ON FUNCTION group_delete(timestamp with time zone,integer,text[],text,bigint) IS 'redrive 00c84f0598a79c06145cb281014ad3b0f137178b2dd252ead5c14716fbe18de0';
CREATE OR REPLACE FUNCTION public.group_guard(p_group integer, p_version integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_version int;
  v_max_retries int;
BEGIN
  SELECT g.version, g.max_retries INTO v_version, v_max_retries FROM consumer_group g
    WHERE g.group_id = p_group FOR KEY SHARE;
  IF v_version IS DISTINCT FROM p_version THEN
    RAISE EXCEPTION 'group % is at version %, not %', p_group, v_version, p_version USING ERRCODE = 'RD001';
  END IF;
  RETURN v_max_retries;
END $function$
;
COMMENT ON FUNCTION group_guard(integer,integer) IS 'redrive c99f2518424bcc6b4547c49f59c5d1243a36ea8715edc90d56279a483c3bc2ad';
CREATE OR REPLACE FUNCTION public.group_hold(p_group integer, p_queue integer[], OUT version integer, OUT ordered boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT g.version, g.delivery_order = 'ordered' INTO version, ordered FROM consumer_group g
    WHERE g.group_id = p_group FOR KEY SHARE;
  IF ordered THEN PERFORM fifo_lock(array_fill(p_group, ARRAY[cardinality(p_queue)]), p_queue); END IF;
END $function$
;
COMMENT ON FUNCTION group_hold(integer,integer[]) IS 'redrive c99f2518424bcc6b4547c49f59c5d1243a36ea8715edc90d56279a483c3bc2ad';
CREATE OR REPLACE FUNCTION public.group_offset_move(p_now timestamp with time zone, p_group integer, p_queue integer, p_off bigint, p_seg integer, p_from bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
BEGIN
  -- What is consumed again is not consumed meanwhile; and messages from before the subscription are the group's now.
  DELETE FROM lease l WHERE p_off < p_from AND l.group_id = p_group AND l.queue_id = p_queue AND l.base_off >= p_off
    AND l.open = 0 AND l.failed = 0;
  UPDATE group_queue gq SET start_off = p_off, start_seg = p_seg
   WHERE gq.group_id = p_group AND gq.queue_id = p_queue AND gq.start_off > p_off;
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at, expires_at)
  VALUES (p_group, p_queue, nextval('epoch_seq'), 2, p_seg, p_off, p_off, 0, 0, false, v_now, v_now);
  UPDATE group_queue gq SET repeat_to = CASE WHEN p_off < p_from THEN greatest(gq.repeat_to, p_from)
      WHEN p_off < gq.repeat_to THEN gq.repeat_to END
   WHERE gq.group_id = p_group AND gq.queue_id = p_queue;
  IF p_off < p_from THEN
    -- Of a free key with messages behind it, what the log reads again comes from the log.
    UPDATE fifo_group f SET pos = least(f.pos, p_off - 1) WHERE f.group_id = p_group AND f.queue_id = p_queue;
  ELSE
    DELETE FROM fifo_group f WHERE f.group_id = p_group AND f.queue_id = p_queue AND f.state = 0;
    UPDATE fifo_group f SET pos = greatest(f.pos, p_off - 1), skipped = false
      WHERE f.group_id = p_group AND f.queue_id = p_queue;
  END IF;
END $function$
;
COMMENT ON FUNCTION group_offset_move(timestamp with time zone,integer,integer,bigint,integer,bigint) IS 'redrive df51e4237fecdabe71d4f2994b4d2ade1ac639aed3e36e29ab26b6fb7cde46ca';
CREATE OR REPLACE FUNCTION public.group_offset_plan(p_group integer, p_topic integer, p_to text, p_at timestamp with time zone)
 RETURNS TABLE(topic text, queue_id integer, queue_no smallint, from_off bigint, to_off bigint, to_seg integer, skipped bigint, repeated bigint, waiting bigint, dead bigint)
 LANGUAGE plpgsql
 STABLE
AS $function$
#variable_conflict use_column
DECLARE
  v_queue record;
  v_first bigint;
BEGIN
  FOR v_queue IN
    SELECT t.name, q.queue_id, q.queue_no, q.seg, c.off FROM group_queue gq
      JOIN queue q ON q.queue_id = gq.queue_id JOIN topic t ON t.topic_id = q.topic_id
     CROSS JOIN LATERAL log_cursor(gq.group_id, gq.queue_id) c
     WHERE gq.group_id = p_group AND (p_topic IS NULL OR q.topic_id = p_topic) ORDER BY t.name, q.queue_no
  LOOP
    SELECT coalesce(min(s.first_off), 0) INTO v_first FROM queue_segment s WHERE s.queue_id = v_queue.queue_id;
    topic := v_queue.name;
    queue_id := v_queue.queue_id;
    queue_no := v_queue.queue_no;
    -- What is past the retention can no longer be taken.
    from_off := greatest(v_queue.off, v_first);
    to_off := offset_at(v_queue.queue_id, CASE p_to WHEN 'newest' THEN 'infinity' WHEN 'earliest' THEN '-infinity'
      ELSE p_at END);
    to_seg := coalesce((SELECT max(s.seg) FROM queue_segment s WHERE s.queue_id = v_queue.queue_id
      AND s.first_off <= to_off), v_queue.seg);
    -- Messages of busy ordered keys behind the cursor are unread too, and a move forward ends their wait.
    skipped := greatest(0, to_off - from_off) + CASE WHEN to_off < from_off THEN 0 ELSE (
      SELECT count(*) FROM fifo_group f JOIN message m ON m.queue_id = f.queue_id AND m.mgroup = f.mgroup
         AND m.off > f.pos AND m.off < from_off
       WHERE f.group_id = p_group AND f.queue_id = v_queue.queue_id AND f.skipped) END;
    waiting := (SELECT count(*) FROM retry r WHERE r.group_id = p_group AND r.queue_id = v_queue.queue_id
      AND r.off >= to_off AND r.off < from_off);
    dead := (SELECT count(*) FROM dead_letter d WHERE d.group_id = p_group AND d.queue_id = v_queue.queue_id
      AND d.off >= to_off AND d.off < from_off);
    repeated := greatest(0, from_off - to_off - waiting - dead);
    RETURN NEXT;
  END LOOP;
END $function$
;
COMMENT ON FUNCTION group_offset_plan(integer,integer,text,timestamp with time zone) IS 'redrive df51e4237fecdabe71d4f2994b4d2ade1ac639aed3e36e29ab26b6fb7cde46ca';
CREATE OR REPLACE FUNCTION public.group_queue_subscribe(p_now timestamp with time zone, p_group integer, p_topic integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_since timestamptz := (SELECT CASE WHEN EXISTS (SELECT 1 FROM dead_letter_topic d
    WHERE d.topic_id = p_topic) THEN '-infinity'
                                      ELSE coalesce(g.model_since, g.created_at) END
                            FROM consumer_group g WHERE g.group_id = p_group);
  v_queue record;
  v_low bigint;
  v_high bigint;
  v_mid bigint;
  v_at timestamptz;
  v_made int := 0;
BEGIN
  -- Deleted meanwhile: a claim finds nothing to claim.
  PERFORM 1 FROM consumer_group g WHERE g.group_id = p_group FOR KEY SHARE;
  IF NOT FOUND THEN RETURN 0; END IF;
  FOR v_queue IN
    SELECT q.queue_id, q.seg, q.base_off FROM queue q
     WHERE q.topic_id = p_topic AND NOT EXISTS (SELECT 1 FROM group_queue gq WHERE gq.group_id = p_group
       AND gq.queue_id = q.queue_id)
     ORDER BY q.queue_id
  LOOP
    SELECT coalesce(min(qs.first_off), 0) INTO v_low FROM queue_segment qs WHERE qs.queue_id = v_queue.queue_id;
    SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = v_queue.queue_id AND m.seg = v_queue.seg
      ORDER BY m.off DESC LIMIT 1), v_queue.base_off)
      INTO v_high;
    WHILE v_low < v_high LOOP
      v_mid := (v_low + v_high) / 2;
      SELECT m.stored_at INTO v_at FROM message m WHERE m.queue_id = v_queue.queue_id AND m.off >= v_mid ORDER BY m.off
        LIMIT 1;
      IF v_at IS NULL OR v_at >= v_since THEN v_high := v_mid; ELSE v_low := v_mid + 1; END IF;
    END LOOP;
    INSERT INTO group_queue (group_id, queue_id, start_seg, start_off, since)
    SELECT p_group, v_queue.queue_id,
           coalesce((SELECT max(qs.seg) FROM queue_segment qs WHERE qs.queue_id = v_queue.queue_id
             AND qs.first_off <= v_low), v_queue.seg), v_low, v_now
    ON CONFLICT DO NOTHING;
    v_made := v_made + 1;
  END LOOP;
  RETURN v_made;
END $function$
;
COMMENT ON FUNCTION group_queue_subscribe(timestamp with time zone,integer,integer) IS 'redrive c0c92bdbe95366572f273eed28c04896800a3270cfad7b78ea0ae8b24760c07e';
CREATE OR REPLACE FUNCTION public.group_restart(p_now timestamp with time zone, p_group integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_count int;
BEGIN
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at, expires_at)
  SELECT gq.group_id, gq.queue_id, nextval('epoch_seq'), 2, q.seg, t.off, t.off, 0, 0, false, v_now, v_now
    FROM group_queue gq JOIN queue q ON q.queue_id = gq.queue_id
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg
        ORDER BY m.off DESC LIMIT 1), q.base_off) AS off) t
   WHERE gq.group_id = p_group;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION group_restart(timestamp with time zone,integer) IS 'redrive e1ae54a0d7492181e04ccefcd831e88f07dfe76fab2ecd6b3683808a0830e240';
CREATE OR REPLACE FUNCTION public.half_check(p_now timestamp with time zone, p_topics text[], p_check_ms bigint, p_max_checks integer, p_limit integer)
 RETURNS TABLE(topic text, msg_id text, transaction_id text, checks smallint, tag text, keys text[], props jsonb, body_encoding text, born_at timestamp with time zone, born_host text, trace_context text, stored_at timestamp with time zone, queue_no smallint, body bytea, previous_check_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_next timestamptz := v_now + p_check_ms * interval '1 ms';
  v_topic record;
  v_due record;
  v_ids text[] := '{}';
  v_topics int[] := '{}';
  v_previous timestamptz[] := '{}';
BEGIN
  FOR v_topic IN SELECT t.topic_id FROM topic t WHERE t.name = ANY (p_topics) AND t.message_type = 'TRANSACTION' LOOP
    FOR v_due IN
      SELECT m.msg_id, m.checks, m.last_check_at FROM half_message m
       WHERE pair(m.topic_id, 0) = pair(v_topic.topic_id, 0) AND m.state = 'pending' AND m.next_check_at <= v_now
         AND m.gives_up_at > v_now
       ORDER BY m.next_check_at LIMIT p_limit - cardinality(v_ids) FOR NO KEY UPDATE SKIP LOCKED
    LOOP
      IF v_due.checks >= p_max_checks THEN
        -- The limit was lowered meanwhile.
        UPDATE half_message m SET next_check_at = NULL, gives_up_at = v_now WHERE m.msg_id = v_due.msg_id
          AND m.topic_id = v_topic.topic_id AND m.state = 'pending';
      ELSE
        UPDATE half_message m
           SET checks = m.checks + 1, last_check_at = v_now, next_check_at = CASE
             WHEN m.checks + 1 < p_max_checks THEN v_next END,
               gives_up_at = CASE WHEN m.checks + 1 < p_max_checks THEN m.gives_up_at
                 ELSE least(m.gives_up_at, v_next) END
         WHERE m.msg_id = v_due.msg_id AND m.topic_id = v_topic.topic_id AND m.state = 'pending';
        v_ids := v_ids || v_due.msg_id;
        v_topics := v_topics || v_topic.topic_id;
        v_previous := v_previous || v_due.last_check_at;
      END IF;
    END LOOP;
    EXIT WHEN cardinality(v_ids) >= p_limit;
  END LOOP;

  RETURN QUERY
  SELECT t.name, m.msg_id, m.transaction_id, m.checks, m.tag, m.keys, m.props, m.body_encoding, m.born_at, m.born_host,
    m.trace_context, m.stored_at,
         q.queue_no, m.body, c.previous
    FROM unnest(v_ids, v_topics, v_previous) WITH ORDINALITY c (msg_id, topic_id, previous, n)
    JOIN LATERAL (SELECT s.* FROM half_message s WHERE s.msg_id = c.msg_id AND s.topic_id = c.topic_id
      LIMIT 1) m ON true
    JOIN LATERAL (SELECT s.name FROM topic s WHERE s.topic_id = c.topic_id LIMIT 1) t ON true
    JOIN LATERAL (SELECT s.queue_no FROM queue s WHERE s.queue_id = m.queue_id LIMIT 1) q ON true
   ORDER BY c.n;
END $function$
;
COMMENT ON FUNCTION half_check(timestamp with time zone,text[],bigint,integer,integer) IS 'redrive 9533010f6268849f03d1c34c783f2629dadb4593df2ec8c7c224ebb15dc39f48';
CREATE OR REPLACE FUNCTION public.half_end(p_now timestamp with time zone, p_topic integer, p_msg_id text[], p_transaction_id text[], p_commit boolean[], p_by text[], p_resolver text[])
 RETURNS TABLE(ord bigint, changed boolean, state text, resolved_by text, resolved_at timestamp with time zone, stored_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_id text;
  v_won bigint[];
  v_commits bigint[];
  v_places jsonb := '{}';
  v_ord bigint;
  h record;
BEGIN
  -- In id order, one by one: two brokers ending the same two messages must not wait for each other.
  FOR v_id IN SELECT DISTINCT i COLLATE "C" FROM unnest(p_msg_id) i ORDER BY 1 LOOP
    PERFORM 1 FROM half_message m WHERE m.msg_id = v_id AND m.topic_id = p_topic FOR NO KEY UPDATE;
  END LOOP;
  v_now := coalesce(p_now, clock_timestamp());

  SELECT array_agg(w.ord ORDER BY w.ord), array_agg(w.ord ORDER BY w.ord) FILTER (WHERE p_commit[w.ord])
    INTO v_won, v_commits
    FROM (SELECT DISTINCT ON (a.msg_id) a.ord
            FROM unnest(p_msg_id, p_transaction_id, p_commit) WITH ORDINALITY a (msg_id, transaction_id, is_commit, ord)
            JOIN LATERAL (SELECT m.state, m.transaction_id, m.body IS NOT NULL AS has_body FROM half_message m
              WHERE m.msg_id = a.msg_id
              AND m.topic_id = p_topic LIMIT 1) m ON true
           WHERE (m.state = 'pending' AND (a.transaction_id IS NULL OR a.transaction_id = m.transaction_id))
              OR (m.state = 'given-up' AND m.has_body
                AND (a.transaction_id IS NULL OR (a.transaction_id = m.transaction_id AND NOT a.is_commit)))
           ORDER BY a.msg_id, a.ord) w;

  IF v_commits IS NOT NULL THEN
    SELECT array_agg(m.queue_id ORDER BY c.n) AS queue, array_agg(m.msg_id ORDER BY c.n) AS msg_id,
      array_agg('TRANSACTION'::text) AS kind,
           array_agg(m.tag ORDER BY c.n) AS tag, array_agg(NULL::text) AS mgroup,
             array_agg(array_to_string(m.keys, E'\x1f') ORDER BY c.n) AS keys,
           array_agg(m.props ORDER BY c.n) AS props, array_agg(m.body_encoding ORDER BY c.n) AS encoding,
             array_agg(m.born_at ORDER BY c.n) AS born_at,
           array_agg(m.born_host ORDER BY c.n) AS born_host, array_agg(m.trace_context ORDER BY c.n) AS trace,
           array_agg(m.body_bytes ORDER BY c.n) AS body_bytes, string_agg(m.body, ''::bytea ORDER BY c.n) AS bodies
      INTO h
      FROM unnest(v_commits) WITH ORDINALITY c (ord, n)
      JOIN LATERAL (SELECT s.* FROM half_message s WHERE s.msg_id = p_msg_id[c.ord] AND s.topic_id = p_topic
        LIMIT 1) m ON true;
    SELECT jsonb_object_agg(v_commits[s.ord], jsonb_build_object('queue', s.queue_id, 'off', s.off)) INTO v_places
      FROM message_send(p_now, h.queue, h.msg_id, h.kind, h.tag, h.mgroup, h.keys, h.props, h.encoding, h.born_at,
        h.born_host, h.trace, h.body_bytes,
                        h.bodies) s;
  END IF;

  FOREACH v_ord IN ARRAY coalesce(v_won, '{}') LOOP
    UPDATE half_message m
       SET state = CASE WHEN p_commit[v_ord] THEN 'committed' ELSE 'rolled-back' END, resolved_at = v_now,
         resolved_by = p_by[v_ord],
           resolver = p_resolver[v_ord], next_check_at = NULL, body = NULL,
           queue_id = coalesce((v_places -> v_ord::text ->> 'queue')::int, m.queue_id),
             off = (v_places -> v_ord::text ->> 'off')::bigint
     WHERE m.msg_id = p_msg_id[v_ord] AND m.topic_id = p_topic AND m.state IN ('pending', 'given-up');
  END LOOP;

  RETURN QUERY
  SELECT a.ord, a.ord = ANY (coalesce(v_won, '{}')), m.state, m.resolved_by, m.resolved_at, m.stored_at
    FROM unnest(p_msg_id, p_transaction_id) WITH ORDINALITY a (msg_id, transaction_id, ord)
    LEFT JOIN LATERAL (
      SELECT s.state, s.resolved_by, s.resolved_at, s.stored_at FROM half_message s
       WHERE s.msg_id = a.msg_id AND s.topic_id = p_topic AND (a.transaction_id IS NULL
         OR a.transaction_id = s.transaction_id) LIMIT 1) m ON true
   ORDER BY a.ord;
END $function$
;
COMMENT ON FUNCTION half_end(timestamp with time zone,integer,text[],text[],boolean[],text[],text[]) IS 'redrive d7d6654adc6c82daa068617c45e590d4118d510c6717db0e528d3ed9c94843eb';
CREATE OR REPLACE FUNCTION public.half_store(p_now timestamp with time zone, p_check_ms bigint, p_lifetime_ms bigint, p_topic integer, p_queue integer, p_msg_id text[], p_transaction_id text[], p_producer text[], p_recover_ms bigint[], p_tag text[], p_keys text[], p_props jsonb[], p_encoding text[], p_born_at timestamp with time zone[], p_born_host text[], p_trace text[], p_body_bytes integer[], p_bodies bytea)
 RETURNS TABLE(ord bigint, transaction_id text, duplicate boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
BEGIN
  -- In id order: two brokers storing the same two ids must not wait for each other.
  INSERT INTO half_message (msg_id, topic_id, transaction_id, queue_id, state, producer, stored_at, next_check_at,
    gives_up_at, tag, keys, props,
                            body_encoding, born_at, born_host, trace_context, body_bytes, body)
  SELECT f.msg_id, p_topic, f.transaction_id, p_queue, 'pending', f.producer, v_now, v_now + coalesce(f.recover_ms,
    p_check_ms) * interval '1 ms',
         v_now + p_lifetime_ms * interval '1 ms', f.tag, string_to_array(f.keys, E'\x1f'), f.props, f.encoding,
           f.born_at, f.born_host, f.trace,
         f.body_bytes, substring(p_bodies FROM (f.body_end - f.body_bytes + 1)::int FOR f.body_bytes)
    FROM (SELECT i.*, sum(i.body_bytes) OVER (ORDER BY i.ord) AS body_end
            FROM unnest(p_msg_id, p_transaction_id, p_producer, p_recover_ms, p_tag, p_keys, p_props, p_encoding,
              p_born_at, p_born_host, p_trace,
                        p_body_bytes)
                 WITH ORDINALITY i (msg_id, transaction_id, producer, recover_ms, tag, keys, props, encoding, born_at,
                   born_host, trace, body_bytes,
                                    ord)) f
   ORDER BY f.msg_id
  ON CONFLICT DO NOTHING;

  RETURN QUERY
  SELECT i.ord, h.transaction_id, h.transaction_id <> i.transaction_id
    FROM unnest(p_msg_id, p_transaction_id) WITH ORDINALITY i (msg_id, transaction_id, ord)
    JOIN LATERAL (SELECT s.transaction_id FROM half_message s WHERE s.msg_id = i.msg_id AND s.topic_id = p_topic
      LIMIT 1) h ON true
   ORDER BY i.ord;
END $function$
;
COMMENT ON FUNCTION half_store(timestamp with time zone,bigint,bigint,integer,integer,text[],text[],text[],bigint[],text[],text[],jsonb[],text[],timestamp with time zone[],text[],text[],integer[],bytea) IS 'redrive e01c5e00ab0f22d89b617db4195f9d1ce064f511001880655cced859313e83ac';
CREATE OR REPLACE FUNCTION public.history_add(p_now timestamp with time zone, p_group integer[], p_delivered bigint[], p_redelivered bigint[], p_died bigint[], p_redriven bigint[], p_topic integer[], p_messages_in bigint[], p_bytes_in bigint[], p_refused bigint[], p_peak_messages bigint[], p_peak_bytes bigint[], p_refusals jsonb, p_filtered jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_at timestamptz := date_bin('10 seconds', coalesce(p_now, clock_timestamp()), 'epoch');
BEGIN
  INSERT INTO group_sample AS s (group_id, step_s, at, delivered, redelivered, died, redriven)
  SELECT i.group_id, 10, v_at, i.delivered, i.redelivered, i.died, i.redriven
    FROM unnest(p_group, p_delivered, p_redelivered, p_died, p_redriven) i (group_id, delivered, redelivered, died,
      redriven) ORDER BY i.group_id
  ON CONFLICT (group_id, step_s, at) DO UPDATE
    SET delivered = s.delivered + excluded.delivered, redelivered = s.redelivered + excluded.redelivered,
      died = s.died + excluded.died,
        redriven = s.redriven + excluded.redriven;
  INSERT INTO topic_sample AS s (topic_id, step_s, at, messages_in, bytes_in, refused, peak_messages_per_s,
    peak_bytes_per_s)
  SELECT i.topic_id, 10, v_at, i.messages_in, i.bytes_in, i.refused, i.peak_messages, i.peak_bytes
    FROM unnest(p_topic, p_messages_in, p_bytes_in, p_refused, p_peak_messages, p_peak_bytes)
         i (topic_id, messages_in, bytes_in, refused, peak_messages, peak_bytes) ORDER BY i.topic_id
  ON CONFLICT (topic_id, step_s, at) DO UPDATE
    SET messages_in = s.messages_in + excluded.messages_in, bytes_in = s.bytes_in + excluded.bytes_in,
      refused = s.refused + excluded.refused,
        peak_messages_per_s = greatest(s.peak_messages_per_s, excluded.peak_messages_per_s),
        peak_bytes_per_s = greatest(s.peak_bytes_per_s, excluded.peak_bytes_per_s);
  INSERT INTO refusal_sample AS s (step_s, at, limit_name, topic, consumer_group, client, access_key, refused, last_at)
  SELECT 10, v_at, i.limit_name, i.topic, i.consumer_group, i.client, i.access_key, i.refused, v_now
    FROM jsonb_to_recordset(p_refusals) i (limit_name text, topic text, consumer_group text, client text,
      access_key text, refused bigint)
   ORDER BY i.limit_name, i.topic, i.consumer_group, i.client
  ON CONFLICT (step_s, at, limit_name, topic, consumer_group, client) DO UPDATE
    SET refused = s.refused + excluded.refused, last_at = greatest(s.last_at, excluded.last_at),
        access_key = coalesce(nullif(excluded.access_key, ''), s.access_key);
  INSERT INTO filter_sample AS s (group_id, topic_id, step_s, at, filtered)
  SELECT i.group_id, i.topic_id, 10, v_at, i.filtered
    FROM jsonb_to_recordset(p_filtered) i (group_id int, topic_id int, filtered bigint)
   ORDER BY i.group_id, i.topic_id
  ON CONFLICT (group_id, topic_id, step_s, at) DO UPDATE SET filtered = s.filtered + excluded.filtered;
END $function$
;
COMMENT ON FUNCTION history_add(timestamp with time zone,integer[],bigint[],bigint[],bigint[],bigint[],integer[],bigint[],bigint[],bigint[],bigint[],bigint[],jsonb,jsonb) IS 'redrive b8e1f99c6459f1e11a8536847e9c75e40ec7b1aff4eeffdcd7944b0a30401d25';
CREATE OR REPLACE FUNCTION public.history_claim_levels(p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_at timestamptz := date_bin('10 seconds', coalesce(p_now, clock_timestamp()), 'epoch');
BEGIN
  DELETE FROM broker_sample b WHERE (b.step_s = 10 AND b.at > v_at) OR (b.step_s = 60 AND b.at > v_at);
  DELETE FROM queue_sample q WHERE q.at > v_at;
  INSERT INTO broker_sample (step_s, at, database_bytes) VALUES (10, v_at, pg_database_size(current_database()))
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $function$
;
COMMENT ON FUNCTION history_claim_levels(timestamp with time zone) IS 'redrive b8e1f99c6459f1e11a8536847e9c75e40ec7b1aff4eeffdcd7944b0a30401d25';
CREATE OR REPLACE FUNCTION public.history_note_health(p_now timestamp with time zone, p_unwell_s integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO alarm_sample AS s (step_s, at, unwell_s)
  VALUES (10, date_bin('10 seconds', coalesce(p_now, clock_timestamp()), 'epoch'), p_unwell_s)
  ON CONFLICT (step_s, at) DO UPDATE SET unwell_s = excluded.unwell_s;
$function$
;
COMMENT ON FUNCTION history_note_health(timestamp with time zone,integer) IS 'redrive b8e1f99c6459f1e11a8536847e9c75e40ec7b1aff4eeffdcd7944b0a30401d25';
CREATE OR REPLACE FUNCTION public.history_prune(p_now timestamp with time zone, p_retention_ms bigint, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_before timestamptz := coalesce(p_now, clock_timestamp()) - p_retention_ms * interval '1 ms';
  v_pass int;
  v_total int := 0;
BEGIN
  WITH old AS MATERIALIZED (
    SELECT l.group_id, l.queue_id, l.lease_id FROM lease l
      JOIN LATERAL (SELECT max(n.lease_id) AS lease_id FROM lease n WHERE n.group_id = l.group_id
        AND n.queue_id = l.queue_id) newest ON true
     WHERE l.claimed_at < v_before AND NOT l.live AND l.lease_id < newest.lease_id
       AND NOT EXISTS (SELECT 1 FROM fifo_group f WHERE f.lease_id = l.lease_id)
     LIMIT p_limit FOR UPDATE OF l SKIP LOCKED
  )
  DELETE FROM lease l USING old o WHERE l.group_id = o.group_id AND l.queue_id = o.queue_id AND l.lease_id = o.lease_id;
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  v_total := v_total + v_pass;

  DELETE FROM delivery_event e WHERE e.event_id IN (
    SELECT o.event_id FROM delivery_event o
     WHERE o.at < v_before
       AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = o.group_id AND r.queue_id = o.queue_id
         AND r.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM discarded_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
     ORDER BY o.event_id LIMIT p_limit);
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  v_total := v_total + v_pass;

  DELETE FROM failure_report f WHERE (f.group_id, f.queue_id, f.off, f.generation, f.attempt) IN (
    SELECT o.group_id, o.queue_id, o.off, o.generation, o.attempt FROM failure_report o
     WHERE o.reported_at < v_before
       AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = o.group_id AND r.queue_id = o.queue_id
         AND r.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM discarded_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
     LIMIT p_limit);
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  v_total := v_total + v_pass;

  DELETE FROM edited_message m WHERE (m.queue_id, m.off, m.seg) IN (
    SELECT o.queue_id, o.off, o.seg FROM edited_message o JOIN redrive j ON j.redrive_id = o.redrive_id
     WHERE j.finished_at < v_before
       AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.group_id = o.group_id AND r.queue_id = o.queue_id
         AND r.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM discarded_letter d WHERE d.group_id = o.group_id AND d.queue_id = o.queue_id
         AND d.off = o.off)
     LIMIT p_limit);
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  v_total := v_total + v_pass;

  -- A cause that no operator decided anything about, once nothing of it is left.
  DELETE FROM failure_cause c WHERE (c.group_id, c.fingerprint) IN (
    SELECT o.group_id, o.fingerprint FROM failure_cause o
     WHERE o.last_seen < v_before AND o.triage_version = 0
       AND NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = o.group_id AND d.fingerprint = o.fingerprint)
       AND NOT EXISTS (SELECT 1 FROM failure_report f WHERE f.group_id = o.group_id AND f.fingerprint = o.fingerprint)
     LIMIT p_limit);
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  v_total := v_total + v_pass;

  DELETE FROM kept_message k WHERE (k.queue_id, k.off) IN (
    SELECT o.queue_id, o.off FROM kept_message o
     WHERE NOT EXISTS (SELECT 1 FROM retry r WHERE r.queue_id = o.queue_id AND r.off = o.off)
       AND NOT EXISTS (SELECT 1 FROM lease l WHERE l.queue_id = o.queue_id AND l.live)
     LIMIT p_limit);
  GET DIAGNOSTICS v_pass = ROW_COUNT;
  RETURN v_total + v_pass;
END $function$
;
COMMENT ON FUNCTION history_prune(timestamp with time zone,bigint,integer) IS 'redrive ae5fe67bc2b1f85eb521c2b308f83da261a02741a20e08109d25f912abb22855';
CREATE OR REPLACE FUNCTION public.history_roll_up(p_now timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  -- Late reports of a minute are in by then.
  v_until timestamptz := date_bin('1 minute', v_now - interval '20 seconds', 'epoch');
  v_last timestamptz := greatest(v_until - interval '23 hours', coalesce((SELECT max(b.at) FROM broker_sample b
    WHERE b.step_s = 60), '-infinity'));
  v_from timestamptz := v_last - interval '1 minute';
  v_rows int;
  v_done int := 0;
BEGIN
  v_until := least(v_until, interval '2 hours' + coalesce(
    (SELECT date_bin('1 minute', min(b.at), 'epoch') FROM broker_sample b WHERE b.step_s = 10
      AND b.at >= v_last + interval '1 minute'), 'infinity'));
  INSERT INTO group_sample AS s (group_id, step_s, at, ready, in_flight, waiting, dead, blocked_keys, oldest_ready_at,
    arrived, deaths_due, expiring,
                                 consumers, unhandled, delivered, redelivered, died, redriven)
  SELECT m.group_id, 60, m.at, last.ready, last.in_flight, last.waiting, last.dead, last.blocked_keys,
    last.oldest_ready_at, last.arrived, last.deaths_due,
         last.expiring, last.consumers, last.unhandled, m.delivered, m.redelivered, m.died, m.redriven
    FROM (SELECT g.group_id, date_bin('1 minute', g.at, 'epoch') AS at, sum(g.delivered) AS delivered,
      sum(g.redelivered) AS redelivered, sum(g.died) AS died,
                 sum(g.redriven) AS redriven
            FROM group_sample g WHERE g.step_s = 10 AND g.at >= v_from AND g.at < v_until GROUP BY 1, 2) m
    LEFT JOIN LATERAL (
      SELECT l.* FROM group_sample l
       WHERE l.group_id = m.group_id AND l.step_s = 10 AND l.at >= m.at AND l.at < m.at + interval '1 minute'
         AND l.dead IS NOT NULL
       ORDER BY l.at DESC LIMIT 1) last ON true
  ON CONFLICT (group_id, step_s, at) DO UPDATE
    SET ready = excluded.ready, in_flight = excluded.in_flight, waiting = excluded.waiting, dead = excluded.dead,
      blocked_keys = excluded.blocked_keys,
        oldest_ready_at = excluded.oldest_ready_at, arrived = excluded.arrived, deaths_due = excluded.deaths_due,
          expiring = excluded.expiring,
        consumers = excluded.consumers, unhandled = excluded.unhandled, delivered = excluded.delivered,
          redelivered = excluded.redelivered, died = excluded.died, redriven = excluded.redriven;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_done := v_done + v_rows;
  INSERT INTO topic_sample AS s (topic_id, step_s, at, messages_in, bytes_in, refused, peak_messages_per_s,
    peak_bytes_per_s)
  SELECT t.topic_id, 60, date_bin('1 minute', t.at, 'epoch'), sum(t.messages_in), sum(t.bytes_in), sum(t.refused),
    max(t.peak_messages_per_s), max(t.peak_bytes_per_s)
    FROM topic_sample t WHERE t.step_s = 10 AND t.at >= v_from AND t.at < v_until GROUP BY 1, 3
  ON CONFLICT (topic_id, step_s, at) DO UPDATE
    SET messages_in = excluded.messages_in, bytes_in = excluded.bytes_in, refused = excluded.refused,
        peak_messages_per_s = excluded.peak_messages_per_s, peak_bytes_per_s = excluded.peak_bytes_per_s;
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  v_done := v_done + v_rows;
  -- Clients beyond the 100 most refused of a minute lose their names; a minute made again may have others among them.
  DELETE FROM refusal_sample s WHERE s.step_s = 60 AND s.at >= v_from AND s.at < v_until;
  INSERT INTO refusal_sample AS s (step_s, at, limit_name, topic, consumer_group, client, access_key, refused, last_at)
  SELECT 60, c.at, c.limit_name, c.topic, c.consumer_group, CASE WHEN c.place <= 100 THEN c.client ELSE '' END,
         max(CASE WHEN c.place <= 100 THEN c.access_key ELSE '' END), sum(c.refused), max(c.last_at)
    FROM (SELECT date_bin('1 minute', r.at, 'epoch') AS at, r.limit_name, r.topic, r.consumer_group, r.client,
      max(r.access_key) AS access_key,
                 sum(r.refused) AS refused, max(r.last_at) AS last_at,
                 row_number() OVER (PARTITION BY date_bin('1 minute', r.at, 'epoch') ORDER BY r.client = '',
                   sum(r.refused) DESC, r.client) AS place
            FROM refusal_sample r WHERE r.step_s = 10 AND r.at >= v_from AND r.at < v_until GROUP BY 1, 2, 3, 4, 5) c
   GROUP BY 2, 3, 4, 5, 6
  ON CONFLICT (step_s, at, limit_name, topic, consumer_group, client) DO UPDATE
    SET refused = excluded.refused, last_at = excluded.last_at, access_key = excluded.access_key;
  INSERT INTO filter_sample AS s (group_id, topic_id, step_s, at, filtered)
  SELECT f.group_id, f.topic_id, 60, date_bin('1 minute', f.at, 'epoch'), sum(f.filtered)
    FROM filter_sample f WHERE f.step_s = 10 AND f.at >= v_from AND f.at < v_until GROUP BY 1, 2, 4
  ON CONFLICT (group_id, topic_id, step_s, at) DO UPDATE SET filtered = excluded.filtered;
  INSERT INTO alarm_sample AS s (step_s, at, unwell_s)
  SELECT 60, date_bin('1 minute', a.at, 'epoch'), max(a.unwell_s) FROM alarm_sample a WHERE a.step_s = 10
    AND a.at >= v_from AND a.at < v_until GROUP BY 2
  ON CONFLICT (step_s, at) DO UPDATE SET unwell_s = excluded.unwell_s;
  INSERT INTO broker_sample AS s (step_s, at, database_bytes)
  SELECT 60, date_bin('1 minute', b.at, 'epoch'), max(b.database_bytes)
    FROM broker_sample b WHERE b.step_s = 10 AND b.at >= v_from AND b.at < v_until GROUP BY 2
  ON CONFLICT (step_s, at) DO UPDATE SET database_bytes = excluded.database_bytes;

  -- By place: a join with so many rows is planned as a scan of the whole table.
  DELETE FROM group_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM group_sample o WHERE o.step_s = 10 AND o.at < v_now - interval '1 day' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM group_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM group_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM topic_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM topic_sample o WHERE o.step_s = 10 AND o.at < v_now - interval '1 day' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM topic_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM topic_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM refusal_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM refusal_sample o WHERE o.step_s = 10 AND o.at < v_now - interval '1 day' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM refusal_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM refusal_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM filter_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM filter_sample o WHERE o.step_s = 10 AND o.at < v_now - interval '1 day' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM filter_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM filter_sample o WHERE o.step_s = 60 AND o.at < v_now - interval '14 days' ORDER BY o.at
      LIMIT 50000));
  DELETE FROM queue_sample WHERE ctid = ANY (ARRAY(
    SELECT o.ctid FROM queue_sample o WHERE o.at < v_now - interval '20 minutes' ORDER BY o.at LIMIT 50000));
  DELETE FROM broker_sample b WHERE (b.step_s = 10 AND b.at < v_now - interval '1 day')
    OR (b.step_s = 60 AND b.at < v_now - interval '14 days');
  DELETE FROM alarm_sample a WHERE (a.step_s = 10 AND a.at < v_now - interval '1 day')
    OR (a.step_s = 60 AND a.at < v_now - interval '14 days');
  RETURN v_done;
END $function$
;
COMMENT ON FUNCTION history_roll_up(timestamp with time zone) IS 'redrive b8e1f99c6459f1e11a8536847e9c75e40ec7b1aff4eeffdcd7944b0a30401d25';
CREATE OR REPLACE FUNCTION public.history_set_levels(p_now timestamp with time zone, p_group integer[], p_ready bigint[], p_in_flight bigint[], p_waiting bigint[], p_dead bigint[], p_blocked integer[], p_oldest timestamp with time zone[], p_arrived bigint[], p_deaths_due integer[], p_expiring integer[], p_consumers integer[], p_unhandled bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO group_sample AS s (group_id, step_s, at, ready, in_flight, waiting, dead, blocked_keys, oldest_ready_at,
    arrived, deaths_due, expiring, consumers,
                                 unhandled)
  SELECT i.group_id, 10, date_bin('10 seconds', coalesce(p_now, clock_timestamp()), 'epoch'), i.ready, i.in_flight,
    i.waiting, i.dead, i.blocked, i.oldest,
         i.arrived, i.deaths_due, i.expiring, i.consumers, i.unhandled
    FROM unnest(p_group, p_ready, p_in_flight, p_waiting, p_dead, p_blocked, p_oldest, p_arrived, p_deaths_due,
      p_expiring, p_consumers, p_unhandled)
         i (group_id, ready, in_flight, waiting, dead, blocked, oldest, arrived, deaths_due, expiring, consumers,
           unhandled)
   ORDER BY i.group_id
  ON CONFLICT (group_id, step_s, at) DO UPDATE
    SET ready = excluded.ready, in_flight = excluded.in_flight, waiting = excluded.waiting, dead = excluded.dead,
        blocked_keys = excluded.blocked_keys, oldest_ready_at = excluded.oldest_ready_at, arrived = excluded.arrived,
          deaths_due = excluded.deaths_due,
        expiring = excluded.expiring, consumers = excluded.consumers, unhandled = excluded.unhandled;
$function$
;
COMMENT ON FUNCTION history_set_levels(timestamp with time zone,integer[],bigint[],bigint[],bigint[],bigint[],integer[],timestamp with time zone[],bigint[],integer[],integer[],integer[],bigint[]) IS 'redrive b8e1f99c6459f1e11a8536847e9c75e40ec7b1aff4eeffdcd7944b0a30401d25';
CREATE OR REPLACE FUNCTION public.json_read(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN p_text ~ '^\s*[[{"]' AND position('\' IN p_text) > 0
    THEN unistr(regexp_replace(regexp_replace(p_text, '\\([\\"/bfnrt])', ' ', 'g'),
           '\\(?!u(?!0000|[dD][89a-fA-F])[0-9a-fA-F]{4})', ' ', 'g'))
    ELSE p_text END;
$function$
;
COMMENT ON FUNCTION json_read(text) IS 'redrive 0ca58a12f00e4c83edc43a594b416746f563e9eb8cd9ab51dc39553a63b539d5';
CREATE OR REPLACE FUNCTION public.lease_ack(p_now timestamp with time zone, p_group integer[], p_queue integer[], p_lease bigint[], p_mask bigint[], p_ordered boolean)
 RETURNS TABLE(lease_id bigint, acked bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_places tid[];
  v_done bigint[];
  v_acks bigint[];
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(p_group, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  -- A few: a statement for each costs less than finding and changing them apart.
  IF NOT p_ordered AND cardinality(p_lease) <= 2 THEN
    FOR i IN 1..cardinality(p_lease) LOOP
      lease_id := p_lease[i];
      UPDATE lease l
         SET open = l.open & ~p_mask[i], live = (l.open & ~p_mask[i]) <> 0,
             acks = l.acks || (((extract(epoch FROM v_now - l.claimed_at) * 1000)::bigint << 32) | (l.open & p_mask[i]))
       WHERE l.group_id = p_group[i] AND l.queue_id = p_queue[i] AND l.lease_id = p_lease[i]
         AND l.expires_at > v_now AND (l.open & p_mask[i]) <> 0
      RETURNING l.acks INTO v_acks;
      IF NOT FOUND THEN
        SELECT l.acks INTO v_acks FROM lease l WHERE l.group_id = p_group[i] AND l.queue_id = p_queue[i]
          AND l.lease_id = p_lease[i];
        CONTINUE WHEN NOT FOUND;
      END IF;
      acked := lease_acked(v_acks);
      RETURN NEXT;
    END LOOP;
    RETURN;
  END IF;
  SELECT array_agg(l.place ORDER BY w.ord) INTO v_places
    FROM unnest(p_group, p_queue, p_lease) WITH ORDINALITY w (group_id, queue_id, lease_id, ord)
    LEFT JOIN LATERAL (
      SELECT a.ctid AS place FROM lease a WHERE a.group_id = w.group_id AND a.queue_id = w.queue_id
        AND a.lease_id = w.lease_id LIMIT 1 FOR NO KEY UPDATE) l ON true;
  IF p_ordered THEN
    -- The usual case: all of a batch at once, and nothing left it before.
    WITH whole AS (
      UPDATE lease l SET open = 0, live = false,
        acks = ARRAY[((extract(epoch FROM v_now - l.claimed_at) * 1000)::bigint << 32) | l.open]
        FROM unnest(v_places, p_mask) w (place, mask)
       WHERE l.ctid = w.place AND l.expires_at > v_now AND l.open = w.mask AND l.open = (1::bigint << l.n) - 1
      RETURNING l.lease_id
    )
    SELECT array_agg(w.lease_id) INTO v_done FROM whole w;
    FOR i IN 1..array_length(p_lease, 1) LOOP
      lease_id := p_lease[i];
      acked := CASE WHEN p_lease[i] = ANY (v_done) THEN p_mask[i] ELSE fifo_lease_ack(v_now, p_group[i], p_queue[i],
        p_lease[i], p_mask[i]) END;
      RETURN NEXT;
    END LOOP;
    PERFORM fifo_settle_leases(v_now, p_group, p_queue, p_lease);
    RETURN;
  END IF;
  UPDATE lease l
     SET open = l.open & ~w.mask, live = (l.open & ~w.mask) <> 0,
         acks = l.acks || (((extract(epoch FROM v_now - l.claimed_at) * 1000)::bigint << 32) | (l.open & w.mask))
    FROM unnest(v_places, p_mask) w (place, mask)
   WHERE l.ctid = w.place AND l.expires_at > v_now AND (l.open & w.mask) <> 0;
  RETURN QUERY
  SELECT l.lease_id, lease_acked(l.acks)
    FROM unnest(p_group, p_queue, p_lease) w (group_id, queue_id, lease_id)
   CROSS JOIN LATERAL (
     SELECT a.lease_id, a.acks FROM lease a WHERE a.group_id = w.group_id AND a.queue_id = w.queue_id
       AND a.lease_id = w.lease_id LIMIT 1) l;
END $function$
;
COMMENT ON FUNCTION lease_ack(timestamp with time zone,integer[],integer[],bigint[],bigint[],boolean) IS 'redrive 54b7ee68699796f4a9d481f038ef8c26870e8da4d1951b44ca655d69dfa285cb';
CREATE OR REPLACE FUNCTION public.lease_acked(p_acks bigint[])
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
DECLARE
  v_acked bigint := 0;
  v_ack bigint;
BEGIN
  FOREACH v_ack IN ARRAY coalesce(p_acks, '{}') LOOP v_acked := v_acked | (v_ack & 4294967295); END LOOP;
  RETURN v_acked;
END $function$
;
COMMENT ON FUNCTION lease_acked(bigint[]) IS 'redrive 54b7ee68699796f4a9d481f038ef8c26870e8da4d1951b44ca655d69dfa285cb';
CREATE OR REPLACE FUNCTION public.lease_bits(p_leases lease[], p_ordered boolean)
 RETURNS TABLE(queue_id integer, off bigint, seg integer, topic_id integer, mgroup text, lease_id bigint, epoch bigint, client_id integer, claimed_at timestamp with time zone)
 LANGUAGE sql
AS $function$
  SELECT b.queue_id, b.off, coalesce(m.seg, b.seg), b.topic_id, m.mgroup, b.lease_id, nextval('epoch_seq'), b.client_id,
    b.claimed_at
    FROM (SELECT l.*, (SELECT q.topic_id FROM queue q WHERE q.queue_id = l.queue_id) AS topic_id
      FROM unnest(p_leases) l OFFSET 0) l
   CROSS JOIN LATERAL (
     SELECT l.queue_id, coalesce(l.offs[i + 1], l.base_off + i) AS off, l.seg, l.topic_id, l.lease_id, l.client_id,
       l.claimed_at
       FROM generate_series(0, l.n - 1) i WHERE (l.open >> i) & 1 = 1) b
    LEFT JOIN LATERAL (
      SELECT a.seg, fifo_key(a.mgroup, b.off) AS mgroup FROM any_message a WHERE p_ordered AND a.queue_id = b.queue_id
        AND a.off = b.off AND a.seg >= 0 LIMIT 1) m ON true;
$function$
;
COMMENT ON FUNCTION lease_bits(lease[],boolean) IS 'redrive 1e329c21d89d5d87ac83cff2b4cb4ae8685de418ca0d55bb63cb11fa832aeacc';
CREATE OR REPLACE FUNCTION public.lease_expired(p_now timestamp with time zone, p_low timestamp with time zone, p_limit integer)
 RETURNS TABLE(group_id integer, version integer, ordered boolean, gone boolean, queue_id integer, lease_id bigint, open bigint, expires_at timestamp with time zone)
 LANGUAGE sql
AS $function$
  SELECT l.group_id, g.version, l.kind = 1, l.gone, l.queue_id, l.lease_id, l.open, l.expires_at
    FROM lease l JOIN consumer_group g ON g.group_id = l.group_id
   WHERE l.live AND l.expires_at <= coalesce(p_now, clock_timestamp()) AND l.expires_at >= coalesce(p_low, '-infinity')
   ORDER BY l.expires_at LIMIT p_limit;
$function$
;
COMMENT ON FUNCTION lease_expired(timestamp with time zone,timestamp with time zone,integer) IS 'redrive b99f5d0643f421a941a37c9349b0668ddbef558b77e79d6effd364e34a085124';
CREATE OR REPLACE FUNCTION public.lease_fail(p_now timestamp with time zone, p_group integer, p_queue integer[], p_lease bigint[], p_mask bigint[], p_delay_ms bigint, p_cause text, p_policy_version integer, p_ordered boolean, p_phase text)
 RETURNS TABLE(lease_id bigint, failed bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_groups int[] := array_fill(p_group, ARRAY[array_length(p_queue, 1)]);
  v_max_retries int := group_guard(p_group, p_policy_version);
  v_due timestamptz;
  v_timeout interval := consumption_timeout(p_group, p_phase);
  v_places tid[];
  v_lease bigint[];
  v_hits bigint[];
  v_leases lease[];
  v_dead record;
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(v_groups, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  v_due := v_now + coalesce(p_delay_ms, 0) * interval '1 ms';
  -- Found and locked each by its whole key, in the order of the caller; then all change in one statement, by place.
  SELECT array_agg(l.place ORDER BY w.ord), array_agg(w.lease_id ORDER BY w.ord), array_agg(l.hit ORDER BY w.ord),
    array_agg(l.before ORDER BY w.ord)
    INTO v_places, v_lease, v_hits, v_leases
    FROM unnest(p_queue, p_lease, p_mask) WITH ORDINALITY w (queue_id, lease_id, mask, ord)
   CROSS JOIN LATERAL (
     SELECT a.ctid AS place, a.open & w.mask AS hit, a AS before FROM lease a
      WHERE a.group_id = p_group AND a.queue_id = w.queue_id AND a.lease_id = w.lease_id AND (a.open & w.mask) <> 0
        AND CASE WHEN v_timeout IS NULL THEN (a.expires_at > v_now) = (p_phase = 'live')
          ELSE coalesce(a.handed_at, a.claimed_at) + v_timeout <= v_now END
      LIMIT 1 FOR NO KEY UPDATE) l;
  IF v_places IS NULL THEN RETURN; END IF;
  UPDATE lease l SET open = l.open & ~w.hit, failed = l.failed | w.hit, live = (l.open & ~w.hit) <> 0
    FROM unnest(v_places, v_hits) w (place, hit) WHERE l.ctid = w.place;
  RETURN QUERY SELECT w.lease_id, w.hit FROM unnest(v_lease, v_hits) w (lease_id, hit);
  -- From here on: what failed of them.
  FOR k IN 1..cardinality(v_hits) LOOP v_leases[k].open := v_hits[k]; END LOOP;

  IF v_max_retries = 0 THEN
    WITH ended AS MATERIALIZED (
      SELECT * FROM lease_bits(v_leases, p_ordered)
    ), recorded AS (
      INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
        policy_version)
      SELECT p_group, i.queue_id, i.off, 0, 1, 'Inflight', 'delivered', i.lease_id, i.client_id, i.claimed_at,
        p_policy_version FROM ended i
    )
    SELECT array_agg(i.queue_id) AS queue_id, array_agg(i.off) AS off, array_agg(i.seg) AS seg,
      array_agg(i.epoch) AS epoch, array_agg(i.client_id) AS client_id,
           array_agg(0) AS generation, array_agg(1) AS attempts, array_agg(NULL::int) AS redrive
      INTO v_dead FROM ended i;
    PERFORM message_bury(v_now, p_group, v_dead.queue_id, v_dead.off, v_dead.seg, v_dead.generation, v_dead.attempts,
      v_dead.epoch, v_dead.client_id, v_dead.redrive,
                         p_cause, p_policy_version);
  ELSE
    WITH ended AS MATERIALIZED (
      SELECT * FROM lease_bits(v_leases, p_ordered)
    ), waits AS (
      INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
        client_id, policy_version)
      SELECT p_group, i.queue_id, i.off, i.seg, i.topic_id, i.mgroup, 1, i.epoch, false, p_delay_ms IS NOT NULL, v_due,
        i.client_id, p_policy_version FROM ended i
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version)
    SELECT p_group, i.queue_id, i.off, 0, 1, e.state, e.cause, e.epoch, i.client_id, e.at, e.due_at, p_policy_version
      FROM ended i
      CROSS JOIN LATERAL (
        VALUES (1, 'Inflight', 'delivered', i.lease_id, i.claimed_at, NULL::timestamptz),
               (2, CASE WHEN p_delay_ms IS NULL THEN 'Ready' ELSE 'WaitingRetry' END, p_cause, i.epoch, v_now,
                 v_due)) e (step, state, cause, epoch, at, due_at)
     ORDER BY i.queue_id, i.off, e.step;
  END IF;
  IF p_ordered THEN PERFORM fifo_settle_leases(v_now, v_groups, p_queue, p_lease); END IF;
END $function$
;
COMMENT ON FUNCTION lease_fail(timestamp with time zone,integer,integer[],bigint[],bigint[],bigint,text,integer,boolean,text) IS 'redrive 1e329c21d89d5d87ac83cff2b4cb4ae8685de418ca0d55bb63cb11fa832aeacc';
CREATE OR REPLACE FUNCTION public.lease_split(p_now timestamp with time zone, p_group integer, p_queue integer, p_lease bigint, p_bit integer, p_invisible_ms bigint, p_policy_version integer, p_ordered boolean)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz;
  v_lease record;
  v_off bigint;
  v_epoch bigint := nextval('epoch_seq');
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(ARRAY[p_group], ARRAY[p_queue]); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  UPDATE lease l SET open = l.open & ~(1::bigint << p_bit), live = (l.open & ~(1::bigint << p_bit)) <> 0
   WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease AND l.expires_at > v_now
     AND (l.open >> p_bit) & 1 = 1
  RETURNING * INTO v_lease;
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_off := coalesce(v_lease.offs[p_bit + 1], v_lease.base_off + p_bit);
  INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
    client_id, leased_at, policy_version, attempt_id)
  SELECT p_group, p_queue, v_off, m.seg, m.topic_id, CASE WHEN p_ordered THEN fifo_key(m.mgroup, v_off) END, 1, v_epoch,
    true, false,
         v_now + p_invisible_ms * interval '1 ms', v_lease.client_id, v_lease.claimed_at, p_policy_version, CASE
           WHEN p_ordered THEN v_lease.attempt_id END
    FROM any_message m WHERE m.queue_id = p_queue AND m.off = v_off AND m.seg >= 0;
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at, due_at,
    policy_version)
  VALUES (p_group, p_queue, v_off, 0, 1, 'Inflight', 'delivered', p_lease, v_lease.client_id, v_lease.claimed_at,
    v_lease.expires_at, p_policy_version),
         (p_group, p_queue, v_off, 0, 1, 'Inflight', 'extended', v_epoch, v_lease.client_id, v_now,
           v_now + p_invisible_ms * interval '1 ms', p_policy_version);
  IF p_ordered THEN PERFORM fifo_settle_leases(v_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_lease]); END IF;
  RETURN v_epoch;
END $function$
;
COMMENT ON FUNCTION lease_split(timestamp with time zone,integer,integer,bigint,integer,bigint,integer,boolean) IS 'redrive d4cb756b76d1f2ff31ec0bb5389c3e3b016ef0bc010daa8b01b483332227c162';
CREATE OR REPLACE FUNCTION public.letter_index(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_ids bigint[];
BEGIN
  WITH due AS (
    DELETE FROM letter_text_due t WHERE t.dead_letter_id IN (
      SELECT n.dead_letter_id FROM letter_text_due n
       WHERE NOT EXISTS (SELECT 1 FROM dead_letter d WHERE d.dead_letter_id = n.dead_letter_id
               AND (d.body_encoding <> 'IDENTITY' OR EXISTS (SELECT 1 FROM topic t
                 JOIN topic_decoder c ON left(c.topic, 100) = decoder_name(t.name, d.props)
                WHERE t.topic_id = d.topic_id)))
          OR EXISTS (SELECT 1 FROM letter_unpacked u WHERE u.dead_letter_id = n.dead_letter_id)
       ORDER BY n.dead_letter_id LIMIT p_limit FOR UPDATE OF n SKIP LOCKED)
    RETURNING t.dead_letter_id)
  SELECT array_agg(d.dead_letter_id) INTO v_ids FROM due d;
  -- A statement of its own: it sees the report that made one due again.
  INSERT INTO letter_text (dead_letter_id, words)
  SELECT d.dead_letter_id, array_to_tsvector(words_of(concat_ws(' ', e.error_type, e.message, d.msg_id,
           right(d.msg_id, 10), array_to_string(d.keys, ' '), d.mgroup, d.tag,
           json_read(body_text('IDENTITY', plain_body(d.dead_letter_id, d.body_encoding, d.body), 4096)))))
    FROM unnest(v_ids) n (id)
    CROSS JOIN LATERAL (SELECT * FROM dead_letter a WHERE a.dead_letter_id = n.id LIMIT 1) d
    LEFT JOIN LATERAL deciding_report(d.group_id, d.queue_id, d.off, d.generation, d.attempts) e ON true
  ON CONFLICT (dead_letter_id) DO UPDATE SET words = excluded.words;
  RETURN coalesce(cardinality(v_ids), 0);
END $function$
;
COMMENT ON FUNCTION letter_index(integer) IS 'redrive 0ca58a12f00e4c83edc43a594b416746f563e9eb8cd9ab51dc39553a63b539d5';
CREATE OR REPLACE FUNCTION public.level_settle(p_now timestamp with time zone, p_read_at timestamp with time zone, p_limit integer[], p_value double precision[])
 RETURNS TABLE(id integer, is_closed boolean)
 LANGUAGE plpgsql
AS $function$
BEGIN
  WITH turned AS (
    SELECT l.limit_id FROM throttle_limit l JOIN unnest(p_limit, p_value) r (limit_id, value) ON r.limit_id = l.limit_id
     WHERE l.enabled
       AND CASE WHEN l.closed THEN r.value < l.hard * l.soft_share ELSE r.value >= l.hard END
       AND (p_read_at < l.settled_at AND l.settled_at <= coalesce(p_now, clock_timestamp())) IS NOT TRUE
     ORDER BY l.limit_id FOR NO KEY UPDATE OF l)
  UPDATE throttle_limit l SET closed = NOT l.closed, settled_at = p_read_at FROM turned t WHERE l.limit_id = t.limit_id;
  RETURN QUERY SELECT l.limit_id, l.closed FROM throttle_limit l WHERE l.limit_id = ANY (p_limit) AND l.enabled;
END $function$
;
COMMENT ON FUNCTION level_settle(timestamp with time zone,timestamp with time zone,integer[],double precision[]) IS 'redrive 36123cf496f5389ad9989d7471381045d9e3d1017ef7bfae55b978cdb8ed4e4d';
CREATE OR REPLACE FUNCTION public.log_claim(p_now timestamp with time zone, p_group integer, p_queue integer, p_want integer, p_max_bytes bigint, p_tags text[], p_invisible_ms bigint, p_client integer, p_auto_renew boolean, p_attempt_id text)
 RETURNS TABLE(lease_id bigint, offs bigint[], seg integer, bytes bigint, expires_at timestamp with time zone, filtered bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_pos bigint;
  v_seg int;
  v_offs bigint[];
  v_n int;
  v_end bigint;
  v_bytes bigint;
  v_filtered bigint;
  v_lease bigint;
  v_expires timestamptz := p_now + p_invisible_ms * interval '1 ms';
BEGIN
  -- As log_cursor, by hand: it is read at each claim.
  SELECT l.end_off, l.seg INTO v_pos, v_seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT gq.start_off, gq.start_seg INTO v_pos, v_seg FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = p_queue;
  END IF;
  SELECT s.seg INTO v_seg FROM log_segment(p_queue, v_seg, v_pos) s;
  IF NOT FOUND THEN RETURN; END IF;

  WITH win AS MATERIALIZED (
    SELECT m.off, m.tag, octet_length(m.body) AS bytes FROM message m
     WHERE m.queue_id = p_queue AND m.seg = v_seg AND m.off >= v_pos ORDER BY m.off LIMIT 2000
  ), hit AS MATERIALIZED (
    SELECT w.off, row_number() OVER (ORDER BY w.off) AS rank, sum(w.bytes) OVER (ORDER BY w.off) AS bytes FROM win w
      WHERE w.tag = ANY (p_tags)
  ), taken AS (
    SELECT h.off, h.bytes FROM hit h WHERE h.rank <= p_want AND (h.rank = 1 OR h.bytes <= p_max_bytes)
  ), stop AS MATERIALIZED (
    -- all matches taken: the whole window is behind us; else stop right after the last one taken
    SELECT CASE WHEN (SELECT count(*) FROM taken) = (SELECT count(*) FROM hit) THEN (SELECT max(w.off) + 1 FROM win w)
      ELSE (SELECT max(t.off) + 1 FROM taken t) END AS off
  )
  SELECT (SELECT array_agg(t.off ORDER BY t.off) FROM taken t), s.off, (SELECT max(t.bytes) FROM taken t),
         (SELECT count(*) FROM win w WHERE w.off < s.off) - (SELECT count(*) FROM taken)
    INTO v_offs, v_end, v_bytes, v_filtered
    FROM stop s;

  v_n := coalesce(array_length(v_offs, 1), 0);
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
    expires_at, client_id, auto_renew, attempt_id)
  SELECT p_group, p_queue, nextval('epoch_seq'), CASE WHEN v_n = 0 THEN 2 ELSE 0 END, v_seg, CASE
    WHEN v_n = 0 THEN v_pos ELSE v_offs[1] END, v_end, v_n,
         CASE WHEN v_n > 0 AND v_end - v_offs[1] = v_n THEN NULL WHEN v_n > 0 THEN v_offs END,
         (1::bigint << v_n) - 1, v_n > 0, p_now, v_expires, p_client, p_auto_renew AND v_n > 0, p_attempt_id
  RETURNING lease.lease_id INTO v_lease;
  RETURN QUERY SELECT v_lease, v_offs, v_seg, coalesce(v_bytes, 0), v_expires, v_filtered;
END $function$
;
COMMENT ON FUNCTION log_claim(timestamp with time zone,integer,integer,integer,bigint,text[],bigint,integer,boolean,text) IS 'redrive 469714f0d68a167097352724b0f7a238ddb914b54ed2b1e5895819bf08a1c7c9';
CREATE OR REPLACE FUNCTION public.log_claim_all(p_now timestamp with time zone, p_group integer, p_queue integer, p_left integer[], p_room bigint[], p_invisible_ms bigint[], p_client integer[], p_auto_renew boolean[], p_attempt_id text[])
 RETURNS TABLE(receiver integer, lease_id bigint, offs bigint[], seg integer, bytes bigint, expires_at timestamp with time zone, no_room boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_pos bigint;
  v_seg int;
  v_wanted int := 0;
  v_least_room bigint := (SELECT min(r) FROM unnest(p_room) r);
  v_from int[] := '{}';
BEGIN
  -- As log_cursor, by hand: it is read at each claim.
  SELECT l.end_off, l.seg INTO v_pos, v_seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT gq.start_off, gq.start_seg INTO v_pos, v_seg FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = p_queue;
  END IF;
  FOR i IN 1..cardinality(p_left) LOOP
    v_from := v_from || (v_wanted + 1);
    v_wanted := v_wanted + p_left[i];
  END LOOP;
  LOOP
    RETURN QUERY
    WITH win AS MATERIALIZED (
      SELECT w.off, w.bytes, width_bucket(w.rank::int, v_from) AS receiver
        FROM (SELECT m.off, octet_length(m.body) AS bytes, row_number() OVER (ORDER BY m.off) AS rank
                FROM (SELECT a.off, a.body FROM message a WHERE a.queue_id = p_queue AND a.seg = v_seg
                  AND a.off >= v_pos ORDER BY a.off LIMIT v_wanted) m) w
    ), stop AS MATERIALIZED (
      -- Nearly always there is room for all of them: then no sums are made message by message.
      SELECT p.off, p.receiver
        FROM (SELECT w.off, w.receiver, row_number() OVER own AS rank, sum(w.bytes) OVER own AS upto
                FROM win w WHERE (SELECT sum(a.bytes) FROM win a) > v_least_room
              WINDOW own AS (PARTITION BY w.receiver ORDER BY w.off)) p
       WHERE p.rank > 1 AND p.upto > p_room[p.receiver] ORDER BY p.off LIMIT 1
    ), numbered AS MATERIALIZED (
      SELECT nextval('epoch_seq') AS lease_id, b.*, p_now + p_invisible_ms[b.receiver] * interval '1 ms' AS expires_at
        FROM (SELECT w.receiver, array_agg(w.off ORDER BY w.off) AS offs, count(*)::int AS n, min(w.off) AS base_off,
          max(w.off) + 1 AS end_off, sum(w.bytes) AS bytes
                FROM win w WHERE w.off < coalesce((SELECT s.off FROM stop s), 9223372036854775807)
               GROUP BY w.receiver ORDER BY w.receiver) b
    ), leased AS (
      INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
        expires_at, client_id, auto_renew, attempt_id)
      SELECT p_group, p_queue, n.lease_id, 0, v_seg, n.base_off, n.end_off, n.n, CASE
        WHEN n.end_off - n.base_off <> n.n THEN n.offs END,
             (1::bigint << n.n) - 1, true, p_now, n.expires_at, p_client[n.receiver], p_auto_renew[n.receiver],
               p_attempt_id[n.receiver]
        FROM numbered n
    )
    SELECT n.receiver, n.lease_id, n.offs, v_seg, n.bytes::bigint, n.expires_at,
           coalesce(n.receiver = (SELECT s.receiver FROM stop s), false)
      FROM numbered n ORDER BY n.receiver;
    EXIT WHEN FOUND;
    SELECT s.seg INTO v_seg FROM log_segment(p_queue, v_seg, v_pos) s;
    EXIT WHEN NOT FOUND;
  END LOOP;
END $function$
;
COMMENT ON FUNCTION log_claim_all(timestamp with time zone,integer,integer,integer[],bigint[],bigint[],integer[],boolean[],text[]) IS 'redrive 9cfa7adee039942f84cc5afeb91553f57234bdc1f41a14cea3d3d9c70d54083d';
CREATE OR REPLACE FUNCTION public.log_cursor(p_group integer, p_queue integer)
 RETURNS TABLE(off bigint, seg integer)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  (SELECT l.end_off, l.seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1)
  UNION ALL
  (SELECT gq.start_off, gq.start_seg FROM group_queue gq
    WHERE gq.group_id = p_group AND gq.queue_id = p_queue
      AND NOT EXISTS (SELECT 1 FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue))
  LIMIT 1;
$function$
;
COMMENT ON FUNCTION log_cursor(integer,integer) IS 'redrive c82b88fbcc8671b252ff5a98a9eb157dbb394ea877f6a50395328b0ecc8b7d44';
CREATE OR REPLACE FUNCTION public.log_has_ready(p_group integer, p_queue integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  v_pos bigint;
  v_seg int;
BEGIN
  -- As log_cursor, by hand: it is read at each claim.
  SELECT l.end_off, l.seg INTO v_pos, v_seg FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
    ORDER BY l.lease_id DESC LIMIT 1;
  IF NOT FOUND THEN
    SELECT gq.start_off, gq.start_seg INTO v_pos, v_seg FROM group_queue gq WHERE gq.group_id = p_group
      AND gq.queue_id = p_queue;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  RETURN EXISTS (SELECT 1 FROM message m WHERE m.queue_id = p_queue AND m.seg >= v_seg AND m.off >= v_pos);
END $function$
;
COMMENT ON FUNCTION log_has_ready(integer,integer) IS 'redrive c82b88fbcc8671b252ff5a98a9eb157dbb394ea877f6a50395328b0ecc8b7d44';
CREATE OR REPLACE FUNCTION public.log_position(p_group integer, p_queue integer, OUT from_off bigint, OUT from_seg integer, OUT seg integer)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  SELECT c.off, c.seg, (SELECT s.seg FROM log_segment(p_queue, c.seg, c.off) s)
    FROM log_cursor(p_group, p_queue) c;
$function$
;
COMMENT ON FUNCTION log_position(integer,integer) IS 'redrive c82b88fbcc8671b252ff5a98a9eb157dbb394ea877f6a50395328b0ecc8b7d44';
CREATE OR REPLACE FUNCTION public.log_segment(p_queue integer, p_seg integer, p_off bigint)
 RETURNS TABLE(seg integer)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  SELECT s.seg
    FROM queue_segment s
   CROSS JOIN LATERAL (
     SELECT 1 FROM message m WHERE m.queue_id = s.queue_id AND m.seg = s.seg AND m.off >= p_off LIMIT 1) m
   WHERE s.queue_id = p_queue AND s.seg >= p_seg
   ORDER BY s.seg LIMIT 1;
$function$
;
COMMENT ON FUNCTION log_segment(integer,integer,bigint) IS 'redrive c82b88fbcc8671b252ff5a98a9eb157dbb394ea877f6a50395328b0ecc8b7d44';
CREATE OR REPLACE FUNCTION public.message_append(p_now timestamp with time zone, p_topic integer, p_kind text, p_queues integer[], p_place integer[], p_rank integer[], p_msg_id text[], p_tag text[], p_mgroup text[], p_keys text[], p_props jsonb[], p_encoding text[], p_born_at timestamp with time zone[], p_born_host text[], p_trace text[], p_bodies bytea[])
 RETURNS TABLE(queue_id integer, tail bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_queue int[];
  v_base bigint[];
  v_tail bigint[];
  v_seg int;
  v_low_seg int;
BEGIN
  SELECT array_agg(q.queue_id), array_agg(q.base_off), max(q.seg), min(q.seg) INTO v_queue, v_base, v_seg, v_low_seg
    FROM (SELECT a.queue_id, a.base_off, a.seg FROM queue a WHERE a.queue_id = ANY (p_queues) AND NOT a.closed
      ORDER BY a.queue_id FOR NO KEY UPDATE) q;
  IF v_queue IS DISTINCT FROM p_queues OR v_seg <> v_low_seg THEN RETURN; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  -- The segment is a variable of its own in all of these: only the partitions that it names are opened. All ids in one
  -- walk through the index of the current and the previous one.
  IF EXISTS (SELECT 1 FROM message m WHERE m.msg_id = ANY (p_msg_id) AND m.topic_id = p_topic
      AND m.seg IN (v_seg, v_seg - 1) AND m.copy = 0) THEN
    RETURN;
  END IF;
  -- The tail is read from the log itself: no counter row to update.
  SELECT array_agg(coalesce((SELECT m.off FROM message m WHERE m.queue_id = w.queue_id AND m.seg = v_seg
      ORDER BY m.off DESC LIMIT 1), w.base_off - 1) ORDER BY w.ord)
    INTO v_tail FROM unnest(v_queue, v_base) WITH ORDINALITY w (queue_id, base_off, ord);
  INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at,
    born_host, trace_context, stored_at, body)
  SELECT v_seg, v_queue[i.place], v_tail[i.place] + i.rank, p_topic, i.msg_id, p_kind, i.tag, i.mgroup,
    string_to_array(i.keys, E'\x1f'), i.props, i.encoding, i.born_at, i.born_host, i.trace, v_now, i.body
    FROM unnest(p_place, p_rank, p_msg_id, p_tag, p_mgroup, p_keys, p_props, p_encoding, p_born_at, p_born_host,
      p_trace, p_bodies)
      i (place, rank, msg_id, tag, mgroup, keys, props, encoding, born_at, born_host, trace, body);
  RETURN QUERY SELECT t.queue_id, t.tail FROM unnest(v_queue, v_tail) t (queue_id, tail);
END $function$
;
COMMENT ON FUNCTION message_append(timestamp with time zone,integer,text,integer[],integer[],integer[],text[],text[],text[],text[],jsonb[],text[],timestamp with time zone[],text[],text[],bytea[]) IS 'redrive db3c7ebabe3f31b5d1271eeb3874c44753bda06b10ee0f565daa0790a7c20ea4';
CREATE OR REPLACE FUNCTION public.message_bury(p_now timestamp with time zone, p_group integer, p_queue integer[], p_off bigint[], p_seg integer[], p_generation integer[], p_attempts integer[], p_epoch bigint[], p_client integer[], p_redrive integer[], p_cause text, p_policy_version integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_count int;
  v_letters bigint[];
BEGIN
  IF EXISTS (SELECT 1 FROM consumer_group g WHERE g.group_id = p_group AND g.broadcast_of IS NOT NULL) THEN
    RETURN message_drop(p_now, p_group, p_queue, p_off, p_generation, p_attempts, p_epoch, p_client, p_cause,
      p_policy_version);
  END IF;
  -- Held off while the group's dead-letter topic is being made: see dead_letter_topic_make. The caller has it already:
  -- one that held a message and waited here would keep those waiting whom the maker of the topic waits for.
  PERFORM 1 FROM consumer_group g WHERE g.group_id = p_group FOR KEY SHARE;
  WITH item AS (
    SELECT * FROM unnest(p_queue, p_off, p_seg, p_generation, p_attempts, p_epoch, p_client, p_redrive)
      i (queue_id, off, seg, generation, attempts, epoch, client_id, redrive_id)
  ), dead AS (
    INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at,
      client_id, policy_version, redrive_id,
                             kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context,
                               stored_at, body, fingerprint, fingerprint_version, app_version)
    SELECT p_group, i.queue_id, i.off, i.generation, i.seg, m.topic_id, m.msg_id, i.attempts,
           e.cause, p_now, i.client_id, p_policy_version, i.redrive_id,
           m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding, m.born_at, m.born_host, m.trace_context,
             m.stored_at, m.body, coalesce(f.fingerprint, 'unreported:' || e.cause), coalesce(f.fingerprint_version, 0),
           f.app_version
      FROM item i CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = i.queue_id AND a.off = i.off
        AND a.seg = i.seg LIMIT 1) m
      CROSS JOIN LATERAL (SELECT CASE WHEN p_cause IN ('timeout', 'consumption-timeout', 'client-gone')
        AND NOT delivery_confirmed(p_group, i.queue_id, i.off, i.generation) THEN 'unconfirmed'
        ELSE p_cause END AS cause) e
      LEFT JOIN LATERAL deciding_report(p_group, i.queue_id, i.off, i.generation, i.attempts) f ON true
    ON CONFLICT (group_id, queue_id, off) DO NOTHING
    RETURNING dead_letter.queue_id, dead_letter.off, dead_letter.dead_letter_id
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      policy_version, redrive_id)
    SELECT p_group, i.queue_id, i.off, i.generation, i.attempts, 'DLQ', p_cause, i.epoch, i.client_id, p_now,
      p_policy_version, i.redrive_id
      FROM item i JOIN dead d ON d.queue_id = i.queue_id AND d.off = i.off
    RETURNING 1
  ), due AS (
    INSERT INTO letter_text_due (dead_letter_id) SELECT d.dead_letter_id FROM dead d
  )
  SELECT (SELECT count(*) FROM recorded), (SELECT array_agg(d.dead_letter_id ORDER BY d.dead_letter_id) FROM dead d)
    INTO v_count, v_letters;
  IF v_count <> array_length(p_off, 1) THEN
    RAISE EXCEPTION 'group %: % of % messages could be dead-lettered', p_group, v_count, array_length(p_off, 1);
  END IF;
  -- Last, after every lock of leases and retries: it takes the lock of the dead-letter topic's queue.
  PERFORM dead_letter_append(p_now, p_group, v_letters, p_cause = 'recalled');
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION message_bury(timestamp with time zone,integer,integer[],bigint[],integer[],integer[],integer[],bigint[],integer[],integer[],text,integer) IS 'redrive acfa1b5154469f3fd1ad02d0b163b603ed7fd857992b84def753fbb663309939';
CREATE OR REPLACE FUNCTION public.message_drop(p_now timestamp with time zone, p_group integer, p_queue integer[], p_off bigint[], p_generation integer[], p_attempts integer[], p_epoch bigint[], p_client integer[], p_cause text, p_policy_version integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_count int;
BEGIN
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
    policy_version)
  SELECT p_group, i.queue_id, i.off, i.generation, i.attempts, 'Dropped', p_cause, i.epoch, i.client_id, p_now,
    p_policy_version
    FROM unnest(p_queue, p_off, p_generation, p_attempts, p_epoch, p_client) i (queue_id, off, generation, attempts,
      epoch, client_id);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION message_drop(timestamp with time zone,integer,integer[],bigint[],integer[],integer[],bigint[],integer[],text,integer) IS 'redrive cc5b0de7297fb837b52c279c2616ef5413233b8c609f9c359d75f013758c89f1';
CREATE OR REPLACE FUNCTION public.message_forward(p_now timestamp with time zone, p_group integer, p_queue integer, p_lease bigint, p_bit integer, p_off bigint, p_epoch bigint, p_attempts integer, p_policy_version integer, p_ordered boolean)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz;
  v_lease record;
  v_retry record;
  v_seg int;
BEGIN
  -- Before the message, as for every death: see dead_letter_topic_make.
  PERFORM 1 FROM consumer_group g WHERE g.group_id = p_group FOR KEY SHARE;
  IF p_ordered THEN PERFORM fifo_lock(ARRAY[p_group], ARRAY[p_queue]); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  SELECT m.seg INTO v_seg FROM any_message m WHERE m.queue_id = p_queue AND m.off = p_off
    AND m.seg >= 0;
  IF p_lease IS NOT NULL THEN
    UPDATE lease l SET open = l.open & ~(1::bigint << p_bit), failed = l.failed | (1::bigint << p_bit),
      live = (l.open & ~(1::bigint << p_bit)) <> 0
     WHERE l.group_id = p_group AND l.queue_id = p_queue AND l.lease_id = p_lease AND l.expires_at > v_now
       AND (l.open >> p_bit) & 1 = 1
    RETURNING * INTO v_lease;
    IF FOUND THEN
      INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
        due_at, policy_version)
      VALUES (p_group, p_queue, p_off, 0, 1, 'Inflight', 'delivered', p_lease, v_lease.client_id, v_lease.claimed_at,
        v_lease.expires_at, p_policy_version);
      PERFORM message_bury(v_now, p_group, ARRAY[p_queue], ARRAY[p_off], ARRAY[v_seg], ARRAY[0],
        ARRAY[greatest(1, p_attempts)], ARRAY[p_lease],
                           ARRAY[v_lease.client_id], ARRAY[NULL::int], 'forwarded', p_policy_version);
      IF p_ordered THEN PERFORM fifo_settle_leases(v_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_lease]); END IF;
      RETURN 'dead';
    END IF;
  ELSE
    DELETE FROM retry r WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.off = p_off AND r.epoch = p_epoch
      AND r.visible_at > v_now AND NOT r.early
    RETURNING * INTO v_retry;
    IF FOUND THEN
      PERFORM message_bury(v_now, p_group, ARRAY[p_queue], ARRAY[p_off], ARRAY[v_retry.seg], ARRAY[v_retry.generation],
                           ARRAY[greatest(v_retry.attempt::int, p_attempts)], ARRAY[p_epoch], ARRAY[v_retry.client_id],
                             ARRAY[v_retry.redrive_id], 'forwarded', p_policy_version);
      IF p_ordered THEN PERFORM fifo_settle_messages(v_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_off]); END IF;
      RETURN 'dead';
    END IF;
  END IF;
  -- Taken back by an operator: refused once, as any other answer. The repeat finds the message where it should be.
  IF EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = p_group AND e.queue_id = p_queue AND e.off = p_off
    AND e.epoch = coalesce(p_epoch, p_lease) AND e.cause IN ('revoked', 'returned') AND e.late_at IS NULL) THEN
    RETURN 'stale';
  END IF;
  RETURN CASE WHEN EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = p_group AND d.queue_id = p_queue
    AND d.off = p_off)
                OR EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = p_group AND e.queue_id = p_queue
                  AND e.off = p_off AND e.state IN ('DLQ', 'Dropped')
                              AND e.epoch = coalesce(p_epoch, p_lease)) THEN 'already' ELSE 'stale' END;
END $function$
;
COMMENT ON FUNCTION message_forward(timestamp with time zone,integer,integer,bigint,integer,bigint,bigint,integer,integer,boolean) IS 'redrive 980b96bfc3b90ea06af0722bf284dedf99c5cfdacec7235be083689277f790d1';
CREATE OR REPLACE FUNCTION public.message_hand_over(p_now timestamp with time zone, p_topic integer, p_kind text, p_queue integer, p_rank integer[], p_msg_id text[], p_tag text[], p_mgroup text[], p_keys text[], p_props jsonb[], p_encoding text[], p_born_at timestamp with time zone[], p_born_host text[], p_trace text[], p_bodies bytea[], p_group integer, p_from integer[], p_count integer[], p_invisible_ms bigint[], p_client integer[], p_auto_renew boolean[], p_attempt_id text[])
 RETURNS TABLE(tail bigint, stored_at timestamp with time zone, lease_id bigint, expires_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_base bigint;
  v_seg int;
  v_tail bigint;
  v_known boolean;
BEGIN
  SELECT q.base_off, q.seg INTO v_base, v_seg FROM queue q WHERE q.queue_id = p_queue AND NOT q.closed
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  v_now := coalesce(p_now, clock_timestamp());
  SELECT coalesce((SELECT m.off FROM message m WHERE m.queue_id = p_queue AND m.seg = v_seg
           ORDER BY m.off DESC LIMIT 1), v_base - 1),
         EXISTS (SELECT 1 FROM message m WHERE m.msg_id = ANY (p_msg_id) AND m.topic_id = p_topic
           AND m.seg IN (v_seg, v_seg - 1) AND m.copy = 0)
    INTO v_tail, v_known;
  IF v_known THEN RETURN; END IF;
  INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at,
    born_host, trace_context, stored_at, body)
  SELECT v_seg, p_queue, v_tail + i.rank, p_topic, i.msg_id, p_kind, i.tag, i.mgroup,
    string_to_array(i.keys, E'\x1f'), i.props, i.encoding, i.born_at, i.born_host, i.trace, v_now, i.body
    FROM unnest(p_rank, p_msg_id, p_tag, p_mgroup, p_keys, p_props, p_encoding, p_born_at, p_born_host, p_trace,
      p_bodies) i (rank, msg_id, tag, mgroup, keys, props, encoding, born_at, born_host, trace, body);
  -- A claim waits for no lock either: who holds it hands out what is there, or leaves it to the next one.
  IF p_group IS NOT NULL THEN
    PERFORM 1 FROM group_queue g WHERE g.group_id = p_group AND g.queue_id = p_queue AND g.repeat_to IS NULL
      FOR NO KEY UPDATE SKIP LOCKED;
    IF FOUND THEN
      -- The newest lease is the cursor: their numbers rise with their offsets.
      RETURN QUERY
      INSERT INTO lease AS l (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at,
        expires_at, client_id, auto_renew, attempt_id)
      SELECT p_group, p_queue, nextval('epoch_seq'), 0, v_seg, v_tail + r.first, v_tail + r.first + r.n, r.n,
        (1::bigint << r.n) - 1, true, v_now, v_now + r.invisible_ms * interval '1 ms', r.client_id, r.auto_renew,
        r.attempt_id
        FROM (SELECT u.* FROM unnest(p_from, p_count, p_invisible_ms, p_client, p_auto_renew, p_attempt_id)
                WITH ORDINALITY u (first, n, invisible_ms, client_id, auto_renew, attempt_id, ord) ORDER BY u.ord) r
       WHERE (SELECT c.end_off = v_tail + 1 AND c.seg = v_seg FROM lease c
               WHERE c.group_id = p_group AND c.queue_id = p_queue ORDER BY c.lease_id DESC LIMIT 1)
         AND EXISTS (SELECT 1 FROM claimable_group(p_group, 'concurrent'))
      RETURNING v_tail, v_now, l.lease_id, l.expires_at;
      IF FOUND THEN RETURN; END IF;
    END IF;
  END IF;
  tail := v_tail;
  stored_at := v_now;
  RETURN NEXT;
END $function$
;
COMMENT ON FUNCTION message_hand_over(timestamp with time zone,integer,text,integer,integer[],text[],text[],text[],text[],jsonb[],text[],timestamp with time zone[],text[],text[],bytea[],integer,integer[],integer[],bigint[],integer[],boolean[],text[]) IS 'redrive 7bc049b3bb50fbd743fab336a363ed7e1b3d65e7f13eb2e664f8960e8c1419b5';
CREATE OR REPLACE FUNCTION public.message_key_forget(p_queues integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  DELETE FROM message_key k
   USING (SELECT DISTINCT left(u, 200) AS key FROM message m CROSS JOIN LATERAL unnest(m.keys) u
           WHERE m.queue_id = ANY (p_queues)) x
   WHERE k.key = x.key AND k.queue_id = ANY (p_queues);
$function$
;
COMMENT ON FUNCTION message_key_forget(integer[]) IS 'redrive 9622b2de55c662932f8d4497de820b5fac2ac6169f926833225e8f2983522098';
CREATE OR REPLACE FUNCTION public.message_key_index(p_queues integer, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_place record;
  v_read record;
  v_total int := 0;
BEGIN
  -- Before message_key, as segment_drop takes them.
  LOCK TABLE ONLY message IN ACCESS SHARE MODE;
  INSERT INTO message_key_place (queue_id, next_off)
  SELECT q.queue_id, coalesce((SELECT min(s.first_off) FROM queue_segment s WHERE s.queue_id = q.queue_id), 0)
    FROM queue q WHERE NOT EXISTS (SELECT 1 FROM message_key_place p WHERE p.queue_id = q.queue_id)
  ON CONFLICT DO NOTHING;
  FOR v_place IN
    SELECT p.queue_id, p.next_off FROM message_key_place p JOIN queue q ON q.queue_id = p.queue_id
     WHERE p.next_off < q.base_off
        OR EXISTS (SELECT 1 FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg AND m.off >= p.next_off)
     LIMIT p_queues FOR UPDATE OF p SKIP LOCKED
  LOOP
    WITH next AS MATERIALIZED (
      SELECT m.seg, m.off, m.topic_id, m.keys, m.stored_at FROM message m
       WHERE m.queue_id = v_place.queue_id AND m.off >= v_place.next_off ORDER BY m.off LIMIT p_limit
    ), made AS (
      INSERT INTO message_key (seg, key, stored_at, queue_id, off, topic_id)
      SELECT n.seg, k.key, n.stored_at, v_place.queue_id, n.off, n.topic_id
        FROM next n CROSS JOIN LATERAL (SELECT DISTINCT left(u, 200) AS key FROM unnest(n.keys) u) k
    )
    SELECT count(*)::int AS messages, max(n.off) AS last INTO v_read FROM next n;
    UPDATE message_key_place p
       SET next_off = coalesce(v_read.last + 1, (SELECT q.base_off FROM queue q WHERE q.queue_id = p.queue_id))
     WHERE p.queue_id = v_place.queue_id;
    v_total := v_total + v_read.messages;
  END LOOP;
  RETURN v_total;
END $function$
;
COMMENT ON FUNCTION message_key_index(integer,integer) IS 'redrive 9622b2de55c662932f8d4497de820b5fac2ac6169f926833225e8f2983522098';
CREATE OR REPLACE FUNCTION public.message_send(p_now timestamp with time zone, p_queue integer[], p_msg_id text[], p_kind text[], p_tag text[], p_mgroup text[], p_keys text[], p_props jsonb[], p_encoding text[], p_born_at timestamp with time zone[], p_born_host text[], p_trace text[], p_body_bytes integer[], p_bodies bytea)
 RETURNS TABLE(ord bigint, queue_id integer, off bigint, duplicate boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_queue int[];
  v_topic int[];
  v_seg int[];
  v_off bigint[];
  v_duplicate boolean[];
  v_stored bigint;
BEGIN
  PERFORM 1 FROM queue q WHERE q.queue_id = ANY (p_queue) ORDER BY q.queue_id FOR NO KEY UPDATE;
  v_now := coalesce(p_now, clock_timestamp());

  -- The tail is read from the log itself: no counter row to update. Known ids are left out before numbering, or they
  -- would leave holes.
  WITH tail AS MATERIALIZED (
    SELECT q.queue_id, q.topic_id, q.seg,
           coalesce((SELECT m.off FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg ORDER BY m.off DESC
             LIMIT 1), q.base_off - 1) AS off
      FROM queue q WHERE q.queue_id = ANY (p_queue) AND NOT q.closed
  ), placed AS (
    SELECT i.ord, i.queue_id, t.topic_id, t.seg, t.off AS tail, d.queue_id AS known_queue, d.off AS known_off
      FROM unnest(p_queue, p_msg_id) WITH ORDINALITY i (queue_id, msg_id, ord)
      JOIN tail t ON t.queue_id = i.queue_id
      LEFT JOIN LATERAL (
        SELECT m.queue_id, m.off FROM message m
         WHERE m.msg_id = i.msg_id AND m.topic_id = t.topic_id AND m.seg IN (t.seg, t.seg - 1) AND m.copy = 0
           LIMIT 1) d ON true
  ), numbered AS (
    SELECT p.*, p.tail + count(*) FILTER (WHERE p.known_off IS NULL) OVER (PARTITION BY p.queue_id
      ORDER BY p.ord) AS new_off FROM placed p
  )
  SELECT array_agg(coalesce(n.known_queue, n.queue_id) ORDER BY n.ord), array_agg(n.topic_id ORDER BY n.ord),
    array_agg(n.seg ORDER BY n.ord),
         array_agg(coalesce(n.known_off, n.new_off) ORDER BY n.ord), array_agg(n.known_off IS NOT NULL ORDER BY n.ord)
    INTO v_queue, v_topic, v_seg, v_off, v_duplicate
    FROM numbered n;

  -- In id order: two brokers storing the same two ids must not wait for each other.
  INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at,
    born_host, trace_context, stored_at, body)
  SELECT f.seg, f.queue_id, f.off, f.topic_id, f.msg_id, f.kind, f.tag, f.mgroup, string_to_array(f.keys, E'\x1f'),
    f.props, f.encoding,
         f.born_at, f.born_host, f.trace, v_now, substring(p_bodies
           FROM (f.body_end - f.body_bytes + 1)::int FOR f.body_bytes)
    FROM (SELECT i.*, sum(i.body_bytes) OVER (ORDER BY i.ord) AS body_end
            FROM unnest(v_seg, v_queue, v_off, v_topic, v_duplicate, p_msg_id, p_kind, p_tag, p_mgroup, p_keys, p_props,
              p_encoding, p_born_at, p_born_host,
                        p_trace, p_body_bytes)
                 WITH ORDINALITY i (seg, queue_id, off, topic_id, duplicate, msg_id, kind, tag, mgroup, keys, props,
                   encoding, born_at, born_host,
                                    trace, body_bytes, ord)) f
   WHERE NOT f.duplicate
   ORDER BY f.msg_id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS v_stored = ROW_COUNT;

  IF v_stored < (SELECT count(*) FROM unnest(v_duplicate) d WHERE NOT d) THEN
    FOR i IN 1..array_length(v_off, 1) LOOP
      IF NOT v_duplicate[i] AND NOT EXISTS (SELECT 1 FROM message m WHERE m.queue_id = v_queue[i] AND m.off = v_off[i]
        AND m.seg = v_seg[i] AND m.msg_id = p_msg_id[i]) THEN
        v_off[i] := NULL;
        v_duplicate[i] := true;
      END IF;
    END LOOP;
  END IF;
  RETURN QUERY SELECT r.ord, r.queue_id, r.off, r.duplicate
    FROM unnest(v_queue, v_off, v_duplicate) WITH ORDINALITY r (queue_id, off, duplicate, ord);
END $function$
;
COMMENT ON FUNCTION message_send(timestamp with time zone,integer[],text[],text[],text[],text[],text[],jsonb[],text[],timestamp with time zone[],text[],text[],integer[],bytea) IS 'redrive ac6668508d7e45fa4d9cdb576a523a49ec231a6641fa0a7a4037957156a08633';
CREATE OR REPLACE FUNCTION public.move_broker(p_brokers text[], p_key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT p_brokers[1 + (hashtextextended(p_key, 0) & 2147483647)::int % cardinality(p_brokers)];
$function$
;
COMMENT ON FUNCTION move_broker(text[],text) IS 'redrive af720b48aeab672a3d4c024d43b6f243efbc1af07c18a90d50b2aa404c6e538b';
CREATE OR REPLACE FUNCTION public.move_dead(p_now timestamp with time zone, p_cluster integer, p_target integer, p_list integer, p_brokers text[], p_group integer, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_count int;
BEGIN
  INSERT INTO cluster_topic (cluster_id, name, message_type, queue_count, created_at)
  SELECT DISTINCT p_cluster, t.name, 'NORMAL', 0, p_now FROM dead_letter d JOIN topic t ON t.topic_id = d.topic_id
   WHERE d.group_id = p_group
  ON CONFLICT (cluster_id, name) DO NOTHING;
  WITH gone AS (
    DELETE FROM dead_letter d WHERE d.ctid = ANY (ARRAY(
      SELECT a.ctid FROM dead_letter a WHERE a.group_id = p_group ORDER BY a.dead_at, a.dead_letter_id LIMIT p_most))
    RETURNING d.*
  ), item AS (
    SELECT g.*, c.topic_id AS target_topic, row_number() OVER (ORDER BY g.dead_at, g.dead_letter_id) AS place
      FROM gone g JOIN topic t ON t.topic_id = g.topic_id
      JOIN cluster_topic c ON c.cluster_id = p_cluster AND c.name = t.name
  ), list AS (
    UPDATE cluster_letter_queue q SET next_off = q.next_off + n.n, max_off = q.next_off + n.n
      FROM (SELECT count(*) AS n FROM item) n WHERE q.queue_id = p_list RETURNING q.next_off - n.n AS begins
  ), stored AS (
    INSERT INTO cluster_dead_letter (cluster_id, group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts,
      cause, dead_at, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context, stored_at, body,
      kept_until, fingerprint, fingerprint_version, app_version, held_at, held_by, hold_reason, accepted_at,
      accepted_by, accept_reason, broker, consumer, reconsume_times, flag, sys_flag, store_id)
    SELECT p_cluster, p_target, p_list, l.begins + i.place - 1, 0, 0, i.target_topic, i.msg_id, i.attempts, i.cause,
           i.dead_at, i.kind, i.tag, i.mgroup, i.keys,
           move_properties(i.props, i.msg_id, i.tag, i.keys, i.mgroup, i.born_at, i.born_host), i.body_encoding,
           i.born_at, i.born_host, i.trace_context, i.stored_at, i.body, i.kept_until, i.fingerprint,
           i.fingerprint_version, i.app_version, i.held_at, i.held_by, i.hold_reason, i.accepted_at, i.accepted_by,
           i.accept_reason, move_broker(p_brokers, coalesce(i.mgroup, i.msg_id)), 'pop', i.attempts, 0, 0,
           format('here/%s/%s', i.queue_id, i.off)
      FROM item i, list l ORDER BY i.place
    RETURNING dead_letter_id
  ), reported AS (
    INSERT INTO cluster_failure_report (group_id, queue_id, off, generation, attempt, error_type, message, stack,
      reported_at, fingerprint, fingerprint_version, app_version, cluster_id)
    SELECT p_target, p_list, l.begins + i.place - 1, 0, i.attempts, f.error_type, f.message, f.stack, f.reported_at,
           f.fingerprint, f.fingerprint_version, f.app_version, p_cluster
      FROM item i CROSS JOIN list l
      JOIN failure_report f ON f.group_id = p_group AND f.queue_id = i.queue_id AND f.off = i.off
       AND f.generation = i.generation AND f.attempt = i.attempts
  ), caused AS (
    INSERT INTO cluster_failure_cause (group_id, fingerprint, version, error_type, text, top_frame, first_seen,
      last_seen, cluster_id)
    SELECT p_target, c.fingerprint, c.version, c.error_type, c.text, c.top_frame, c.first_seen, c.last_seen, p_cluster
      FROM failure_cause c
     WHERE c.group_id = p_group AND c.fingerprint IN (SELECT i.fingerprint FROM item i)
    ON CONFLICT (group_id, fingerprint) DO NOTHING
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at)
    SELECT p_group, i.queue_id, i.off, i.generation, i.attempts, 'Discarded', 'moved', nextval('epoch_seq'), p_now
      FROM item i
  ), due AS (
    INSERT INTO cluster_letter_text_due (dead_letter_id, cluster_id) SELECT s.dead_letter_id, p_cluster FROM stored s
  )
  SELECT count(*) INTO v_count FROM stored;
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION move_dead(timestamp with time zone,integer,integer,integer,text[],integer,integer) IS 'redrive af720b48aeab672a3d4c024d43b6f243efbc1af07c18a90d50b2aa404c6e538b';
CREATE OR REPLACE FUNCTION public.move_has(p_group integer, p_queue integer, p_off bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = p_group AND d.queue_id = p_queue AND d.off = p_off)
      OR EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = p_group AND e.queue_id = p_queue AND e.off = p_off
        AND e.cause = 'moved');
$function$
;
COMMENT ON FUNCTION move_has(integer,integer,bigint) IS 'redrive af720b48aeab672a3d4c024d43b6f243efbc1af07c18a90d50b2aa404c6e538b';
CREATE OR REPLACE FUNCTION public.move_properties(p_props jsonb, p_id text, p_tag text, p_keys text[], p_mgroup text, p_born_at timestamp with time zone, p_born_host text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(p_props, '{}') || jsonb_strip_nulls(jsonb_build_object('UNIQ_KEY', p_id, 'TAGS', p_tag,
    'KEYS', nullif(array_to_string(p_keys, ' '), ''), '__SHARDINGKEY', p_mgroup,
    'BORN_TIMESTAMP', (extract(epoch FROM p_born_at) * 1000)::bigint::text, '__BORNHOST', p_born_host));
$function$
;
COMMENT ON FUNCTION move_properties(jsonb,text,text,text[],text,timestamp with time zone,text) IS 'redrive af720b48aeab672a3d4c024d43b6f243efbc1af07c18a90d50b2aa404c6e538b';
CREATE OR REPLACE FUNCTION public.move_store(p_now timestamp with time zone, p_cluster integer, p_target integer, p_list integer, p_brokers text[], p_group integer, p_queue integer[], p_off bigint[], p_seg integer[], p_generation integer[], p_attempts integer[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_count int;
BEGIN
  INSERT INTO cluster_topic (cluster_id, name, message_type, queue_count, created_at)
  SELECT DISTINCT p_cluster, t.name, 'NORMAL', 0, p_now FROM unnest(p_queue) w (queue_id)
    JOIN queue q ON q.queue_id = w.queue_id JOIN topic t ON t.topic_id = q.topic_id
  ON CONFLICT (cluster_id, name) DO NOTHING;
  WITH item AS (
    SELECT m.*, i.generation, i.attempts, c.topic_id AS target_topic,
           row_number() OVER (ORDER BY i.queue_id, i.off) AS place
      FROM unnest(p_queue, p_off, p_seg, p_generation, p_attempts) i (queue_id, off, seg, generation, attempts)
     CROSS JOIN LATERAL (SELECT * FROM any_message a WHERE a.queue_id = i.queue_id AND a.off = i.off AND a.seg = i.seg
        LIMIT 1) m
      JOIN topic t ON t.topic_id = m.topic_id
      JOIN cluster_topic c ON c.cluster_id = p_cluster AND c.name = t.name
  ), list AS (
    UPDATE cluster_letter_queue q SET next_off = q.next_off + n.n, max_off = q.next_off + n.n
      FROM (SELECT count(*) AS n FROM item) n WHERE q.queue_id = p_list RETURNING q.next_off - n.n AS begins
  ), stored AS (
    INSERT INTO cluster_dead_letter (cluster_id, group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts,
      cause, dead_at, kind, tag, mgroup, keys, props, body_encoding, born_at, born_host, trace_context, stored_at, body,
      fingerprint, fingerprint_version, broker, consumer, reconsume_times, flag, sys_flag, store_id)
    SELECT p_cluster, p_target, p_list, l.begins + i.place - 1, 0, 0, i.target_topic, i.msg_id, i.attempts, 'moved',
           p_now, i.kind, i.tag, i.mgroup, i.keys,
           move_properties(i.props, i.msg_id, i.tag, i.keys, i.mgroup, i.born_at, i.born_host), i.body_encoding,
           i.born_at, i.born_host, i.trace_context, i.stored_at, i.body, 'unreported:moved', 0,
           move_broker(p_brokers, coalesce(i.mgroup, i.msg_id)), 'pop', i.attempts, 0, 0,
           format('here/%s/%s', i.queue_id, i.off)
      FROM item i, list l ORDER BY i.place
    RETURNING dead_letter_id
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at)
    SELECT p_group, i.queue_id, i.off, i.generation, i.attempts, 'Dropped', 'moved', nextval('epoch_seq'), p_now
      FROM item i
  ), due AS (
    INSERT INTO cluster_letter_text_due (dead_letter_id, cluster_id) SELECT s.dead_letter_id, p_cluster FROM stored s
  )
  SELECT count(*) INTO v_count FROM stored;
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION move_store(timestamp with time zone,integer,integer,integer,text[],integer,integer[],bigint[],integer[],integer[],integer[]) IS 'redrive af720b48aeab672a3d4c024d43b6f243efbc1af07c18a90d50b2aa404c6e538b';
CREATE OR REPLACE FUNCTION public.move_take(p_now timestamp with time zone, p_move integer, p_group integer, p_most integer)
 RETURNS TABLE(waiting integer, dead integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_target record;
  v_some record;
  v_queue record;
  v_to bigint;
  v_left int := p_most;
BEGIN
  waiting := 0;
  dead := 0;
  v_target := move_target(v_now, p_move, p_group);

  WITH gone AS (
    DELETE FROM retry r WHERE r.group_id = p_group AND NOT r.leased RETURNING r.*
  )
  SELECT array_agg(g.queue_id) AS queue_id, array_agg(g.off) AS off, array_agg(g.seg) AS seg,
         array_agg(g.generation) AS generation, array_agg(g.attempt::int) AS attempt
    INTO v_some FROM gone g;
  IF v_some.off IS NOT NULL THEN
    waiting := waiting + move_store(v_now, v_target.cluster_id, v_target.group_id, v_target.queue_id, v_target.brokers,
      p_group, v_some.queue_id, v_some.off, v_some.seg, v_some.generation, v_some.attempt);
  END IF;
  -- Unread messages of ordered keys behind the cursor; the move of the position forward ends their wait here.
  SELECT array_agg(m.queue_id) AS queue_id, array_agg(m.off) AS off, array_agg(m.seg) AS seg,
         array_agg(0) AS generation, array_agg(0) AS attempt
    INTO v_some FROM fifo_group f
    JOIN message m ON m.queue_id = f.queue_id AND m.mgroup = f.mgroup AND m.off > f.pos
   WHERE f.group_id = p_group AND f.skipped AND m.off < (SELECT c.off FROM log_cursor(p_group, f.queue_id) c)
     AND NOT move_has(p_group, m.queue_id, m.off);
  IF v_some.off IS NOT NULL THEN
    waiting := waiting + move_store(v_now, v_target.cluster_id, v_target.group_id, v_target.queue_id, v_target.brokers,
      p_group, v_some.queue_id, v_some.off, v_some.seg, v_some.generation, v_some.attempt);
  END IF;
  DELETE FROM fifo_group f WHERE f.group_id = p_group;

  FOR v_queue IN SELECT * FROM group_offset_plan(p_group, NULL, 'newest', NULL) p WHERE p.to_off > p.from_off LOOP
    EXIT WHEN v_left <= 0;
    v_to := least(v_queue.to_off, v_queue.from_off + v_left);
    SELECT array_agg(m.queue_id) AS queue_id, array_agg(m.off) AS off, array_agg(m.seg) AS seg,
           array_agg(0) AS generation, array_agg(0) AS attempt
      INTO v_some FROM message m
     WHERE m.queue_id = v_queue.queue_id AND m.off >= v_queue.from_off AND m.off < v_to
       AND NOT move_has(p_group, m.queue_id, m.off);
    IF v_some.off IS NOT NULL THEN
      waiting := waiting + move_store(v_now, v_target.cluster_id, v_target.group_id, v_target.queue_id,
        v_target.brokers, p_group, v_some.queue_id, v_some.off, v_some.seg, v_some.generation, v_some.attempt);
    END IF;
    PERFORM group_offset_move(v_now, p_group, v_queue.queue_id, v_to, coalesce((SELECT max(s.seg) FROM queue_segment s
      WHERE s.queue_id = v_queue.queue_id AND s.first_off <= v_to), v_queue.to_seg), v_queue.from_off);
    v_left := v_left - (v_to - v_queue.from_off)::int;
  END LOOP;

  IF waiting = 0 AND v_left = p_most THEN
    dead := move_dead(v_now, v_target.cluster_id, v_target.group_id, v_target.queue_id, v_target.brokers, p_group,
      p_most);
  END IF;
  UPDATE cluster_move_group c SET waiting = c.waiting + move_take.waiting, dead = c.dead + move_take.dead
    FROM consumer_group g WHERE g.group_id = p_group AND c.move_id = p_move AND c.group_name = g.name;
  RETURN NEXT;
END $function$
;
COMMENT ON FUNCTION move_take(timestamp with time zone,integer,integer,integer) IS 'redrive af720b48aeab672a3d4c024d43b6f243efbc1af07c18a90d50b2aa404c6e538b';
CREATE OR REPLACE FUNCTION public.move_target(p_now timestamp with time zone, p_move integer, p_group integer, OUT cluster_id integer, OUT group_id integer, OUT queue_id integer, OUT brokers text[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
BEGIN
  SELECT m.cluster_id, c.group_id, m.brokers INTO cluster_id, group_id, brokers FROM cluster_move m
    JOIN consumer_group g ON g.group_id = p_group
    JOIN cluster_consumer_group c ON c.cluster_id = m.cluster_id AND c.name = g.name
   WHERE m.move_id = p_move;
  INSERT INTO cluster_letter_queue (cluster_id, broker, group_id, queue_no, life, next_off, min_off, max_off, read_at,
    ended_at)
  VALUES (cluster_id, 'this installation', group_id, -1, p_move, 0, 0, 0, p_now, p_now)
  ON CONFLICT DO NOTHING;
  SELECT q.queue_id INTO queue_id FROM cluster_letter_queue q
   WHERE q.cluster_id = move_target.cluster_id AND q.group_id = move_target.group_id AND q.queue_no = -1
     AND q.life = p_move;
END $function$
;
COMMENT ON FUNCTION move_target(timestamp with time zone,integer,integer) IS 'redrive af720b48aeab672a3d4c024d43b6f243efbc1af07c18a90d50b2aa404c6e538b';
CREATE OR REPLACE FUNCTION public.node_beat(p_now timestamp with time zone, p_node text, p_group integer[], p_consumers integer[], p_client integer[], p_alive_ms bigint, p_forget_ms bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
BEGIN
  INSERT INTO broker_node AS n (node_id, started_at, seen_at) VALUES (p_node, v_now, v_now)
  ON CONFLICT (node_id) DO UPDATE SET seen_at = greatest(n.seen_at, excluded.seen_at);
  DELETE FROM node_consumers c WHERE c.node_id = p_node AND c.group_id <> ALL (p_group);
  INSERT INTO node_consumers AS c (node_id, group_id, consumers)
  SELECT p_node, i.group_id, i.consumers FROM unnest(p_group, p_consumers) i (group_id, consumers)
  ON CONFLICT (node_id, group_id) DO UPDATE SET consumers = excluded.consumers WHERE c.consumers <> excluded.consumers;
  DELETE FROM node_client c WHERE c.node_id = p_node AND NOT EXISTS (SELECT 1 FROM unnest(p_client) i (client_id)
    WHERE i.client_id = c.client_id);
  INSERT INTO node_client (client_id, node_id)
  SELECT i.client_id, p_node FROM unnest(p_client) i (client_id)
   WHERE NOT EXISTS (SELECT 1 FROM node_client c WHERE c.client_id = i.client_id AND c.node_id = p_node)
  ON CONFLICT DO NOTHING;
  DELETE FROM broker_node n WHERE n.seen_at < v_now - p_forget_ms * interval '1 ms';
  RETURN (SELECT count(*) FROM broker_node n WHERE n.seen_at >= v_now - p_alive_ms * interval '1 ms');
END $function$
;
COMMENT ON FUNCTION node_beat(timestamp with time zone,text,integer[],integer[],integer[],bigint,bigint) IS 'redrive 891e6187af02baa20e802da13df6a4dcdd1c1d6b3de6f8073c5b94ba8f42d79d';
CREATE OR REPLACE FUNCTION public.node_client_leave(p_now timestamp with time zone, p_node text, p_client integer, p_alive_ms bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM client c WHERE c.client_id = p_client FOR NO KEY UPDATE;
  DELETE FROM node_client c WHERE c.client_id = p_client AND c.node_id = p_node;
  RETURN EXISTS (SELECT 1 FROM node_client c JOIN broker_node n ON n.node_id = c.node_id
                  WHERE c.client_id = p_client AND n.seen_at >= coalesce(p_now,
                    clock_timestamp()) - p_alive_ms * interval '1 ms');
END $function$
;
COMMENT ON FUNCTION node_client_leave(timestamp with time zone,text,integer,bigint) IS 'redrive 891e6187af02baa20e802da13df6a4dcdd1c1d6b3de6f8073c5b94ba8f42d79d';
CREATE OR REPLACE FUNCTION public.node_report(p_now timestamp with time zone, p_node text, p_sessions jsonb, p_uses jsonb, p_seen_every_ms bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_left boolean;
  v_came boolean;
BEGIN
  -- It has left, or was forgotten: nothing is kept of it.
  PERFORM 1 FROM broker_node n WHERE n.node_id = p_node FOR KEY SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM node_session s WHERE s.node_id = p_node AND NOT EXISTS (
    SELECT 1 FROM jsonb_to_recordset(p_sessions) i (client text) WHERE i.client = s.client);
  v_left := FOUND;
  SELECT EXISTS (SELECT 1 FROM jsonb_to_recordset(p_sessions) i (client text) WHERE NOT EXISTS (
    SELECT 1 FROM node_session s WHERE s.node_id = p_node AND s.client = i.client)) INTO v_came;
  INSERT INTO node_session AS s (node_id, client, kind, group_name, topics, filters, language, version, address,
    access_key, since, seen_at)
  SELECT p_node, i.client, i.kind, i.group_name, i.topics, i.filters, i.language, i.version, i.address, i.access_key,
         v_now - i.since_ms * interval '1 ms', v_now - i.silent_ms * interval '1 ms'
    FROM jsonb_to_recordset(p_sessions) i (client text, kind text, group_name text, topics text[], filters jsonb,
      language text, version text, address text, access_key text, since_ms float8, silent_ms float8)
  ON CONFLICT (node_id, client) DO UPDATE
    SET kind = excluded.kind, group_name = excluded.group_name, topics = excluded.topics, filters = excluded.filters,
        language = excluded.language, version = excluded.version, address = excluded.address,
        access_key = excluded.access_key, since = excluded.since, seen_at = excluded.seen_at
  WHERE (s.kind, s.group_name, s.topics, s.filters, s.language, s.version, s.address, s.access_key) IS DISTINCT FROM
        (excluded.kind, excluded.group_name, excluded.topics, excluded.filters, excluded.language, excluded.version,
         excluded.address, excluded.access_key)
     OR excluded.seen_at >= s.seen_at + p_seen_every_ms * interval '1 ms';
  IF p_uses = '[]' THEN
    DELETE FROM node_limits l WHERE l.node_id = p_node;
  ELSE
    INSERT INTO node_limits AS l (node_id, uses, reported_at) VALUES (p_node, p_uses, v_now)
    ON CONFLICT (node_id) DO UPDATE SET uses = excluded.uses, reported_at = excluded.reported_at;
  END IF;
  RETURN v_left OR v_came;
END $function$
;
COMMENT ON FUNCTION node_report(timestamp with time zone,text,jsonb,jsonb,bigint) IS 'redrive db8eb22cf7e35cc85db1844be97f458866918250967b2eab85096d0565e8f848';
CREATE OR REPLACE FUNCTION public.offset_at(p_queue integer, p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  v_low bigint;
  v_high bigint;
  v_mid bigint;
  v_at timestamptz;
BEGIN
  SELECT m.off INTO v_low FROM message m WHERE m.queue_id = p_queue ORDER BY m.off LIMIT 1;
  SELECT m.off + 1 INTO v_high FROM message m WHERE m.queue_id = p_queue ORDER BY m.off DESC LIMIT 1;
  IF v_low IS NULL THEN RETURN coalesce((SELECT q.base_off FROM queue q WHERE q.queue_id = p_queue), 0); END IF;
  IF p_at = '-infinity' THEN RETURN v_low; END IF;
  IF p_at = 'infinity' THEN RETURN v_high; END IF;
  WHILE v_low < v_high LOOP
    v_mid := (v_low + v_high) / 2;
    SELECT m.stored_at INTO v_at FROM message m WHERE m.queue_id = p_queue AND m.off >= v_mid ORDER BY m.off LIMIT 1;
    IF v_at IS NULL OR v_at >= p_at THEN v_high := v_mid; ELSE v_low := v_mid + 1; END IF;
  END LOOP;
  RETURN v_low;
END $function$
;
COMMENT ON FUNCTION offset_at(integer,timestamp with time zone) IS 'redrive 953389208423ab04ed05755a1a74a9019d5e0d3f3b8997f08d13e908b639fa53';
CREATE OR REPLACE FUNCTION public.plain_body(p_letter bigint, p_encoding text, p_body bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN p_encoding <> 'IDENTITY' OR EXISTS (SELECT 1 FROM topic_decoder)
    THEN coalesce((SELECT u.body FROM letter_unpacked u WHERE u.dead_letter_id = p_letter),
      CASE WHEN p_encoding = 'IDENTITY' THEN p_body END)
    ELSE p_body END;
$function$
;
COMMENT ON FUNCTION plain_body(bigint,text,bytea) IS 'redrive 0ca58a12f00e4c83edc43a594b416746f563e9eb8cd9ab51dc39553a63b539d5';
CREATE OR REPLACE FUNCTION public.queue_id_next(p_message_type text)
 RETURNS integer
 LANGUAGE sql
AS $function$
  SELECT CASE WHEN p_message_type = 'PRIORITY' THEN nextval('priority_queue_id_seq')
    ELSE nextval('queue_queue_id_seq') END::int;
$function$
;
COMMENT ON FUNCTION queue_id_next(text) IS 'redrive a7ac1e9019299344c8a29b9f5dd0d66c95517ba45ba62ffe59809466b9cd86ba';
CREATE OR REPLACE FUNCTION public.redrive_next(p_redrive integer, p_limit integer)
 RETURNS SETOF redrive_item
 LANGUAGE sql
 STABLE
AS $function$
  SELECT i.* FROM (
    SELECT s.* FROM redrive_item s WHERE s.redrive_id = p_redrive AND s.state = 'selected'
     ORDER BY s.ord LIMIT greatest(p_limit, 1000)) i
   WHERE i.prev_ord IS NULL OR NOT EXISTS (
     SELECT 1 FROM redrive_item b WHERE b.redrive_id = p_redrive AND b.ord = i.prev_ord
        AND (b.state = 'selected' OR (b.state = 'moved' AND EXISTS (
          SELECT 1 FROM retry r WHERE r.group_id = b.group_id AND r.queue_id = b.queue_id AND r.off = b.off
             AND r.generation = b.generation + 1))))
   ORDER BY i.ord LIMIT p_limit;
$function$
;
COMMENT ON FUNCTION redrive_next(integer,integer) IS 'redrive 4396d005bec67abcb0fa8490180e10507d6148add55ebd5dd277e404e1a1f569';
CREATE OR REPLACE FUNCTION public.redrive_recall(p_now timestamp with time zone, p_redrive integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz;
  v_job record;
  v_back record;
  v_count int := 0;
BEGIN
  SELECT r.*, g.version, g.delivery_order = 'ordered' AS ordered INTO v_job
    FROM redrive r JOIN consumer_group g ON g.group_id = r.group_id WHERE r.redrive_id = p_redrive
      FOR NO KEY UPDATE OF r FOR KEY SHARE OF g;
  IF NOT FOUND THEN RETURN 0; END IF;
  IF v_job.ordered THEN
    PERFORM 1 FROM group_queue gq WHERE gq.group_id = v_job.group_id ORDER BY gq.queue_id FOR NO KEY UPDATE;
  END IF;
  v_now := coalesce(p_now, clock_timestamp());
  WITH gone AS (
    DELETE FROM retry r USING redrive_item i
     WHERE i.redrive_id = p_redrive AND i.state = 'moved' AND r.group_id = i.group_id AND r.queue_id = i.queue_id
       AND r.off = i.off
       AND r.generation = i.generation + 1 AND r.attempt = 0 AND NOT r.leased
    RETURNING r.*, i.ord
  ), marked AS (
    UPDATE redrive_item i SET state = 'recalled' FROM gone g WHERE i.redrive_id = p_redrive AND i.ord = g.ord
  )
  SELECT array_agg(g.queue_id) AS queue_id, array_agg(g.off) AS off,
    array_agg(coalesce((SELECT e.former_seg FROM edited_message e WHERE e.redrive_id = p_redrive
      AND e.queue_id = g.queue_id AND e.off = g.off AND e.seg = g.seg), g.seg)) AS seg,
    array_agg(g.generation) AS generation, array_agg(g.epoch) AS epoch
    INTO v_back FROM gone g;
  IF v_back.off IS NOT NULL THEN
    v_count := array_length(v_back.off, 1);
    PERFORM message_bury(v_now, v_job.group_id, v_back.queue_id, v_back.off, v_back.seg, v_back.generation,
      array_fill(0, ARRAY[v_count]), v_back.epoch,
                         array_fill(NULL::int, ARRAY[v_count]), array_fill(p_redrive, ARRAY[v_count]), 'recalled',
                           v_job.version);
    IF v_job.ordered THEN
      PERFORM fifo_settle_messages(v_now, array_fill(v_job.group_id, ARRAY[v_count]), v_back.queue_id, v_back.off);
    END IF;
  END IF;
  RETURN v_count;
END $function$
;
COMMENT ON FUNCTION redrive_recall(timestamp with time zone,integer) IS 'redrive 6d178fe6f1a78730fc9505a15bb59fa3f4432a8c2e365fc00a3f8918d9c03618';
CREATE OR REPLACE FUNCTION public.redrive_send(p_now timestamp with time zone, p_redrive integer, p_ord integer[], p_queue integer[])
 RETURNS TABLE(moved integer, excluded integer, remaining integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_job record;
  v_moved int := 0;
  v_taken int := 0;
BEGIN
  SELECT r.*, t.message_type, g.version INTO v_job
    FROM redrive r JOIN consumer_group g ON g.group_id = r.group_id JOIN topic t ON t.topic_id = r.target_topic_id
   WHERE r.redrive_id = p_redrive AND r.state = 'running' FOR NO KEY UPDATE OF r;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM 1 FROM queue q WHERE q.queue_id = ANY (p_queue) ORDER BY q.queue_id FOR NO KEY UPDATE;
  v_now := coalesce(p_now, clock_timestamp());

  WITH next AS MATERIALIZED (
    SELECT i.ord, i.queue_id, i.off, i.generation, w.target FROM unnest(p_ord, p_queue) w (ord, target)
      JOIN redrive_item i ON i.redrive_id = p_redrive AND i.ord = w.ord AND i.state = 'selected'
  ), dead AS (
    DELETE FROM dead_letter d USING next n
     WHERE d.group_id = v_job.group_id AND d.queue_id = n.queue_id AND d.off = n.off AND d.generation = n.generation
    RETURNING d.*, n.ord, n.target
  ), tail AS MATERIALIZED (
    SELECT q.queue_id, q.seg, coalesce((SELECT m.off FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg
      ORDER BY m.off DESC LIMIT 1), q.base_off - 1) AS off
      FROM queue q WHERE q.queue_id = ANY (p_queue)
  ), sent AS (
    INSERT INTO message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding, born_at,
      born_host, trace_context, stored_at, body, copy)
    SELECT t.seg, d.target, t.off + row_number() OVER (PARTITION BY d.target ORDER BY d.ord), v_job.target_topic_id,
           d.msg_id, v_job.message_type, c.tag, CASE WHEN v_job.message_type = 'FIFO' THEN d.mgroup END, c.keys,
           coalesce(c.props, '{}') || jsonb_build_object(
             'DLQ_ORIGIN_TOPIC', coalesce(d.props ->> 'DLQ_ORIGIN_TOPIC', o.name),
             'DLQ_ORIGIN_MESSAGE_ID', coalesce(d.props ->> 'DLQ_ORIGIN_MESSAGE_ID', d.msg_id))
           -- The redirects that it has passed stay with it on every further way: redirect-letters.ts reads them.
           || jsonb_strip_nulls(jsonb_build_object('REDRIVE_REDIRECTED_BY',
             nullif(concat_ws(',', d.props ->> 'REDRIVE_REDIRECTED_BY', v_job.redirect_id::text), ''))),
           c.body_encoding, d.born_at, d.born_host, d.trace_context, v_now, c.body,
           -- Not 0: that is the copy of a producer, of which the same id is a repeat.
           (1 + (p_redrive::bigint * 1000003 + d.ord) % 2147483646)::int
      FROM dead d
      JOIN tail t ON t.queue_id = d.target
      JOIN topic o ON o.topic_id = d.topic_id
      LEFT JOIN edited_message e ON e.redrive_id = p_redrive AND e.queue_id = d.queue_id AND e.off = d.off
     CROSS JOIN LATERAL (
       SELECT e.tag, e.keys, e.props, e.body_encoding, e.body WHERE e.seg IS NOT NULL
       UNION ALL SELECT d.tag, d.keys, d.props, d.body_encoding, d.body WHERE e.seg IS NULL) c
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, policy_version,
      redrive_id)
    SELECT d.group_id, d.queue_id, d.off, d.generation, 0, 'Sent', 'sent-to-topic', nextval('epoch_seq'), v_now,
      v_job.version, p_redrive FROM dead d
  ), marked AS (
    UPDATE redrive_item i SET state = CASE WHEN d.ord IS NULL THEN 'excluded' ELSE 'sent' END,
           moved_at = CASE WHEN d.ord IS NULL THEN NULL ELSE v_now END,
           why = CASE WHEN d.ord IS NULL THEN 'no longer a dead letter' END
      FROM next n LEFT JOIN dead d ON d.ord = n.ord
     WHERE i.redrive_id = p_redrive AND i.ord = n.ord
    RETURNING i.state
  )
  SELECT count(*) FILTER (WHERE k.state = 'sent'), count(*) INTO v_moved, v_taken FROM marked k;

  SELECT count(*) INTO remaining FROM (SELECT 1 FROM redrive_item i WHERE i.redrive_id = p_redrive
    AND i.state = 'selected' LIMIT cardinality(p_ord) + 1) s;
  UPDATE redrive r SET released = r.released + v_moved,
      state = CASE WHEN remaining = 0 THEN 'completed' ELSE r.state END,
      finished_at = CASE WHEN remaining = 0 THEN v_now END
   WHERE r.redrive_id = p_redrive AND r.state = 'running';
  UPDATE redirect t SET sent = t.sent + v_moved WHERE t.redirect_id = v_job.redirect_id AND v_moved > 0;
  moved := v_moved;
  excluded := v_taken - v_moved;
  RETURN NEXT;
END $function$
;
COMMENT ON FUNCTION redrive_send(timestamp with time zone,integer,integer[],integer[]) IS 'redrive 0a02f20b39a2bbd7623aff41c474cf9e8de9bdb774198054c3305dc5412f2fdf';
CREATE OR REPLACE FUNCTION public.redrive_step(p_now timestamp with time zone, p_redrive integer, p_limit integer)
 RETURNS TABLE(moved integer, excluded integer, remaining integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_job record;
  v_limit int := p_limit;
  v_moved int := 0;
  v_taken int := 0;
BEGIN
  SELECT r.*, g.version, g.delivery_order = 'ordered' AS ordered INTO v_job
    FROM redrive r JOIN consumer_group g ON g.group_id = r.group_id WHERE r.redrive_id = p_redrive
      AND r.state = 'running' FOR NO KEY UPDATE OF r;
  IF NOT FOUND THEN RETURN; END IF;
  IF v_job.ordered THEN
    PERFORM 1 FROM group_queue gq WHERE gq.group_id = v_job.group_id ORDER BY gq.queue_id FOR NO KEY UPDATE;
  END IF;
  v_now := coalesce(p_now, clock_timestamp());
  IF v_job.phase = 'canary' THEN
    v_limit := greatest(0, least(v_limit, v_job.canary - (v_job.released - v_job.round_released)));
  END IF;

  WITH next AS MATERIALIZED (
    SELECT i.ord, i.queue_id, i.off, i.generation FROM redrive_next(p_redrive, v_limit) i
  ), dead AS (
    DELETE FROM dead_letter d USING next n
     WHERE d.group_id = v_job.group_id AND d.queue_id = n.queue_id AND d.off = n.off AND d.generation = n.generation
    RETURNING d.*, n.ord
  ), kept AS (
    INSERT INTO kept_message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding,
      born_at, born_host, trace_context, stored_at, body)
    SELECT d.seg, d.queue_id, d.off, d.topic_id, d.msg_id, d.kind, d.tag, d.mgroup, d.keys, d.props, d.body_encoding,
      d.born_at, d.born_host, d.trace_context, d.stored_at, d.body
      FROM dead d WHERE d.seg >= 0 AND NOT EXISTS (SELECT 1 FROM message m WHERE m.queue_id = d.queue_id
        AND m.off = d.off AND m.seg = d.seg)
    ON CONFLICT DO NOTHING
  ), back AS (
    INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, generation, attempt, epoch, leased, waiting,
      visible_at, policy_version, redrive_id)
    -- One that was edited points at its edited copy from now on.
    SELECT d.group_id, d.queue_id, d.off, coalesce((SELECT e.seg FROM edited_message e WHERE e.redrive_id = p_redrive
      AND e.queue_id = d.queue_id AND e.off = d.off), d.seg), d.topic_id,
      CASE WHEN v_job.ordered THEN fifo_key(d.mgroup, d.off) END,
      d.generation + 1, 0, nextval('epoch_seq'),
           false, false, v_now, v_job.version, p_redrive
      FROM dead d
    RETURNING *
  ), blocked AS (
    INSERT INTO fifo_group (group_id, queue_id, mgroup, state, pos, since)
    SELECT DISTINCT ON (b.queue_id, b.mgroup) b.group_id, b.queue_id, b.mgroup, 1,
           coalesce((SELECT l.end_off FROM lease l WHERE l.group_id = b.group_id AND l.queue_id = b.queue_id
             ORDER BY l.lease_id DESC LIMIT 1), 0) - 1, v_now
      FROM back b WHERE b.mgroup IS NOT NULL
    ON CONFLICT (group_id, queue_id, mgroup) DO UPDATE SET state = 1, ready_seq = NULL
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at,
      policy_version, redrive_id)
    SELECT b.group_id, b.queue_id, b.off, b.generation, 0, 'Ready', 're-driven', b.epoch, v_now, v_now, v_job.version,
      p_redrive FROM back b
  ), marked AS (
    UPDATE redrive_item i SET state = CASE WHEN d.ord IS NULL THEN 'excluded' ELSE 'moved' END, moved_at = CASE
      WHEN d.ord IS NULL THEN NULL ELSE v_now END,
           why = CASE WHEN d.ord IS NULL THEN 'no longer a dead letter' END
      FROM next n LEFT JOIN dead d ON d.ord = n.ord
     WHERE i.redrive_id = p_redrive AND i.ord = n.ord
    RETURNING i.state
  )
  SELECT count(*) FILTER (WHERE k.state = 'moved'), count(*) INTO v_moved, v_taken FROM marked k;
  -- Back in a key that is held.
  IF v_job.ordered AND v_moved > 0 THEN
    PERFORM fifo_park(v_now, array_agg(gq.group_id), array_agg(gq.queue_id)) FROM group_queue gq
      WHERE gq.group_id = v_job.group_id;
  END IF;

  SELECT count(*) INTO remaining FROM (SELECT 1 FROM redrive_item i WHERE i.redrive_id = p_redrive
    AND i.state = 'selected' LIMIT p_limit + 1) s;
  UPDATE redrive r SET released = r.released + v_moved,
      state = CASE WHEN remaining = 0 THEN 'completed' ELSE r.state END,
      finished_at = CASE WHEN remaining = 0 THEN v_now END
   WHERE r.redrive_id = p_redrive AND r.state = 'running' AND (v_moved > 0 OR remaining = 0);
  moved := v_moved;
  excluded := v_taken - v_moved;
  RETURN NEXT;
END $function$
;
COMMENT ON FUNCTION redrive_step(timestamp with time zone,integer,integer) IS 'redrive 8db62c6e0804958950b852d7f40eccb2cfa30d98141cd106cc67ab66cfa9fc88';
CREATE OR REPLACE FUNCTION public.repeat_pass(p_now timestamp with time zone, p_group integer, p_queue integer, p_lease bigint, p_offs bigint[], p_ordered boolean)
 RETURNS bigint[]
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_passed bigint[];
  v_mask bigint;
BEGIN
  SELECT array_agg(o.off), bit_or(1::bigint << (o.ord - 1)::int) INTO v_passed, v_mask
    FROM unnest(p_offs) WITH ORDINALITY o (off, ord)
   WHERE EXISTS (SELECT 1 FROM dead_letter d WHERE d.group_id = p_group AND d.queue_id = p_queue AND d.off = o.off)
      OR EXISTS (SELECT 1 FROM retry r WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.off = o.off);
  IF v_mask IS NOT NULL THEN
    PERFORM lease_ack(p_now, ARRAY[p_group], ARRAY[p_queue], ARRAY[p_lease], ARRAY[v_mask], p_ordered);
  END IF;
  UPDATE group_queue gq SET repeat_to = NULL
   WHERE gq.group_id = p_group AND gq.queue_id = p_queue
     AND gq.repeat_to <= (SELECT l.end_off FROM lease l WHERE l.group_id = p_group AND l.queue_id = p_queue
       ORDER BY l.lease_id DESC LIMIT 1);
  RETURN v_passed;
END $function$
;
COMMENT ON FUNCTION repeat_pass(timestamp with time zone,integer,integer,bigint,bigint[],boolean) IS 'redrive df51e4237fecdabe71d4f2994b4d2ade1ac639aed3e36e29ab26b6fb7cde46ca';
CREATE OR REPLACE FUNCTION public.retry_ack(p_now timestamp with time zone, p_group integer[], p_queue integer[], p_off bigint[], p_epoch bigint[], p_ordered boolean)
 RETURNS TABLE(ord bigint, acked boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_done retry;
  v_places tid[];
  i int;
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(p_group, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  IF NOT p_ordered THEN
    -- Found and locked each by its whole key, in key order; then all of them go in one statement.
    SELECT array_agg(r.place ORDER BY w.ord) INTO v_places
      FROM (SELECT * FROM unnest(p_group, p_queue, p_off, p_epoch) WITH ORDINALITY u (group_id, queue_id, off, epoch,
        ord) ORDER BY u.queue_id, u.off) w
      LEFT JOIN LATERAL (
        SELECT a.ctid AS place FROM retry a
         WHERE a.group_id = w.group_id AND a.queue_id = w.queue_id AND a.off = w.off AND a.epoch = w.epoch
           AND a.visible_at > v_now AND NOT a.early
         LIMIT 1 FOR UPDATE) r ON true;
    WITH done AS (
      DELETE FROM retry r WHERE r.ctid = ANY (v_places) RETURNING r.*
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      policy_version, redrive_id)
    SELECT d.group_id, d.queue_id, d.off, d.generation, d.attempt, 'Commit', 'acked', d.epoch, d.client_id, v_now,
      d.policy_version, d.redrive_id FROM done d;
    RETURN QUERY
    SELECT w.ord, w.place IS NOT NULL OR EXISTS (
             SELECT 1 FROM delivery_event e WHERE e.group_id = w.group_id AND e.queue_id = w.queue_id AND e.off = w.off
               AND e.epoch = w.epoch AND (e.state = 'Commit' OR e.cause = 'acked-early'))
      FROM unnest(v_places, p_group, p_queue, p_off, p_epoch) WITH ORDINALITY w (place, group_id, queue_id, off, epoch,
        ord);
    RETURN;
  END IF;
  FOR i IN SELECT w.ord FROM unnest(p_queue, p_off) WITH ORDINALITY w (queue_id, off, ord) ORDER BY w.queue_id,
    w.off LOOP
    ord := i;
    acked := fifo_retry_early(v_now, p_group[i], p_queue[i], p_off[i], p_epoch[i]);
    IF acked THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    DELETE FROM retry r WHERE r.group_id = p_group[i] AND r.queue_id = p_queue[i] AND r.off = p_off[i]
      AND r.epoch = p_epoch[i] AND r.visible_at > v_now AND NOT r.early
    RETURNING r.* INTO v_done;
    acked := FOUND;
    IF acked THEN
      INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
        policy_version, redrive_id)
      VALUES (v_done.group_id, v_done.queue_id, v_done.off, v_done.generation, v_done.attempt, 'Commit', 'acked',
        v_done.epoch, v_done.client_id, v_now,
              v_done.policy_version, v_done.redrive_id);
    ELSE
      acked := EXISTS (SELECT 1 FROM delivery_event e WHERE e.group_id = p_group[i] AND e.queue_id = p_queue[i]
        AND e.off = p_off[i]
                          AND e.epoch = p_epoch[i] AND (e.state = 'Commit' OR e.cause = 'acked-early'));
    END IF;
    RETURN NEXT;
  END LOOP;
  PERFORM fifo_settle_messages(v_now, p_group, p_queue, p_off);
END $function$
;
COMMENT ON FUNCTION retry_ack(timestamp with time zone,integer[],integer[],bigint[],bigint[],boolean) IS 'redrive 6335d89f23fd760db0050a0c1a10f038deb97f03b14296be94747bf421efcb1c';
CREATE OR REPLACE FUNCTION public.retry_bury(p_now timestamp with time zone, p_limit integer)
 RETURNS TABLE(group_id integer, queue_id integer, buried integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_group record;
  v_dead record;
  v_group_id int := 0;
BEGIN
  LOOP
    -- From one group in which messages wait to the next: the others cost nothing.
    SELECT r.group_id INTO v_group_id FROM retry r
     WHERE pair(r.group_id, r.attempt) >= pair(v_group_id + 1, 0) AND NOT r.leased
     ORDER BY pair(r.group_id, r.attempt) LIMIT 1;
    EXIT WHEN NOT FOUND;
    SELECT g.group_id, g.version, g.max_retries, g.delivery_order = 'ordered' AS ordered INTO v_group
      FROM consumer_group g WHERE g.group_id = v_group_id AND g.broadcast_of IS NULL AND g.paused_at IS NULL;
    CONTINUE WHEN NOT FOUND;
    CONTINUE WHEN NOT EXISTS (SELECT 1 FROM retry r WHERE pair(r.group_id, r.attempt) > pair(v_group.group_id,
      v_group.max_retries) AND pair(r.group_id, r.attempt) < pair(v_group.group_id + 1, 0) AND NOT r.leased
      AND r.visible_at <= v_now);
    PERFORM 1 FROM consumer_group g WHERE g.group_id = v_group.group_id FOR KEY SHARE;
    IF v_group.ordered THEN
      PERFORM 1 FROM group_queue gq WHERE gq.group_id = v_group.group_id ORDER BY gq.queue_id FOR NO KEY UPDATE;
    END IF;
    FOR v_dead IN
      WITH over AS MATERIALIZED (
        SELECT r.queue_id, r.off FROM retry r
         WHERE pair(r.group_id, r.attempt) > pair(v_group.group_id, v_group.max_retries)
           AND pair(r.group_id, r.attempt) < pair(v_group.group_id + 1, 0)
           AND NOT r.leased AND r.visible_at <= v_now
         ORDER BY r.queue_id, r.off LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM retry r USING over o
         WHERE r.group_id = v_group.group_id AND r.queue_id = o.queue_id AND r.off = o.off
        RETURNING r.*
      )
      SELECT array_agg(g.queue_id) AS queue_id, array_agg(g.off) AS off, array_agg(g.seg) AS seg,
        array_agg(g.generation) AS generation,
             array_agg(g.attempt::int) AS attempt, array_agg(g.epoch) AS epoch, array_agg(g.client_id) AS client_id,
               array_agg(g.redrive_id) AS redrive_id
        FROM gone g
    LOOP
      CONTINUE WHEN v_dead.off IS NULL;
      PERFORM message_bury(v_now, v_group.group_id, v_dead.queue_id, v_dead.off, v_dead.seg, v_dead.generation,
        v_dead.attempt, v_dead.epoch,
                           v_dead.client_id, v_dead.redrive_id, 'limit-lowered', v_group.version);
      IF v_group.ordered THEN
        PERFORM fifo_settle_messages(v_now, array_fill(v_group.group_id, ARRAY[array_length(v_dead.off, 1)]),
          v_dead.queue_id, v_dead.off);
      END IF;
      RETURN QUERY SELECT v_group.group_id, d.queue_id, count(*)::int FROM unnest(v_dead.queue_id) d (queue_id)
        GROUP BY d.queue_id;
    END LOOP;
  END LOOP;
END $function$
;
COMMENT ON FUNCTION retry_bury(timestamp with time zone,integer) IS 'redrive a6dbcb31b14130c77628a26649bbe7375bbc08704b28aa9c46489be7a6faee35';
CREATE OR REPLACE FUNCTION public.retry_bury_named(p_now timestamp with time zone, p_job integer, p_group integer, p_version integer, p_ordered boolean, p_places tid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_dead record;
BEGIN
  WITH gone AS (
    DELETE FROM retry r WHERE r.ctid = ANY (p_places) AND NOT r.leased RETURNING r.*
  )
  SELECT array_agg(g.queue_id) AS queue_id, array_agg(g.off) AS off, array_agg(g.seg) AS seg,
    array_agg(g.generation) AS generation, array_agg(g.attempt::int) AS attempt, array_agg(g.epoch) AS epoch,
    array_agg(g.client_id) AS client_id, array_agg(g.redrive_id) AS redrive_id
    INTO v_dead FROM gone g;
  PERFORM message_bury(p_now, p_group, v_dead.queue_id, v_dead.off, v_dead.seg, v_dead.generation, v_dead.attempt,
    v_dead.epoch, v_dead.client_id, v_dead.redrive_id, 'buried', p_version);
  UPDATE delivery_event e SET job_id = p_job
    FROM unnest(v_dead.queue_id, v_dead.off, v_dead.epoch) w (queue_id, off, epoch)
   WHERE e.group_id = p_group AND e.queue_id = w.queue_id AND e.off = w.off AND e.epoch = w.epoch
     AND e.cause = 'buried';
  IF p_ordered THEN
    PERFORM fifo_settle_messages(p_now, array_fill(p_group, ARRAY[cardinality(v_dead.off)]), v_dead.queue_id,
      v_dead.off);
  END IF;
END $function$
;
COMMENT ON FUNCTION retry_bury_named(timestamp with time zone,integer,integer,integer,boolean,tid[]) IS 'redrive b6cd38de046a86763e416de5f814dc14252a1658959f8a5c9da368eceaabdf9e';
CREATE OR REPLACE FUNCTION public.retry_change(p_now timestamp with time zone, p_job integer, p_verb text, p_group integer, p_queue integer[], p_off bigint[], p_epoch bigint[])
 RETURNS TABLE(why text, queue_id integer, messages integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_version int;
  v_ordered boolean;
  v_max_retries int;
  v_places tid[];
  v_queues int[];
  v_mgroups text[];
  v_left text[];
  v_left_queues int[];
BEGIN
  SELECT h.version, h.ordered INTO v_version, v_ordered FROM group_hold(p_group, p_queue) h;
  v_max_retries := (SELECT g.max_retries FROM consumer_group g WHERE g.group_id = p_group);
  v_now := coalesce(p_now, clock_timestamp());
  -- Found and locked each by its whole key, in key order, as everywhere.
  WITH seen AS MATERIALIZED (
    SELECT w.queue_id, r.place, r.mgroup, CASE
        WHEN r.place IS NULL THEN 'no longer waiting'
        WHEN r.leased THEN 'with a client now'
        WHEN p_verb = 'hold' AND r.held_due_at IS NOT NULL THEN 'held already'
        WHEN p_verb = 'now' AND r.held_due_at IS NOT NULL THEN 'held'
        WHEN p_verb = 'release' AND r.held_due_at IS NULL THEN 'not held'
        WHEN r.epoch <> w.epoch THEN 'changed meanwhile'
        WHEN p_verb = 'now' AND r.visible_at <= v_now THEN 'due already'
        WHEN p_verb = 'now' AND r.attempt > v_max_retries THEN 'over the limit of retries'
      END AS why
      FROM (SELECT * FROM unnest(p_queue, p_off, p_epoch) u (queue_id, off, epoch) ORDER BY u.queue_id, u.off) w
      LEFT JOIN LATERAL (
        SELECT a.ctid AS place, a.mgroup, a.leased, a.held_due_at, a.epoch, a.visible_at, a.attempt FROM retry a
         WHERE a.group_id = p_group AND a.queue_id = w.queue_id AND a.off = w.off
         LIMIT 1 FOR NO KEY UPDATE) r ON true
  )
  SELECT array_agg(s.place) FILTER (WHERE s.why IS NULL), array_agg(s.queue_id) FILTER (WHERE s.why IS NULL),
         array_agg(s.mgroup) FILTER (WHERE s.why IS NULL), array_agg(s.why) FILTER (WHERE s.why IS NOT NULL),
         array_agg(s.queue_id) FILTER (WHERE s.why IS NOT NULL)
    INTO v_places, v_queues, v_mgroups, v_left, v_left_queues FROM seen s;

  IF v_places IS NOT NULL THEN
    CASE
      WHEN p_verb = 'now' THEN PERFORM retry_now(v_now, p_job, v_places);
      WHEN p_verb = 'bury' THEN PERFORM retry_bury_named(v_now, p_job, p_group, v_version, v_ordered, v_places);
      WHEN p_verb = 'hold' AND v_ordered THEN PERFORM fifo_hold(v_now, p_job, p_group, v_queues, v_mgroups);
      WHEN p_verb = 'release' AND v_ordered THEN PERFORM fifo_release(v_now, p_job, p_group, v_queues, v_mgroups);
      WHEN p_verb = 'hold' THEN PERFORM retry_hold(v_now, p_job, v_places);
      WHEN p_verb = 'release' THEN PERFORM retry_release(v_now, p_job, v_places);
    END CASE;
  END IF;
  RETURN QUERY
  SELECT NULL::text, q.queue_id, count(*)::int FROM unnest(v_queues) q (queue_id) GROUP BY q.queue_id
  UNION ALL
  SELECT w.why, w.queue_id, count(*)::int FROM unnest(v_left, v_left_queues) w (why, queue_id)
   GROUP BY w.why, w.queue_id;
END $function$
;
COMMENT ON FUNCTION retry_change(timestamp with time zone,integer,text,integer,integer[],bigint[],bigint[]) IS 'redrive b6cd38de046a86763e416de5f814dc14252a1658959f8a5c9da368eceaabdf9e';
CREATE OR REPLACE FUNCTION public.retry_claim_all(p_now timestamp with time zone, p_group integer, p_topic integer, p_max_retries integer, p_want integer[], p_invisible_ms bigint[], p_client integer[], p_auto_renew boolean[], p_attempt_id text[])
 RETURNS TABLE(receiver integer, claimed retry)
 LANGUAGE sql
AS $function$
  WITH due AS MATERIALIZED (
    SELECT r.group_id, r.queue_id, r.off, r.epoch, r.visible_at FROM retry r
     WHERE pair(r.group_id, r.topic_id) = pair(p_group, p_topic) AND NOT r.leased AND r.visible_at <= p_now
       AND r.attempt <= p_max_retries AND r.mgroup IS NULL
     ORDER BY r.visible_at LIMIT (SELECT sum(w) FROM unnest(p_want) w) FOR NO KEY UPDATE SKIP LOCKED
  ), shares AS MATERIALIZED (
    -- Where the share of each receive begins.
    SELECT array_agg(s.first ORDER BY s.ord) AS firsts
      FROM (SELECT w.ord, (sum(w.want) OVER (ORDER BY w.ord) - w.want + 1)::int AS first
              FROM unnest(p_want) WITH ORDINALITY w (want, ord)) s
  ), shared AS MATERIALIZED (
    SELECT d.*, width_bucket((row_number() OVER (ORDER BY d.visible_at))::int, (SELECT s.firsts FROM shares s))
      AS receiver FROM due d
  ), claimed AS (
    UPDATE retry r SET leased = true, waiting = false, attempt = r.attempt + 1, epoch = nextval('epoch_seq'),
      visible_at = p_now + p_invisible_ms[d.receiver] * interval '1 ms', client_id = p_client[d.receiver],
      leased_at = p_now, auto_renew = p_auto_renew[d.receiver], attempt_id = p_attempt_id[d.receiver], gone = false
      FROM shared d WHERE r.group_id = d.group_id AND r.queue_id = d.queue_id AND r.off = d.off AND r.epoch = d.epoch
    RETURNING d.receiver, r AS claimed
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT r.group_id, r.queue_id, r.off, r.generation, r.attempt, 'Inflight', 'delivered', r.epoch, r.client_id, p_now,
      r.visible_at, r.policy_version, r.redrive_id
      FROM claimed c CROSS JOIN LATERAL (SELECT (c.claimed).*) r
  )
  SELECT c.receiver, c.claimed FROM claimed c;
$function$
;
COMMENT ON FUNCTION retry_claim_all(timestamp with time zone,integer,integer,integer,integer[],bigint[],integer[],boolean[],text[]) IS 'redrive 9471e7518b41e4c9ced772a1bd876300873548bf064e758356a5afda7769cf60';
CREATE OR REPLACE FUNCTION public.retry_due_places(p_now timestamp with time zone, p_group integer, p_queue integer, p_max_retries integer, p_want integer)
 RETURNS tid[]
 LANGUAGE sql
AS $function$
  SELECT array_agg(d.place)
    FROM (SELECT r.ctid AS place FROM retry r
           WHERE pair(r.group_id, r.queue_id) = pair(p_group, p_queue) AND r.queue_id >= 1500000000
             AND NOT r.leased AND r.visible_at <= p_now AND r.attempt <= p_max_retries AND r.mgroup IS NULL
           ORDER BY r.visible_at LIMIT p_want FOR NO KEY UPDATE SKIP LOCKED) d;
$function$
;
COMMENT ON FUNCTION retry_due_places(timestamp with time zone,integer,integer,integer,integer) IS 'redrive 432e9b34406f474e0da8057bd2aebd589669593bceac53f664e53ddd8ac88172';
CREATE OR REPLACE FUNCTION public.retry_expired(p_now timestamp with time zone, p_low timestamp with time zone, p_limit integer)
 RETURNS TABLE(group_id integer, version integer, ordered boolean, gone boolean, queue_id integer, off bigint, epoch bigint, expires_at timestamp with time zone)
 LANGUAGE sql
AS $function$
  SELECT r.group_id, g.version, r.mgroup IS NOT NULL, r.gone, r.queue_id, r.off, r.epoch, r.visible_at
    FROM retry r JOIN consumer_group g ON g.group_id = r.group_id
   WHERE r.leased AND NOT r.early AND r.visible_at <= coalesce(p_now, clock_timestamp())
     AND r.visible_at >= coalesce(p_low, '-infinity')
   ORDER BY r.visible_at LIMIT p_limit;
$function$
;
COMMENT ON FUNCTION retry_expired(timestamp with time zone,timestamp with time zone,integer) IS 'redrive b99f5d0643f421a941a37c9349b0668ddbef558b77e79d6effd364e34a085124';
CREATE OR REPLACE FUNCTION public.retry_extend(p_now timestamp with time zone, p_group integer, p_queue integer, p_off bigint, p_epoch bigint, p_invisible_ms bigint)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  WITH extended AS (
    UPDATE retry r SET epoch = nextval('epoch_seq'), attempt_id = CASE WHEN r.mgroup IS NOT NULL THEN r.attempt_id END,
           visible_at = coalesce(p_now, clock_timestamp()) + p_invisible_ms * interval '1 ms'
     WHERE r.group_id = p_group AND r.queue_id = p_queue AND r.off = p_off AND r.epoch = p_epoch AND NOT r.early
       AND r.visible_at > coalesce(p_now, clock_timestamp())
    RETURNING r.*
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT e.group_id, e.queue_id, e.off, e.generation, e.attempt, 'Inflight', 'extended', e.epoch, e.client_id,
      coalesce(p_now, clock_timestamp()),
           e.visible_at, e.policy_version, e.redrive_id
      FROM extended e
  )
  SELECT e.epoch FROM extended e;
$function$
;
COMMENT ON FUNCTION retry_extend(timestamp with time zone,integer,integer,bigint,bigint,bigint) IS 'redrive 40cb636690824904a21a37514826cd5546d083cd50fd5142339517c746cd0971';
CREATE OR REPLACE FUNCTION public.retry_fail(p_now timestamp with time zone, p_group integer, p_queue integer[], p_off bigint[], p_epoch bigint[], p_delay_ms bigint[], p_cause text, p_policy_version integer, p_ordered boolean, p_phase text)
 RETURNS TABLE(ord bigint, dead boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_timeout interval := consumption_timeout(p_group, p_phase);
  v_groups int[] := array_fill(p_group, ARRAY[array_length(p_queue, 1)]);
  v_max_retries int := group_guard(p_group, p_policy_version);
  v_waits bigint[];
  v_wait_places tid[];
  v_wait_epoch bigint[];
  v_wait_ms bigint[];
  v_dies bigint[];
  v_dead_places tid[];
  v_dead record;
BEGIN
  IF p_ordered THEN PERFORM fifo_lock(v_groups, p_queue); END IF;
  v_now := coalesce(p_now, clock_timestamp());
  -- Found and locked each by its whole key, in key order; then all of a kind change in one statement, by place.
  SELECT array_agg(w.ord) FILTER (WHERE NOT r.dead), array_agg(r.place) FILTER (WHERE NOT r.dead),
    array_agg(w.epoch) FILTER (WHERE NOT r.dead),
         array_agg(w.delay_ms) FILTER (WHERE NOT r.dead), array_agg(w.ord) FILTER (WHERE r.dead),
           array_agg(r.place) FILTER (WHERE r.dead)
    INTO v_waits, v_wait_places, v_wait_epoch, v_wait_ms, v_dies, v_dead_places
    FROM (SELECT * FROM unnest(p_queue, p_off, p_epoch, p_delay_ms) WITH ORDINALITY u (queue_id, off, epoch, delay_ms,
      ord) ORDER BY u.queue_id, u.off) w
   CROSS JOIN LATERAL (
     SELECT a.ctid AS place, a.attempt > v_max_retries AS dead, a.leased FROM retry a
      WHERE a.group_id = p_group AND a.queue_id = w.queue_id AND a.off = w.off AND a.epoch = w.epoch AND NOT a.early
        AND CASE WHEN v_timeout IS NULL THEN (a.visible_at > v_now) = (p_phase = 'live')
          ELSE a.leased_at + v_timeout <= v_now END
      LIMIT 1 FOR NO KEY UPDATE) r
   WHERE r.leased;
  IF v_waits IS NOT NULL THEN
    WITH again AS (
      UPDATE retry r SET leased = false, waiting = w.delay_ms IS NOT NULL, visible_at = v_now + coalesce(w.delay_ms,
        0) * interval '1 ms',
             epoch = nextval('epoch_seq'), leased_at = NULL, auto_renew = false, gone = false,
               policy_version = p_policy_version
        FROM unnest(v_wait_places, v_wait_epoch, v_wait_ms) w (place, epoch, delay_ms) WHERE r.ctid = w.place
      RETURNING r.*, w.epoch AS ended
    )
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT p_group, a.queue_id, a.off, a.generation, a.attempt, CASE WHEN a.waiting THEN 'WaitingRetry'
      ELSE 'Ready' END, p_cause, a.ended, a.client_id, v_now,
           a.visible_at, p_policy_version, a.redrive_id
      FROM again a;
  END IF;
  IF v_dies IS NOT NULL THEN
    WITH gone AS (
      DELETE FROM retry r WHERE r.ctid = ANY (v_dead_places) RETURNING r.*
    )
    SELECT array_agg(g.queue_id) AS queue_id, array_agg(g.off) AS off, array_agg(g.seg) AS seg,
      array_agg(g.generation) AS generation,
           array_agg(g.attempt::int) AS attempt, array_agg(g.epoch) AS epoch, array_agg(g.client_id) AS client_id,
             array_agg(g.redrive_id) AS redrive_id
      INTO v_dead FROM gone g;
    PERFORM message_bury(v_now, p_group, v_dead.queue_id, v_dead.off, v_dead.seg, v_dead.generation, v_dead.attempt,
      v_dead.epoch, v_dead.client_id, v_dead.redrive_id,
                         p_cause, p_policy_version);
  END IF;
  RETURN QUERY SELECT w.ord, false FROM unnest(v_waits) w (ord) UNION ALL SELECT d.ord, true
    FROM unnest(v_dies) d (ord);
  IF p_ordered THEN PERFORM fifo_settle_messages(v_now, v_groups, p_queue, p_off); END IF;
END $function$
;
COMMENT ON FUNCTION retry_fail(timestamp with time zone,integer,integer[],bigint[],bigint[],bigint[],text,integer,boolean,text) IS 'redrive 7e320832f1cb5329c9a0b7bb351dba99b848d3949dd01a7227834929f1fb48ae';
CREATE OR REPLACE FUNCTION public.retry_hold(p_now timestamp with time zone, p_job integer, p_places tid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH held AS (
    UPDATE retry r SET held_due_at = r.visible_at, visible_at = 'infinity', hold_job = p_job,
           epoch = nextval('epoch_seq')
      FROM unnest(p_places) w (place) WHERE r.ctid = w.place AND NOT r.leased AND r.held_due_at IS NULL
    RETURNING r.*
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at,
    policy_version, redrive_id, job_id)
  SELECT h.group_id, h.queue_id, h.off, h.generation, h.attempt, 'Held', 'held', h.epoch, p_now, h.held_due_at,
    h.policy_version, h.redrive_id, p_job FROM held h;
$function$
;
COMMENT ON FUNCTION retry_hold(timestamp with time zone,integer,tid[]) IS 'redrive b6cd38de046a86763e416de5f814dc14252a1658959f8a5c9da368eceaabdf9e';
CREATE OR REPLACE FUNCTION public.retry_lease(p_now timestamp with time zone, p_places tid[], p_expires timestamp with time zone, p_client integer, p_auto_renew boolean, p_attempt_id text)
 RETURNS SETOF retry
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF p_places IS NULL THEN RETURN; END IF;
  RETURN QUERY
  WITH claimed AS (
    UPDATE retry r SET leased = true, waiting = false, attempt = r.attempt + 1, epoch = nextval('epoch_seq'),
      visible_at = p_expires, client_id = p_client, leased_at = p_now, auto_renew = p_auto_renew,
      attempt_id = p_attempt_id, gone = false
      FROM unnest(p_places) w (place) WHERE r.ctid = w.place
    RETURNING r.*
  ), recorded AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      due_at, policy_version, redrive_id)
    SELECT c.group_id, c.queue_id, c.off, c.generation, c.attempt, 'Inflight', 'delivered', c.epoch, c.client_id, p_now,
      c.visible_at, c.policy_version, c.redrive_id
      FROM claimed c
  )
  SELECT c.* FROM claimed c;
END $function$
;
COMMENT ON FUNCTION retry_lease(timestamp with time zone,tid[],timestamp with time zone,integer,boolean,text) IS 'redrive a152c3ada72becc02486700089f6aa300ce6040c7c9d1cf63192f0d84080795c';
CREATE OR REPLACE FUNCTION public.retry_now(p_now timestamp with time zone, p_job integer, p_places tid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH due AS (
    UPDATE retry r SET visible_at = p_now, waiting = false, epoch = nextval('epoch_seq')
      FROM unnest(p_places) w (place) WHERE r.ctid = w.place AND NOT r.leased AND r.held_due_at IS NULL
    RETURNING r.*
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at,
    policy_version, redrive_id, job_id)
  SELECT d.group_id, d.queue_id, d.off, d.generation, d.attempt, 'Ready', 'retried-now', d.epoch, p_now, p_now,
    d.policy_version, d.redrive_id, p_job FROM due d;
$function$
;
COMMENT ON FUNCTION retry_now(timestamp with time zone,integer,tid[]) IS 'redrive b6cd38de046a86763e416de5f814dc14252a1658959f8a5c9da368eceaabdf9e';
CREATE OR REPLACE FUNCTION public.retry_release(p_now timestamp with time zone, p_job integer, p_places tid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH free AS (
    UPDATE retry r SET visible_at = r.held_due_at, held_due_at = NULL, hold_job = NULL, epoch = nextval('epoch_seq')
      FROM unnest(p_places) w (place) WHERE r.ctid = w.place AND NOT r.leased AND r.held_due_at IS NOT NULL
    RETURNING r.*
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at,
    policy_version, redrive_id, job_id)
  SELECT f.group_id, f.queue_id, f.off, f.generation, f.attempt,
    CASE WHEN f.waiting AND f.visible_at > p_now THEN 'WaitingRetry' ELSE 'Ready' END, 'hold-released', f.epoch, p_now,
    f.visible_at, f.policy_version, f.redrive_id, p_job FROM free f;
$function$
;
COMMENT ON FUNCTION retry_release(timestamp with time zone,integer,tid[]) IS 'redrive b6cd38de046a86763e416de5f814dc14252a1658959f8a5c9da368eceaabdf9e';
CREATE OR REPLACE FUNCTION public.revoke_leased(p_now timestamp with time zone, p_job integer, p_lease lease, p_mask bigint, p_named bigint, p_version integer, p_ordered boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE lease l SET open = l.open & ~p_mask, failed = l.failed | p_mask, live = (l.open & ~p_mask) <> 0
   WHERE l.group_id = p_lease.group_id AND l.queue_id = p_lease.queue_id AND l.lease_id = p_lease.lease_id;
  p_lease.open := p_mask;
  WITH ended AS MATERIALIZED (
    SELECT b.*, b.off = p_named AS named FROM lease_bits(ARRAY[p_lease], p_ordered) b
  ), waits AS (
    INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, waiting, visible_at,
      client_id, policy_version, lost_replies)
    SELECT p_lease.group_id, e.queue_id, e.off, e.seg, e.topic_id, e.mgroup, e.named::int, e.epoch, false, false,
      CASE WHEN e.named THEN 'infinity' ELSE p_now END, e.client_id, p_version, (NOT e.named)::int
      FROM ended e
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
    policy_version, job_id)
  SELECT p_lease.group_id, e.queue_id, e.off, 0, 1, s.state, s.cause, e.lease_id, e.client_id, s.at, p_version, s.job
    FROM ended e
   CROSS JOIN LATERAL (VALUES (1, 'Inflight', 'delivered', e.claimed_at, NULL::int),
     (2, 'Ready', CASE WHEN e.named THEN 'revoked' ELSE 'returned' END, p_now, p_job)) s (step, state, cause, at, job)
   ORDER BY e.off, s.step;
END $function$
;
COMMENT ON FUNCTION revoke_leased(timestamp with time zone,integer,lease,bigint,bigint,integer,boolean) IS 'redrive 17496dfea0a6a6152b0e52236cce462087f56594562b8e21ce2402735dab3b13';
CREATE OR REPLACE FUNCTION public.revoke_note_late(p_now timestamp with time zone, p_group integer[], p_queue integer[], p_off bigint[], p_epoch bigint[], p_answer text)
 RETURNS SETOF bigint
 LANGUAGE sql
AS $function$
  WITH taken AS MATERIALIZED (
    SELECT e.event_id, e.epoch FROM (SELECT DISTINCT u.* FROM unnest(p_group, p_queue, p_off, p_epoch)
      u (group_id, queue_id, off, epoch)) w
     CROSS JOIN LATERAL (
       SELECT a.event_id, a.epoch FROM delivery_event a
        WHERE a.group_id = w.group_id AND a.queue_id = w.queue_id AND a.off = w.off AND a.epoch = w.epoch
          AND a.cause IN ('revoked', 'returned') LIMIT 1) e
  ), noted AS (
    UPDATE delivery_event e SET late_at = coalesce(p_now, clock_timestamp()), late_answer = p_answer
      FROM taken t WHERE p_answer IS NOT NULL AND e.event_id = t.event_id AND e.late_at IS NULL
  )
  SELECT t.epoch FROM taken t;
$function$
;
COMMENT ON FUNCTION revoke_note_late(timestamp with time zone,integer[],integer[],bigint[],bigint[],text) IS 'redrive 17496dfea0a6a6152b0e52236cce462087f56594562b8e21ce2402735dab3b13';
CREATE OR REPLACE FUNCTION public.revoke_retries(p_now timestamp with time zone, p_job integer, p_named bigint, p_places tid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH ended AS MATERIALIZED (
    SELECT r.ctid AS place, r.epoch, r.off = p_named AS named FROM retry r WHERE r.ctid = ANY (p_places)
  ), back AS (
    UPDATE retry r SET leased = false, waiting = false, epoch = nextval('epoch_seq'), leased_at = NULL,
           auto_renew = false, gone = false, attempt = r.attempt - (NOT e.named)::int,
           lost_replies = r.lost_replies + (NOT e.named)::int,
           visible_at = CASE WHEN e.named THEN 'infinity' ELSE p_now END
      FROM ended e WHERE r.ctid = e.place
    RETURNING r.*, e.epoch AS ended, e.named
  )
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
    policy_version, redrive_id, job_id)
  SELECT b.group_id, b.queue_id, b.off, b.generation, b.attempt + (NOT b.named)::int, 'Ready',
    CASE WHEN b.named THEN 'revoked' ELSE 'returned' END, b.ended, b.client_id, p_now, b.policy_version, b.redrive_id,
    p_job
    FROM back b ORDER BY b.off;
$function$
;
COMMENT ON FUNCTION revoke_retries(timestamp with time zone,integer,bigint,tid[]) IS 'redrive 17496dfea0a6a6152b0e52236cce462087f56594562b8e21ce2402735dab3b13';
CREATE OR REPLACE FUNCTION public.scheduled_release(p_now timestamp with time zone, p_limit integer, p_bytes bigint)
 RETURNS TABLE(topic_id integer, topic text, msg_id text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_topic int[];
  v_msg_id text[];
  v_batch record;
BEGIN
  -- One that another transaction holds is being recalled, answered or released there; the next pass looks again.
  WITH due AS (
    SELECT s.topic_id, s.msg_id, s.due_at, octet_length(s.body) AS bytes FROM scheduled_message s
     WHERE s.due_at <= v_now AND s.recalled_at IS NULL ORDER BY s.due_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), counted AS (
    SELECT d.*, sum(d.bytes) OVER w - d.bytes AS before, row_number() OVER w AS ord
      FROM due d WINDOW w AS (ORDER BY d.due_at, d.topic_id, d.msg_id)
  )
  SELECT array_agg(c.topic_id ORDER BY c.ord), array_agg(c.msg_id ORDER BY c.ord) INTO v_topic, v_msg_id FROM counted c
    WHERE c.before < p_bytes;
  IF v_msg_id IS NULL THEN RETURN; END IF;

  SELECT array_agg(s.ctid) AS ctid, array_agg(s.queue_id ORDER BY i.ord) AS queue_id, array_agg('DELAY'::text) AS kind,
    array_agg(s.tag ORDER BY i.ord) AS tag,
         array_agg(s.mgroup ORDER BY i.ord) AS mgroup, array_agg(array_to_string(s.keys, E'\x1f')
           ORDER BY i.ord) AS keys,
         array_agg(s.props ORDER BY i.ord) AS props, array_agg(s.body_encoding ORDER BY i.ord) AS encoding,
           array_agg(s.born_at ORDER BY i.ord) AS born_at,
         array_agg(s.born_host ORDER BY i.ord) AS born_host, array_agg(s.trace_context ORDER BY i.ord) AS trace,
         array_agg(octet_length(s.body) ORDER BY i.ord) AS body_bytes, string_agg(s.body, ''::bytea
           ORDER BY i.ord) AS bodies
    INTO v_batch
    FROM unnest(v_topic, v_msg_id) WITH ORDINALITY i (topic_id, msg_id, ord)
    CROSS JOIN LATERAL (SELECT x.ctid, x.* FROM scheduled_message x WHERE x.topic_id = i.topic_id
      AND x.msg_id = i.msg_id LIMIT 1) s;
  -- An id that is in the log already is not stored again, and its row goes all the same.
  PERFORM message_send(p_now, v_batch.queue_id, v_msg_id, v_batch.kind, v_batch.tag, v_batch.mgroup, v_batch.keys,
    v_batch.props, v_batch.encoding, v_batch.born_at,
                       v_batch.born_host, v_batch.trace, v_batch.body_bytes, v_batch.bodies);
  -- By place: the rows are locked, so they stay where they are, and no plan can go wrong.
  DELETE FROM scheduled_message s WHERE s.ctid = ANY (v_batch.ctid);
  RETURN QUERY SELECT t.topic_id, t.name, i.msg_id FROM unnest(v_topic, v_msg_id) i (topic_id, msg_id)
    JOIN topic t ON t.topic_id = i.topic_id;
END $function$
;
COMMENT ON FUNCTION scheduled_release(timestamp with time zone,integer,bigint) IS 'redrive 53ef6f3ae079dbbd8eacf4d5185915c352b03d12c7cc464cb5acf9ac18941f59';
CREATE OR REPLACE FUNCTION public.scheduled_send(p_now timestamp with time zone, p_topic integer, p_queue integer[], p_msg_id text[], p_due_at timestamp with time zone[], p_tag text[], p_mgroup text[], p_keys text[], p_props jsonb[], p_encoding text[], p_born_at timestamp with time zone[], p_born_host text[], p_trace text[], p_body_bytes integer[], p_bodies bytea)
 RETURNS TABLE(ord bigint, queue_id integer, off bigint, duplicate boolean, due_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_made text[];
  v_fresh boolean[];  -- this and the next two: by ord
  v_known timestamptz[] := array_fill(NULL::timestamptz, ARRAY[array_length(p_msg_id, 1)]);
  v_at_once boolean[];
  v_batch record;
BEGIN
  -- In id order, as every writer of these rows: it may wait for a release or for another send of the same id. First the
  -- insert, then the look into the log: the other way round a release in between would be missed.
  WITH item AS (
    SELECT i.*, sum(i.body_bytes) OVER (ORDER BY i.ord) AS body_end
      FROM unnest(p_queue, p_msg_id, p_due_at, p_tag, p_mgroup, p_keys, p_props, p_encoding, p_born_at, p_born_host,
        p_trace, p_body_bytes)
           WITH ORDINALITY i (queue_id, msg_id, due_at, tag, mgroup, keys, props, encoding, born_at, born_host, trace,
             body_bytes, ord)
  ), made AS (
    INSERT INTO scheduled_message (topic_id, msg_id, queue_id, due_at, scheduled_at, tag, mgroup, keys, props,
      body_encoding, born_at, born_host, trace_context, body)
    SELECT p_topic, i.msg_id, i.queue_id, i.due_at, v_now, i.tag, i.mgroup, string_to_array(i.keys, E'\x1f'), i.props,
      i.encoding, i.born_at, i.born_host, i.trace,
           substring(p_bodies FROM (i.body_end - i.body_bytes + 1)::int FOR i.body_bytes)
      FROM item i WHERE i.due_at > v_now ORDER BY i.msg_id
    ON CONFLICT DO NOTHING RETURNING msg_id
  )
  SELECT coalesce(array_agg(m.msg_id), '{}') INTO v_made FROM made m;
  SELECT array_agg(i.due_at > v_now ORDER BY i.ord) INTO v_fresh FROM unnest(p_due_at) WITH ORDINALITY i (due_at, ord);
  IF cardinality(v_made) < cardinality(array_positions(v_fresh, true)) THEN
    -- Some are known. Not done each time: it compares every id with every id.
    SELECT array_agg(i.msg_id = ANY (v_made) ORDER BY i.ord) INTO v_fresh
      FROM unnest(p_msg_id) WITH ORDINALITY i (msg_id, ord);
  END IF;

  WITH logged AS MATERIALIZED (
    SELECT i.ord, i.msg_id FROM unnest(p_queue, p_msg_id, v_fresh) WITH ORDINALITY i (queue_id, msg_id, fresh, ord)
      JOIN queue q ON q.queue_id = i.queue_id
      CROSS JOIN LATERAL (SELECT 1 FROM message m WHERE m.msg_id = i.msg_id AND m.topic_id = p_topic
        AND m.seg IN (q.seg, q.seg - 1) LIMIT 1) known
     WHERE i.fresh
  ), gone AS (
    DELETE FROM scheduled_message s USING logged l WHERE s.topic_id = p_topic AND s.msg_id = l.msg_id
  )
  SELECT array_agg(i.fresh AND l.ord IS NULL ORDER BY i.ord) INTO v_fresh FROM unnest(v_fresh) WITH ORDINALITY i (fresh,
    ord) LEFT JOIN logged l ON l.ord = i.ord;

  IF false = ANY (v_fresh) THEN
    -- Locked: one that waits must not be released, recalled or removed while its repeat is answered.
    WITH rest AS (
      SELECT i.ord, i.msg_id FROM unnest(p_msg_id, v_fresh) WITH ORDINALITY i (msg_id, fresh, ord) WHERE NOT i.fresh
        ORDER BY i.msg_id
    ), known AS MATERIALIZED (
      SELECT r.ord, s.due_at FROM rest r
        CROSS JOIN LATERAL (SELECT x.due_at FROM scheduled_message x WHERE x.topic_id = p_topic AND x.msg_id = r.msg_id
          LIMIT 1 FOR UPDATE) s
    )
    SELECT array_agg(k.due_at ORDER BY i.ord) INTO v_known FROM unnest(p_msg_id) WITH ORDINALITY i (msg_id, ord) LEFT
      JOIN known k ON k.ord = i.ord;
  END IF;

  SELECT array_agg(i.due_at <= v_now AND i.known IS NULL ORDER BY i.ord) INTO v_at_once
    FROM unnest(p_due_at, v_known) WITH ORDINALITY i (due_at, known, ord);
  RETURN QUERY
    SELECT i.ord, i.queue_id, NULL::bigint, NOT i.fresh, CASE WHEN i.fresh THEN i.due_at ELSE i.known END
      FROM unnest(p_queue, p_due_at, v_fresh, v_known, v_at_once) WITH ORDINALITY i (queue_id, due_at, fresh, known,
        at_once, ord) WHERE NOT i.at_once;
  IF NOT true = ANY (v_at_once) THEN RETURN; END IF;

  WITH item AS (
    SELECT i.*, substring(p_bodies FROM (sum(i.body_bytes) OVER (ORDER BY i.ord) - i.body_bytes + 1)::int
                   FOR i.body_bytes)
               AS body
      FROM unnest(v_at_once, p_queue, p_msg_id, p_tag, p_mgroup, p_keys, p_props, p_encoding, p_born_at, p_born_host,
        p_trace, p_body_bytes)
           WITH ORDINALITY i (at_once, queue_id, msg_id, tag, mgroup, keys, props, encoding, born_at, born_host, trace,
             body_bytes, ord)
  )
  SELECT array_agg(i.ord ORDER BY i.ord) AS ord, array_agg(i.queue_id ORDER BY i.ord) AS queue_id, array_agg(i.msg_id
    ORDER BY i.ord) AS msg_id,
         array_agg('DELAY'::text) AS kind, array_agg(i.tag ORDER BY i.ord) AS tag, array_agg(i.mgroup
           ORDER BY i.ord) AS mgroup,
         array_agg(i.keys ORDER BY i.ord) AS keys, array_agg(i.props ORDER BY i.ord) AS props, array_agg(i.encoding
           ORDER BY i.ord) AS encoding,
         array_agg(i.born_at ORDER BY i.ord) AS born_at, array_agg(i.born_host ORDER BY i.ord) AS born_host,
           array_agg(i.trace ORDER BY i.ord) AS trace,
         array_agg(i.body_bytes ORDER BY i.ord) AS body_bytes, string_agg(i.body, ''::bytea ORDER BY i.ord) AS bodies
    INTO v_batch FROM item i WHERE i.at_once;
  RETURN QUERY
    SELECT v_batch.ord[m.ord], m.queue_id, m.off, m.duplicate, NULL::timestamptz
      FROM message_send(p_now, v_batch.queue_id, v_batch.msg_id, v_batch.kind, v_batch.tag, v_batch.mgroup,
        v_batch.keys, v_batch.props, v_batch.encoding,
                        v_batch.born_at, v_batch.born_host, v_batch.trace, v_batch.body_bytes, v_batch.bodies) m;
END $function$
;
COMMENT ON FUNCTION scheduled_send(timestamp with time zone,integer,integer[],text[],timestamp with time zone[],text[],text[],text[],jsonb[],text[],timestamp with time zone[],text[],text[],integer[],bytea) IS 'redrive 07208a857c3c164796180b0a7742f445e14069a88d1260f0728e01a484524c8b';
CREATE OR REPLACE FUNCTION public.search_runs(p_text text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT DISTINCT r
    FROM regexp_split_to_table(
      regexp_replace(lower(normalize(coalesce(p_text, ''), NFKC) COLLATE "default"),
        '([' || unspaced_scripts() || ']+)', ' \1 ', 'g'),
      '[^[:alnum:]' || unspaced_scripts() || ']+') r
   WHERE r <> '';
$function$
;
COMMENT ON FUNCTION search_runs(text) IS 'redrive 0ca58a12f00e4c83edc43a594b416746f563e9eb8cd9ab51dc39553a63b539d5';
CREATE OR REPLACE FUNCTION public.segment_drop(p_now timestamp with time zone, p_retention_ms bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_seg int;
BEGIN
  SELECT s.seg INTO v_seg FROM segment s
   WHERE s.closed_at + p_retention_ms * interval '1 ms' <= v_now AND NOT EXISTS (SELECT 1 FROM queue q
     WHERE q.seg <= s.seg)
   ORDER BY s.seg LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF v_seg IS NULL THEN RETURN NULL; END IF;
  -- No claim may read this segment while it goes: claims hold these locks.
  PERFORM 1 FROM group_queue gq ORDER BY gq.group_id, gq.queue_id FOR NO KEY UPDATE;

  INSERT INTO kept_message (seg, queue_id, off, topic_id, msg_id, kind, tag, mgroup, keys, props, body_encoding,
    born_at, born_host, trace_context, stored_at, body)
  SELECT m.seg, m.queue_id, m.off, m.topic_id, m.msg_id, m.kind, m.tag, m.mgroup, m.keys, m.props, m.body_encoding,
    m.born_at, m.born_host, m.trace_context, m.stored_at, m.body
    FROM (SELECT r.queue_id, r.off FROM retry r WHERE r.seg = v_seg
          UNION
          -- What an edited one was before: a recall brings it back.
          SELECT e.queue_id, e.off FROM retry r JOIN edited_message e ON e.queue_id = r.queue_id AND e.off = r.off
            AND e.seg = r.seg WHERE r.seg < 0 AND e.former_seg = v_seg
          UNION
          SELECT l.queue_id, coalesce(l.offs[b + 1], l.base_off + b) FROM lease l, generate_series(0, 31) b
           WHERE l.live AND b < l.n AND (l.open >> b) & 1 = 1) w
    JOIN message m ON m.queue_id = w.queue_id AND m.off = w.off AND m.seg = v_seg
  ON CONFLICT DO NOTHING;
  DELETE FROM queue_segment qs WHERE qs.seg = v_seg;
  EXECUTE format('DROP TABLE message_s%s', v_seg);
  -- After the messages, as message_key_index takes its locks. Absent: a node of the release before opened the segment.
  EXECUTE format('DROP TABLE IF EXISTS message_key_s%s', v_seg);
  DELETE FROM segment s WHERE s.seg = v_seg;
  RETURN v_seg;
END $function$
;
COMMENT ON FUNCTION segment_drop(timestamp with time zone,bigint) IS 'redrive 6235654f1e234495588875c12fccdfcb36ccb4a6fe9d09be9c7da634da990f5f';
CREATE OR REPLACE FUNCTION public.segment_enter(p_topic integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_seg int := (SELECT max(s.seg) FROM segment s);
  v_queue record;
  v_next bigint;
  v_moved int := 0;
BEGIN
  FOR v_queue IN SELECT q.queue_id, q.seg, q.base_off FROM queue q WHERE q.topic_id = p_topic AND q.seg < v_seg
    ORDER BY q.queue_id FOR NO KEY UPDATE LOOP
    SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = v_queue.queue_id AND m.seg = v_queue.seg
      ORDER BY m.off DESC LIMIT 1), v_queue.base_off)
      INTO v_next;
    UPDATE queue q SET seg = v_seg, base_off = v_next WHERE q.queue_id = v_queue.queue_id;
    INSERT INTO queue_segment (queue_id, seg, first_off) VALUES (v_queue.queue_id, v_seg, v_next);
    v_moved := v_moved + 1;
  END LOOP;
  RETURN v_moved;
END $function$
;
COMMENT ON FUNCTION segment_enter(integer) IS 'redrive 46d65f02820ab6749277e9668b2cc432cd0a1294413619f04082e1571290181e';
CREATE OR REPLACE FUNCTION public.segment_open(p_now timestamp with time zone, p_age_ms bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_last record;
  v_seg int;
BEGIN
  -- One process at a time; the others find nothing due afterwards.
  SELECT s.seg, s.opened_at INTO v_last FROM segment s ORDER BY s.seg DESC LIMIT 1 FOR UPDATE;
  IF v_last.opened_at + p_age_ms * interval '1 ms' > v_now THEN RETURN NULL; END IF;
  v_seg := v_last.seg + 1;
  IF EXISTS (SELECT 1 FROM segment s WHERE s.seg = v_seg) THEN RETURN NULL; END IF;
  EXECUTE format('CREATE TABLE message_s%s (LIKE message INCLUDING ALL, CHECK (seg = %s))', v_seg, v_seg);
  EXECUTE format('ALTER TABLE message ATTACH PARTITION message_s%s FOR VALUES IN (%s)', v_seg, v_seg);
  -- Before the segment is known: its first message finds room for its keys.
  EXECUTE format('CREATE TABLE message_key_s%s (LIKE message_key INCLUDING ALL, CHECK (seg = %s))', v_seg, v_seg);
  EXECUTE format('ALTER TABLE message_key ATTACH PARTITION message_key_s%s FOR VALUES IN (%s)', v_seg, v_seg);
  INSERT INTO segment (seg, opened_at) VALUES (v_seg, v_now);
  UPDATE segment SET closed_at = v_now WHERE seg = v_last.seg;
  RETURN v_seg;
END $function$
;
COMMENT ON FUNCTION segment_open(timestamp with time zone,bigint) IS 'redrive 23380c3ec9da46cc3efcde53a8c72a5ff8c4ac1301d809d2f2cd2243705092b5';
CREATE OR REPLACE FUNCTION public.team_views()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  -- The one predicate. "^@" compares letter for letter: no wildcards, no case.
  v_named constant text := '%s ^@ ANY ((SELECT in_team.prefixes())::text[])';
  v_groups constant text := '(SELECT s.group_id FROM in_team.consumer_group s)';
  v_topics constant text := '(SELECT s.topic_id FROM in_team.topic s)';
  v_rules constant jsonb := jsonb_build_object(
    -- A client of a broadcast group is of its group.
    'consumer_group', format('CASE WHEN t.broadcast_of IS NULL THEN %s
      ELSE (SELECT %s FROM public.consumer_group p WHERE p.group_id = t.broadcast_of) END',
      format(v_named, 't.name'), format(v_named, 'p.name')),
    -- Topics of this name, and for reading what groups of this name consume.
    'topic', format('%s
      OR t.topic_id IN (SELECT q.topic_id FROM public.group_queue g JOIN public.queue q USING (queue_id)
        WHERE g.group_id IN %s)
      OR t.topic_id IN (SELECT d.topic_id FROM public.dead_letter_topic d WHERE d.group_id IN %s)',
      format(v_named, 't.name'), v_groups, v_groups),
    'letter_text', 't.dead_letter_id IN (SELECT d.dead_letter_id FROM in_team.dead_letter d)',
    'letter_unpacked', 't.dead_letter_id IN (SELECT d.dead_letter_id FROM in_team.dead_letter d)',
    'letter_text_due', 't.dead_letter_id IN (SELECT d.dead_letter_id FROM in_team.dead_letter d)',
    'letter_job_part', 't.job_id IN (SELECT j.job_id FROM in_team.letter_job j)',
    'retry_job_part', 't.job_id IN (SELECT j.job_id FROM in_team.retry_job j)',
    'queue_segment', 't.queue_id IN (SELECT q.queue_id FROM in_team.queue q)',
    'message_key_place', 't.queue_id IN (SELECT q.queue_id FROM in_team.queue q)',
    'deletion', format(v_named, 't.name'),
    'managed', 't.workspace = '''' AND t.kind IN (''group'', ''topic'') AND ' || format(v_named, 't.name'),
    'approval', 't.workspace IS NULL AND ' || format(v_named, 't.group_name'),
    -- Of the broker as a whole there is nothing to see. A cause stands behind the name of its group.
    'alarm_incident', 't.watch NOT IN (''broker-health'', ''approval-waits'') AND '
      || format(v_named, 'split_part(t.subject, '' '', 1)'),
    'alarm_state', format(v_named, 'split_part(t.subject, '' '', 1)'),
    'alarm_rule', format('t.watch NOT IN (''broker-health'', ''approval-waits'') AND (t.subject = '''' OR %s)',
      format(v_named, 't.subject')),
    'alarm_event', 't.incident_id IN (SELECT i.incident_id FROM in_team.alarm_incident i)',
    'alarm_redrive', 't.incident_id IN (SELECT i.incident_id FROM in_team.alarm_incident i)',
    'refusal_sample', format('(t.topic <> '''' OR t.consumer_group <> '''') AND (t.topic = '''' OR %s)
      AND (t.consumer_group = '''' OR %s)', format(v_named, 't.topic'), format(v_named, 't.consumer_group')),
    'throttle_limit', 't.scope IN (''topic'', ''group'') AND ' || format(v_named, 't.subject'),
    -- Changes of groups, topics and re-drives that can be seen, in this installation.
    -- Names have no spaces; only a cause stands behind the name of its group. "all groups" is of no team. What is
    -- cheap and rare comes first: this reads the log from its end until a page of the team is full.
    'audit', format('t.workspace IS NULL AND (
        %s AND strpos(t.target, '' '') = 0
          AND split_part(t.action, ''.'', 1) = ANY (''{approval,group,topic,dead-letter,redirect,retry,key}'')
        OR t.action ^@ ''cause.'' AND %s
        OR t.action ^@ ''redrive.'' AND t.target ~ ''^RD-[0-9]{1,9}$''
          AND substr(t.target, 4)::int IN (SELECT r.redrive_id FROM in_team.redrive r))',
      format(v_named, 't.target'), format(v_named, 'split_part(t.target, '' '', 1)')),
    -- Consumers of groups that can be seen; of producers the name of the group is null.
    'node_session', 't.kind <> ''producer'' AND ' || format(v_named, 't.group_name'),
    'client', 't.client_id IN (SELECT c.client_id FROM in_team.group_client c)
      OR t.client_id IN (SELECT m.client_id FROM in_team.broadcast_member m)'
  );
  -- Names of nothing: times, numbers, and the settings that pages of groups are read with. A decoder is read by the
  -- topic of a message that is seen, a dead letter of another topic too: without it, rules would read other fields.
  v_whole constant text[] := ARRAY['segment', 'alarm_pass', 'broker_node', 'broker_setting', 'problem_ack',
    'node_client', 'audit_chain', 'audit_check', 'installed_release', '_prisma_migrations',
    'topic_decoder'];
  v_state text;
  v_table record;
  v_rule text;
BEGIN
  -- What the schema is made from: this function, and the columns that there are.
  SELECT md5(string_agg(c.relname || ' ' || a.attname || ' ' || a.atttypid, ',' ORDER BY c.relname, a.attnum))
      || md5((SELECT p.prosrc FROM pg_proc p WHERE p.oid = 'public.team_views()'::regprocedure))
    INTO v_state
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition;
  IF obj_description(to_regnamespace('in_team')::oid, 'pg_namespace') = v_state THEN RETURN; END IF;

  DROP SCHEMA IF EXISTS in_team CASCADE;
  CREATE SCHEMA in_team;
  CREATE FUNCTION in_team.prefixes() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE AS $f$
    SELECT ARRAY(SELECT jsonb_array_elements_text(
      convert_from(decode(current_setting('redrive.scope'), 'hex'), 'UTF8')::jsonb))
  $f$;
  -- First what others are made from.
  FOR v_table IN
    SELECT c.relname::text AS name, bool_or(a.attname = 'group_id') AS of_group,
           bool_or(a.attname = 'topic_id') AS of_topic
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
     GROUP BY c.relname
     ORDER BY array_position(ARRAY['consumer_group', 'topic', 'queue', 'dead_letter', 'letter_job', 'retry_job',
       'redrive', 'alarm_incident', 'group_client', 'broadcast_member'], c.relname::text), c.relname
  LOOP
    v_rule := CASE
      WHEN v_rules ? v_table.name THEN v_rules ->> v_table.name
      WHEN v_table.name = ANY (v_whole) THEN 'true'
      -- A dead letter, a retry or a re-drive is of its group; a message of its topic.
      WHEN v_table.of_group THEN 't.group_id IN ' || v_groups
      WHEN v_table.of_topic THEN 't.topic_id IN ' || v_topics
      ELSE 'false'
    END;
    EXECUTE format('CREATE VIEW in_team.%I AS SELECT * FROM public.%I t WHERE %s', v_table.name, v_table.name, v_rule);
  END LOOP;
  EXECUTE format('COMMENT ON SCHEMA in_team IS %L', v_state);
END $function$
;
COMMENT ON FUNCTION team_views() IS 'redrive 2effd96292fc052a13afe361538b37a3d363fe956e4161069ffc0e723c5d9b27';
CREATE OR REPLACE FUNCTION public.topic_delete(p_now timestamp with time zone, p_topic integer, p_by text, p_counted bigint)
 RETURNS TABLE(in_flight integer, deletion_id integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_name text := (SELECT t.name FROM topic t WHERE t.topic_id = p_topic);
  v_queues int[] := ARRAY(SELECT q.queue_id FROM queue q WHERE q.topic_id = p_topic ORDER BY q.queue_id);
  v_leases lease[];
BEGIN
  PERFORM 1 FROM queue q WHERE q.queue_id = ANY (v_queues) ORDER BY q.queue_id FOR NO KEY UPDATE;
  UPDATE queue q SET closed = true WHERE q.queue_id = ANY (v_queues);

  -- Every claim holds the row of its group and queue: from here on nothing of the topic is handed out, and every group
  -- has read it to its end.
  PERFORM 1 FROM group_queue gq WHERE gq.queue_id = ANY (v_queues) ORDER BY gq.group_id, gq.queue_id FOR NO KEY UPDATE;
  INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, open, live, claimed_at, expires_at)
  SELECT gq.group_id, gq.queue_id, nextval('epoch_seq'), 2, q.seg, t.off, t.off, 0, 0, false, v_now, v_now
    FROM group_queue gq JOIN queue q ON q.queue_id = gq.queue_id
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT m.off + 1 FROM message m WHERE m.queue_id = q.queue_id AND m.seg = q.seg
        ORDER BY m.off DESC LIMIT 1), q.base_off) AS off) t
   WHERE gq.queue_id = ANY (v_queues);

  -- What clients hold: their acknowledgements come too late. A failure that won the row before is among the retries.
  SELECT array_agg(l) INTO v_leases
    FROM (SELECT a.* FROM lease a WHERE a.live AND a.queue_id = ANY (v_queues) FOR NO KEY UPDATE) l;
  UPDATE lease l SET open = 0, failed = l.failed | l.open, live = false
    FROM unnest(v_leases) w WHERE l.group_id = w.group_id AND l.queue_id = w.queue_id AND l.lease_id = w.lease_id;
  INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at)
  SELECT l.group_id, b.queue_id, b.off, 0, 1, e.state, e.cause, b.epoch, b.client_id, e.at
    FROM unnest(v_leases) l
    CROSS JOIN LATERAL lease_bits(ARRAY[l], false) b
    CROSS JOIN LATERAL (VALUES (1, 'Inflight', 'delivered', l.claimed_at), (2, 'Dropped', 'topic-deleted', v_now))
      e (step, state, cause, at)
   ORDER BY l.group_id, b.queue_id, b.off, e.step;
  GET DIAGNOSTICS in_flight = ROW_COUNT;
  in_flight := in_flight / 2;

  WITH gone AS (
    DELETE FROM retry r USING group_queue gq
     WHERE gq.queue_id = ANY (v_queues) AND r.group_id = gq.group_id AND r.queue_id = gq.queue_id AND r.leased
    RETURNING r.*
  ), told AS (
    INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, client_id, at,
      redrive_id)
    SELECT g.group_id, g.queue_id, g.off, g.generation, g.attempt, 'Dropped', 'topic-deleted', nextval('epoch_seq'),
      g.client_id, v_now, g.redrive_id
      FROM gone g
  )
  SELECT in_flight + count(*) INTO in_flight FROM gone;

  UPDATE topic t SET deleted_at = v_now, name = format('%s (deleted %s)', left(t.name, 100), t.topic_id)
   WHERE t.topic_id = p_topic;
  DELETE FROM topic_failover f WHERE f.topic_id = p_topic;
  INSERT INTO deletion (kind, name, topic_id, started_by, started_at, counted)
  VALUES ('topic', v_name, p_topic, p_by, v_now, p_counted) RETURNING deletion.deletion_id INTO deletion_id;
  RETURN NEXT;
END $function$
;
COMMENT ON FUNCTION topic_delete(timestamp with time zone,integer,text,bigint) IS 'redrive 943c3476b024ec3105f01b7a83d2e62079ed8987a835243708c8b46aaa0d1c60';
CREATE OR REPLACE FUNCTION public.topic_grow(p_now timestamp with time zone, p_topic integer, p_queues integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_seg int := (SELECT max(s.seg) FROM segment s);
  v_made int[];
BEGIN
  WITH made AS (
    INSERT INTO queue (queue_id, topic_id, queue_no, seg, base_off) OVERRIDING SYSTEM VALUE
    SELECT queue_id_next(t.message_type), t.topic_id, n, v_seg, 0
      FROM topic t CROSS JOIN generate_series(t.queue_count, p_queues - 1) n
     WHERE t.topic_id = p_topic
    RETURNING queue_id
  )
  SELECT coalesce(array_agg(m.queue_id), '{}') INTO v_made FROM made m;
  INSERT INTO queue_segment (queue_id, seg, first_off) SELECT q, v_seg, 0 FROM unnest(v_made) q;
  INSERT INTO group_queue (group_id, queue_id, start_seg, start_off, since)
  SELECT r.group_id, q, v_seg, 0, v_now
    FROM (SELECT DISTINCT gq.group_id FROM group_queue gq JOIN queue o ON o.queue_id = gq.queue_id
           WHERE o.topic_id = p_topic) r
    CROSS JOIN unnest(v_made) q
  ON CONFLICT DO NOTHING;
  UPDATE topic t SET queue_count = greatest(t.queue_count, p_queues) WHERE t.topic_id = p_topic;
  RETURN cardinality(v_made);
END $function$
;
COMMENT ON FUNCTION topic_grow(timestamp with time zone,integer,integer) IS 'redrive aac9bb455d7780a018682a9f5b701cf2c1568cd5fd18925561a3789570d77925';
CREATE OR REPLACE FUNCTION public.unspaced_scripts()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT '\u0E01-\u0E3A\u0E40-\u0E4E\u0E81-\u0ECD\u0F40-\u0FBC\u1000-\u1049\u1050-\u109F\u1100-\u11FF\u1780-\u17D3'
    || '\u2E80-\u2FDF\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3041-\u3096\u3099-\u309F\u30A1-\u30FA\u30FC-\u31BF'
    || '\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\U00020000-\U0003FFFF';
$function$
;
COMMENT ON FUNCTION unspaced_scripts() IS 'redrive 0ca58a12f00e4c83edc43a594b416746f563e9eb8cd9ab51dc39553a63b539d5';
CREATE OR REPLACE FUNCTION public.words_of(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT ARRAY(
    SELECT left(r, 60) FROM search_runs(p_text) r WHERE r !~ ('^[' || unspaced_scripts() || ']')
    UNION
    SELECT g.chars FROM search_runs(p_text) r
     CROSS JOIN LATERAL (
       SELECT concat(c, lead(c) OVER w, lead(c, 2) OVER w, lead(c, 3) OVER w)
         FROM string_to_table(r, NULL) WITH ORDINALITY t (c, at) WINDOW w AS (ORDER BY at)) g (chars)
     WHERE r ~ ('^[' || unspaced_scripts() || ']'));
$function$
;
COMMENT ON FUNCTION words_of(text) IS 'redrive 0ca58a12f00e4c83edc43a594b416746f563e9eb8cd9ab51dc39553a63b539d5';
CREATE OR REPLACE FUNCTION public.words_query(p_text text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT string_agg(quote_literal(w) || ':*', ' & ')::tsquery
    FROM (SELECT left(r, 60) AS w FROM search_runs(p_text) r WHERE r !~ ('^[' || unspaced_scripts() || ']')
          UNION
          SELECT substr(r, at, 4) FROM search_runs(p_text) r
           CROSS JOIN LATERAL generate_series(1, greatest(length(r) - 3, 1)) at
           WHERE r ~ ('^[' || unspaced_scripts() || ']')) n;
$function$
;
COMMENT ON FUNCTION words_query(text) IS 'redrive 0ca58a12f00e4c83edc43a594b416746f563e9eb8cd9ab51dc39553a63b539d5';
