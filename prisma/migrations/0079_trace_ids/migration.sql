-- The trace of a message: of its SDK (TRACE_CONTEXT), or what an OpenTelemetry agent wrote as a property (traceparent).
CREATE FUNCTION trace_id_of(p_context text, p_props jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN substr(lower(coalesce(p_context, p_props ->> 'traceparent')), 4, 32);

CREATE INDEX cluster_dead_letter_trace ON cluster_dead_letter (cluster_id, trace_id_of(trace_context, props))
  WHERE trace_id_of(trace_context, props) IS NOT NULL;
