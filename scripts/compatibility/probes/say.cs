using System;

public static class Saying {
  public static bool Say(string kind, object name, Func<string> act) {
    try {
      Console.WriteLine(kind + "\t" + name + "\tok\t" + act());
      return true;
    } catch (Exception error) {
      Console.WriteLine(kind + "\t" + name + "\terror\t" + error.GetBaseException().Message.Split('\n')[0]);
      return false;
    }
  }
}
