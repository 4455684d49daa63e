// 'Near me': asks for the position and opens the listing around it (§5: texts of the location).
import { toNearbyUrl } from "#web/site/islands/nearby-url.ts";

const maxPositionAgeMs = 60_000;
const timeoutMs = 15_000;

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-near-me]")) {
  const form = button.closest("form");
  const status = form?.querySelector<HTMLElement>("[data-near-me-status]");
  if (!form || !status) continue;
  button.hidden = false;
  button.addEventListener("click", () => askPosition({ button, form, status }));
}

function askPosition({
  button,
  form,
  status,
}: {
  button: HTMLButtonElement;
  form: HTMLFormElement;
  status: HTMLElement;
}): void {
  const say = (text: string | undefined): void => {
    button.disabled = false;
    status.hidden = false;
    status.textContent = text ?? "";
  };
  if (!("geolocation" in navigator)) return say(status.dataset["unsupported"]);
  button.disabled = true;
  status.hidden = false;
  status.textContent = status.dataset["waiting"] ?? "";
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      button.disabled = false;
      status.hidden = true;
      location.assign(toNearbyUrl({ form, point: coords }));
    },
    ({ code }) => say(code === 1 ? status.dataset["denied"] : status.dataset["unknown"]),
    { maximumAge: maxPositionAgeMs, timeout: timeoutMs },
  );
}
