import io.quicktype.Converter;

public class Probe {
  public static void main(String[] args) throws Exception {
    System.out.println(Converter.toJsonString(Converter.fromJsonString(args[3])));
  }
}
