package com.acme.shop.web;

import java.util.List;
import java.util.concurrent.*;
import static org.junit.Assert.assertEquals;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;
import com.acme.shop.model.Order;
import org.unused.Thing; // Thing
/* import no.Such; */

@RestController
public class App {
    private final RestTemplate rest = new RestTemplate();
    String text = """
        import no.Such;
        "quoted" """;
    char c = '"';
    Future<String> f;
    void go(Order order, List<String> names) {
        rest.getForObject("import no.Such;", String.class);
        order.total();
        names.forEach(System.out::println);
        assertEquals(1, 1);
    }
}
