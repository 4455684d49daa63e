// The page of a shared picture: its script passes the picture on to the check-in page (web/public/share.js). Without the built
// application, since it is shown for a moment or says what is wrong.
import { getShareText, type ShareText } from "#domain/devices/shared-picture.ts";
import { shortcutParameter } from "#domain/devices/app-shortcuts.ts";
import { isKeyOf } from "#domain/object-keys.ts";
import { type Language, languages } from "#domain/people/languages.ts";

const checkInPath = `/my-pages?${shortcutParameter}=check-in`;

const failureTexts: { readonly [code: string]: ShareText } = {
  FORBIDDEN: "Another website sent this picture. Share it from the pictures of this device.",
  REQUESTS_EXCEEDED: "Too many pictures were shared. Wait a minute, then share it again.",
  INVALID_PAYLOAD: "Share one picture at a time.",
  CONTENT_TOO_LARGE: "This picture is too large. Share one of at most 10 MB and 50 megapixels.",
  UNSUPPORTED_MEDIA_TYPE: "This file cannot be read as a picture. Share a JPEG, PNG or WebP picture.",
};
const otherFailure: ShareText = "The picture could not be passed on. Take it on the check-in page.";

/** The browser's first language that has translations: the page is rendered before the device's own choice is known. */
export function chooseShareLanguage(accepted: string | undefined): Language {
  const tags = (accepted ?? "").split(",").map((part) => part.trim().slice(0, 2).toLowerCase());
  const known = tags.find((tag) => isKeyOf(languages, tag));
  return isKeyOf(languages, known) ? known : "en";
}

export function renderSharedPicture({ picture, language }: { picture: Uint8Array; language: Language }): string {
  const text = (name: ShareText): string => getShareText({ text: name, language });
  const source = `data:image/jpeg;base64,${Buffer.from(picture).toString("base64")}`;
  // Shown by the script if the tab has no storage, and without scripts.
  const failure = `<p>${text(otherFailure)}</p><p><a href="${checkInPath}">${text("Check in")}</a></p>`;
  return renderPage({
    language,
    content: `<img id="picture" src="${source}" alt="${text("Shared picture")}"><p id="opening" role="status">${text("Opening check-in…")}</p><div id="failure" role="alert" hidden>${failure}</div><noscript>${failure}</noscript><script src="/share.js" data-next="${checkInPath}"></script>`,
  });
}

export function renderShareFailure({ code, language }: { code: string; language: Language }): string {
  const text = (name: ShareText): string => getShareText({ text: name, language });
  return renderPage({
    language,
    content: `<p role="alert">${text(failureTexts[code] ?? otherFailure)}</p><p><a href="${checkInPath}">${text("Check in")}</a></p>`,
  });
}

/** The colours of web/ui/theme. */
const style = `:root{color-scheme:light;--ground:#fbfaf7;--ink:#14213d}[data-mantine-color-scheme=dark]{color-scheme:dark;--ground:#0e1320;--ink:#f3f0e8}body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}main{box-sizing:border-box;max-width:32rem;margin:0 auto;padding:1.5rem 1rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.25}img{display:block;max-width:100%;max-height:60vh;border-radius:.5rem}a{display:inline-block;min-height:2.75rem;padding:.625rem 1.25rem;box-sizing:border-box;border-radius:.5rem;background:var(--ink);color:var(--ground);font-weight:700;text-decoration:none}a:focus-visible{outline:3px solid currentcolor;outline-offset:3px}`;

function renderPage({ language, content }: { language: Language; content: string }): string {
  const title = getShareText({ text: "Shared picture", language });
  return `<!doctype html><html lang="${language === "en" ? "en-IN" : language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} – Chaavi</title><link rel="icon" type="image/svg+xml" href="/favicon.svg"><script src="/colour-scheme.js"></script><style>${style}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
}
