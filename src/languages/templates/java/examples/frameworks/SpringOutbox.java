package payments;

import collectionscontract.Receiver;
import collectionscontract.Secrets;
import collectionscontract.SpringStore;
import collectionscontract.SpringWebhook;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.security.config.annotation.web.configuration.WebSecurityCustomizer;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

@Configuration
@EnableScheduling
class SpringOutbox {
  private static final String OUTBOX =
      "CREATE TABLE IF NOT EXISTS outbox (place BIGSERIAL PRIMARY KEY, id BIGINT, amount BIGINT)";

  /** In any order: one that fails is not in the way of others. */
  private static final String TAKE =
      "DELETE FROM outbox WHERE place = (SELECT place FROM outbox ORDER BY random() LIMIT 1"
          + " FOR UPDATE SKIP LOCKED) RETURNING id, amount";

  private final JdbcTemplate sql;
  private final TransactionTemplate transactions;
  private final SpringStore store;

  SpringOutbox(JdbcTemplate sql, DataSource source, PlatformTransactionManager manager)
      throws Exception {
    this.sql = sql;
    transactions = new TransactionTemplate(manager);
    store = new SpringStore(source, manager);
    store.migrate(OUTBOX, "CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)");
  }

  @Bean
  RouterFunction<ServerResponse> paymentRoute(@Value("${webhook.secret}") String secret) {
    String insert = "INSERT INTO outbox (id, amount) VALUES (?, ?)";
    var receiver =
        Receiver.builder(
            Secrets.of(secret),
            (payment, delivery) -> {
              sql.update(insert, payment.id(), payment.amount());
            });
    return SpringWebhook.route("/hooks/payments", receiver.store(store).build());
  }

  /** May run in several processes. */
  @Scheduled(fixedDelay = 1000)
  void work() {
    while (Boolean.TRUE.equals(transactions.execute(status -> book()))) {}
  }

  /** Takes a payment out of the outbox and books it, in one transaction. */
  private boolean book() {
    List<Map<String, Object>> taken = sql.queryForList(TAKE);
    for (Map<String, Object> one : taken) {
      sql.update("INSERT INTO payment VALUES (?, ?)", one.get("id"), one.get("amount"));
    }
    return !taken.isEmpty();
  }

  /**
   * Deliveries have a signature, and no login. A SecurityFilterChain here would switch off the one
   * of Spring Boot, which guards all other paths.
   */
  @Bean
  WebSecurityCustomizer paymentSecurity() {
    return web -> web.ignoring().requestMatchers("/hooks/payments");
  }
}
