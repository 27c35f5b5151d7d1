import { arrow, box, label, line, picture } from "./draw.ts";

/** F-4.1-01 to F-4.1-03, F-4.2-01 to F-4.2-05, F-5-02, F-5-04. */
export function oauthFlow(): string {
  const [browser, app, service] = [62, 186, 356];
  const middle = (app + service) / 2;
  return picture(
    "The OAuth 2.0 flow",
    "Your app redirects the customer's browser to the authorization endpoint with client_id, redirect_uri and the scopes. The customer signs in and approves the scopes. The browser comes back to redirect_uri with a short-lived code. Your app posts the code to /oauth/v2/token and gets an access token and a refresh token. How a token is refreshed is not stated.",
    580,
    ...[browser, app, service].map((x) => line([x, 64], [x, 562])),
    box("plain", 12, 16, 100, 48, "Browser", "customer"),
    box("strong", 132, 16, 108, 48, "Your app", "on its server"),
    box("plain", 304, 16, 104, 48, "Service"),
    arrow([
      [app, 104],
      [browser, 104],
    ]),
    label((browser + app) / 2, 95, "1 redirect", "on"),
    arrow([
      [browser, 160],
      [service, 160],
    ]),
    label(214, 133, "2 authorization endpoint:", "on"),
    label(214, 151, "client_id, redirect_uri, scopes", "on"),
    box("open", 220, 180, 188, 62, "3 the customer", "signs in, sees all scopes,", "approves"),
    arrow([
      [service, 276],
      [browser, 276],
    ]),
    label(214, 267, "4 redirect with a short-lived code", "on"),
    arrow([
      [browser, 322],
      [app, 322],
    ]),
    label((browser + app) / 2, 313, "redirect_uri", "on"),
    arrow([
      [app, 398],
      [service, 398],
    ]),
    label(middle, 353, "5 POST /oauth/v2/token", "on"),
    label(middle, 371, "code, redirect_uri,", "on"),
    label(middle, 389, "client_id, client_secret", "on"),
    arrow([
      [service, 462],
      [app, 462],
    ]),
    label(middle, 435, "6 access_token,", "on"),
    label(middle, 453, "refresh_token, …", "on"),
    arrow(
      [
        [app, 532],
        [service, 532],
      ],
      true,
    ),
    label(middle, 505, "7 later: refresh;", "on"),
    label(middle, 523, "how is not stated", "on"),
  );
}
