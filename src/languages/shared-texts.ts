/** Texts of several packages, which templates name. */
export const SHARED_TEXTS = {
  /** For one transaction of a store. `%d`: milliseconds to wait for a lock. A commit reads the cursor, and fails. */
  postgresLimits: `SELECT set_config('lock_timeout', '%d', true), set_config('tcp_keepalives_idle', '10', true),
    set_config('tcp_keepalives_interval', '5', true), set_config('tcp_keepalives_count', '3', true),
    set_config('tcp_user_timeout', '25000', true),
    set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true),
    set_config('idle_in_transaction_session_timeout',
    coalesce(nullif(current_setting('idle_in_transaction_session_timeout'), '0'), '10min'), true),
    set_config('handled_delivery.settings', (SELECT json_object_agg(name, current_setting(name))::text
    FROM unnest(string_to_array('search_path role statement_timeout TimeZone DateStyle IntervalStyle '
    'client_encoding default_transaction_isolation default_transaction_read_only lc_monetary lc_numeric '
    'row_security session_replication_role standard_conforming_strings transform_null_equals', ' ')) name), true);
    DECLARE what_only_the_store_commits CURSOR WITH HOLD FOR SELECT
    ('the store ends its transaction: a handler neither commits it nor rolls it back ' || random())::int`,
  /** Lets that commit, if no handler has ended it. Sets back what the handler has set for its session. */
  postgresSettings: `CLOSE what_only_the_store_commits; SELECT set_config(key, value, false)
    FROM json_each_text(nullif(current_setting('handled_delivery.settings'), '')::json)
    WHERE current_setting(key) <> value`,
  /** The reverse proxy before a receiver, up to its own rules. */
  haproxy: `global
    # Holds the largest body that is let through, in bytes, with its head.
    tune.bufsize 131072
defaults
    mode http
    # For the head and, because of the option, for the body.
    timeout http-request 10s
    option http-buffer-request
    timeout http-keep-alive 10s
    timeout client 20s
    timeout connect 5s
    timeout server 40s
frontend deliveries
    bind "127.0.0.1:\${PORT}"
    http-request deny deny_status 400 if { req.hdr_cnt(transfer-encoding) gt 1 }
    http-request deny deny_status 413 if { req.body_size gt 100000 }
    # HAProxy takes a bare LF behind a chunk, so nothing may follow chunks on a connection.
    http-request set-var(txn.chunked) bool(true) if { req.hdr(transfer-encoding) -m found }
    http-after-response set-header connection close if { var(txn.chunked) -m found }`,
};
