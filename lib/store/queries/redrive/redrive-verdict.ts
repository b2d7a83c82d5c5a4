/**
 * The verdict of a redrive_item `i`, from the rows of the life it was given: `r` while it is under way, `v` its end.
 * Nothing is remembered in the item itself, so a verdict cannot be older than what it tells about.
 */
export const REDRIVE_VERDICT = {
  joins: `
    LEFT JOIN retry r ON i.state = 'moved' AND r.group_id = i.group_id AND r.queue_id = i.queue_id AND r.off = i.off
      AND r.generation = i.generation + 1
    LEFT JOIN delivery_event v ON i.state = 'moved' AND v.group_id = i.group_id AND v.queue_id = i.queue_id
      AND v.off = i.off
          AND v.generation = i.generation + 1 AND v.state IN ('Commit', 'DLQ')`,
  value: `
    CASE WHEN i.state = 'selected' THEN 'not-yet-fetched' WHEN i.state <> 'moved' THEN i.state
         WHEN v.cause = 'filtered' THEN 'filtered-out' WHEN v.state = 'Commit' THEN 'consumed'
           WHEN v.state = 'DLQ' THEN 'died-again'
         WHEN r.off IS NULL THEN 'unknown' WHEN r.attempt = 0 THEN 'not-yet-fetched'
         WHEN r.leased AND r.attempt = 1 THEN 'in-flight' ELSE 'retrying' END`,
} as const;
