// Short device labels from user agent strings.
import { t } from "#web/languages/t.ts";

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

function findName(table: readonly [RegExp, string][], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}

/** 'Chrome on Android'; 'API client' where no browser is recognised. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return t("Unknown device");
  const browser = findName(browsers, userAgent);
  const system = findName(systems, userAgent);
  if (browser && system) return t("{browser} on {system}", { browser, system });
  return browser ?? system ?? t("API client");
}

export function isMobileDevice(userAgent: string | null): boolean {
  return /\b(iPhone|Android|Mobile)\b/.test(userAgent ?? "");
}
