package example;

import collectionscontract.DuplicateStore;
import collectionscontract.Receiver;
import collectionscontract.SpringWebhook;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Receives payments in Spring Boot, with Spring Security and a database. Two tables: {@code
 * handed_over} with a unique {@code payment}, and yours.
 */
@Configuration
public class PaymentWebhook {
  private static final String PATH = "/hooks/payments";

  /** Stores the payment. It runs in the transaction that stores the key. */
  @Bean
  RouterFunction<ServerResponse> paymentRoute(
      @Value("${webhook.secret}") String secret, DuplicateStore store, JdbcTemplate sql) {
    Receiver receiver =
        Receiver.builder(
                List.of(secret),
                (payment, delivery) ->
                    sql.update("INSERT INTO payments (id) VALUES (?)", payment.id()))
            .store(store)
            .build();
    return SpringWebhook.route(PATH, receiver);
  }

  /**
   * Deliveries have a signature, and neither a session nor a CSRF token: without it, 401 or 403.
   */
  @Bean
  @Order(1)
  SecurityFilterChain paymentSecurity(HttpSecurity http) throws Exception {
    return http.securityMatcher(PATH)
        .authorizeHttpRequests(all -> all.anyRequest().permitAll())
        .csrf(AbstractHttpConfigurer::disable)
        .build();
  }

  /** Remembers a payment in the same transaction as its effect. */
  @Bean
  DuplicateStore paymentStore(JdbcTemplate sql, TransactionTemplate transactions) {
    return (key, task) ->
        transactions.executeWithoutResult(
            status -> {
              try {
                sql.update("INSERT INTO handed_over (payment) VALUES (?)", key);
              } catch (DuplicateKeyException error) {
                return;
              }
              try {
                task.run(null);
              } catch (Exception error) {
                throw new IllegalStateException("The handler failed.", error);
              }
              if (status.isRollbackOnly()) {
                throw new IllegalStateException("The handler rolled back.");
              }
            });
  }
}
