package org.openapitools;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Base64;
import org.openapitools.api.ClientWebhookApiDelegate;
import org.openapitools.model.PaymentSnapshot;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;
import org.springframework.web.context.request.RequestContextHolder;

@Service
public class Deliveries implements ClientWebhookApiDelegate {
  @Override
  public ResponseEntity<Void> deliverClientWebhook(String signature, PaymentSnapshot payment) {
    byte[] body = (byte[]) RequestContextHolder.currentRequestAttributes().getAttribute(KeepBytes.RAW_BODY, 0);
    byte[] model = new ObjectMapper().findAndRegisterModules().valueToTree(payment).toString().getBytes();
    Base64.Encoder text = Base64.getEncoder();
    System.out.println("received\t" + text.encodeToString(body) + "\t" + text.encodeToString(model));
    return ResponseEntity.noContent().build();
  }
}
