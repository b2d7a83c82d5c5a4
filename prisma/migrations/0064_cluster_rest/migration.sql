-- What open re-drives of a cluster have chosen, and what a cancelled one did not send: so that "the rest of RD-12" is a set
-- there as well. A state that is asked for leaves one of the two.
CREATE OR REPLACE VIEW in_cluster.redrive_item AS
  SELECT d.chosen_by AS redrive_id, 0 AS ord, d.group_id, d.queue_id, d.off, d.generation, d.topic_id, d.msg_id,
         'selected'::text AS state, d.fingerprint
    FROM public.cluster_dead_letter d WHERE d.chosen_by IS NOT NULL AND d.cluster_id = in_cluster.cluster_id()
  UNION ALL
  SELECT i.redrive_id, i.ord, d.group_id, d.queue_id, d.off, d.generation, d.topic_id, d.msg_id, i.state, d.fingerprint
    FROM public.cluster_redrive_item i JOIN public.cluster_dead_letter d ON d.dead_letter_id = i.dead_letter_id
   WHERE i.state = 'cancelled' AND d.cluster_id = in_cluster.cluster_id();
