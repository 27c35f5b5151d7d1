package org.openapitools;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Base64;
import org.openapitools.api.ClientWebhookApiDelegate;
import org.openapitools.model.PaymentSnapshot;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

@Service
public class Deliveries implements ClientWebhookApiDelegate {
  private final ObjectMapper mapper;

  Deliveries(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public ResponseEntity<Void> deliverClientWebhook(String signature, PaymentSnapshot payment) {
    RequestAttributes request = RequestContextHolder.currentRequestAttributes();
    byte[] body = (byte[]) request.getAttribute(KeepBytes.RAW_BODY, RequestAttributes.SCOPE_REQUEST);
    try {
      Base64.Encoder text = Base64.getEncoder();
      byte[] model = mapper.writeValueAsBytes(payment);
      System.out.println("received\t" + text.encodeToString(body) + "\t" + text.encodeToString(model));
    } catch (JsonProcessingException error) {
      throw new IllegalStateException(error);
    }
    return ResponseEntity.noContent().build();
  }
}
