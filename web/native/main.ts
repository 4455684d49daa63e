// Entry point of the native shell (docs/decisions/036-native-shell.md): connects the application to the system, then loads it.
import { App } from "@capacitor/app";
import { SecureStorage } from "@aparajita/capacitor-secure-storage";
import { customerDocumentPath } from "#domain/valet/customer-fields.ts";
import { findInternalPath, startPath } from "#web/native/addresses.ts";
import { systemBluetooth } from "#web/native/bluetooth.ts";
import { goBack, watchBackSwipe } from "#web/native/back.ts";

const refreshTokenKey = "refresh_token";

globalThis.chaaviShell = {
  serverOrigin: import.meta.env.VITE_SERVER_ORIGIN,
  readRefreshToken: () => SecureStorage.getItem(refreshTokenKey),
  keepRefreshToken: (token) =>
    token === null ? SecureStorage.removeItem(refreshTokenKey) : SecureStorage.setItem(refreshTokenKey, token),
  bluetooth: systemBluetooth,
};
const { serverOrigin } = globalThis.chaaviShell;

/** Opens a link of the server in the application. */
function openLink(url: string): void {
  const path = findInternalPath({ url, serverOrigin });
  if (path !== undefined && path !== location.pathname + location.search) location.assign(path);
}

/** The public site and papers are pages of the server: the system's browser opens them. */
function openSitePages(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin) return;
  const url = serverOrigin + link.pathname + link.search;
  if (findInternalPath({ url, serverOrigin }) !== undefined) return;
  event.preventDefault();
  location.assign(url);
}

async function start(): Promise<void> {
  if (location.pathname === "/" || location.pathname === "/index.html") {
    const launch = await App.getLaunchUrl();
    const path = launch && findInternalPath({ url: launch.url, serverOrigin });
    history.replaceState(null, "", path ?? startPath);
  }
  // In the capture phase, before the router follows a link.
  addEventListener("click", openSitePages, { capture: true });
  watchBackSwipe();
  await App.addListener("backButton", () => void goBack());
  await App.addListener("appUrlOpen", ({ url }) => openLink(url));
  if (customerDocumentPath.test(location.pathname)) await import("#web/customer.tsx");
  else await import("#web/main.tsx");
}

void start();
