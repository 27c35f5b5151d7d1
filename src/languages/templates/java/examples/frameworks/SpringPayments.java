package payments;

import collectionscontract.Receiver;
import collectionscontract.Secrets;
import collectionscontract.SpringStore;
import collectionscontract.SpringWebhook;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.config.annotation.web.configuration.WebSecurityCustomizer;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

@Configuration
class SpringPayments {
  @Bean
  SpringStore paymentStore(DataSource source, PlatformTransactionManager manager) throws Exception {
    SpringStore store = new SpringStore(source, manager);
    store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)");
    return store;
  }

  @Bean
  RouterFunction<ServerResponse> paymentRoute(
      @Value("${webhook.secret}") String secret, SpringStore store, JdbcTemplate sql) {
    String insert = "INSERT INTO payment VALUES (?, ?)";
    var receiver =
        Receiver.builder(
            Secrets.of(secret),
            (payment, delivery) -> {
              sql.update(insert, payment.id(), payment.amount());
            });
    return SpringWebhook.route("/hooks/payments", receiver.store(store).build());
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
