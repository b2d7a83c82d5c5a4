/**
 * What an expression can name: the application's properties and, as in the original, some that the broker keeps. Of a
 * row `p` with the columns of a message, in the order of the names in `parameter`. Source: Apache RocketMQ
 * MessageConst, and the proxy's SendMessageActivity that sets them.
 */
export function namedValues(parameter: string): string {
  return `ARRAY(SELECT CASE n.name WHEN 'TAGS' THEN p.tag
                                   WHEN 'KEYS' THEN nullif(array_to_string(p.keys, ' '), '')
                                   WHEN 'UNIQ_KEY' THEN p.msg_id
                                   WHEN '__SHARDINGKEY' THEN p.mgroup
                                   WHEN 'BORN_TIMESTAMP' THEN floor(extract(epoch FROM p.born_at) * 1000)::bigint::text
                                   WHEN '__BORNHOST' THEN p.born_host
                                   WHEN 'TRACE_CONTEXT' THEN p.trace_context
                                   ELSE p.props ->> n.name END
                  FROM unnest(${parameter}::text[]) WITH ORDINALITY n (name, ord) ORDER BY n.ord)`;
}
