/** What the stores of all packages ask of PostgreSQL; templates name it. */
export const POSTGRES = {
  /** For one transaction. `%d`: the milliseconds that it waits for a lock. */
  postgresLimits: `SELECT set_config('lock_timeout', '%d', true), set_config('tcp_keepalives_idle', '10', true),
    set_config('tcp_keepalives_interval', '5', true), set_config('tcp_keepalives_count', '3', true),
    set_config('tcp_user_timeout', '25000', true),
    set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true),
    set_config('idle_in_transaction_session_timeout',
    coalesce(nullif(current_setting('idle_in_transaction_session_timeout'), '0'), '10min'), true),
    set_config('handled_delivery.settings', (SELECT json_object_agg(name, current_setting(name))::text
    FROM unnest(string_to_array('search_path role statement_timeout TimeZone DateStyle IntervalStyle '
    'client_encoding default_transaction_isolation default_transaction_read_only lc_monetary lc_numeric '
    'row_security session_replication_role standard_conforming_strings transform_null_equals', ' ')) name), true)`,
  /** Sets back what the handler has set for its session. */
  postgresSettings: `SELECT set_config(key, value, false)
    FROM json_each_text(nullif(current_setting('handled_delivery.settings'), '')::json)
    WHERE current_setting(key) <> value`,
};
