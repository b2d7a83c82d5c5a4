-- Makes the schema in_team: every table under its own name, and of it only the rows that begin with the prefixes of the
-- connection ("redrive.scope", set by lib/store/session-settings.ts; without it statements fail). A connection with
-- "search_path = in_team, public" reads with the same statements as all others, and counts, pages and cursors are true.
--
-- Made from the tables that are there, after migrations: a table that no rule below knows shows no rows.
CREATE OR REPLACE FUNCTION team_views() RETURNS void
LANGUAGE plpgsql AS $$
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
END $$;
