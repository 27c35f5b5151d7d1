import io.quicktype.Converter;
import java.nio.file.Files;
import java.nio.file.Path;

public class Probe {
  public static void main(String[] args) throws Exception {
    for (int index = 4; index < args.length; index++) {
      String said;
      try {
        said = "ok\t" + Converter.toJsonString(Converter.fromJsonString(Files.readString(Path.of(args[index]))));
      } catch (Throwable error) {
        said = "error\t" + String.valueOf(error).split("\n")[0];
      }
      System.out.println("fixture\t" + (index - 4) + "\t" + said);
    }
  }
}
