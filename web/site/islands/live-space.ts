// Live counts of free slots. Without a connection the counts show their age, and then that they are not live.
import type { SiteSpace } from "#domain/site/site-data.ts";
import { describeSpace } from "#domain/site/space-text.ts";

interface BranchSpace extends SiteSpace {
  branch: number;
}

const refreshMs = 5_000;
const elements = [...document.querySelectorAll<HTMLElement>("[data-space]")];
const service = document.querySelector<HTMLElement>("[data-service]")?.dataset["service"];
let isLive = false;

function readSpace({ dataset }: HTMLElement): SiteSpace {
  return { free: Number(dataset["free"]), total: Number(dataset["total"]), at: dataset["at"] ?? "" };
}

function show(element: HTMLElement): void {
  const { count, age, isFull } = describeSpace({ space: readSpace(element), now: new Date(), isLive });
  const [countElement, ageElement] = ["count", "age"].map((name) => element.querySelector(`[data-space-${name}]`));
  const badge = countElement?.parentElement;
  if (countElement && countElement.textContent !== count) countElement.textContent = count;
  if (ageElement && ageElement.textContent !== age) ageElement.textContent = age;
  if (!badge) return;
  badge.style.background = `var(--${isFull ? "red" : "green"}-soft)`;
  badge.style.color = `var(--${isFull ? "red" : "green"}-ink)`;
}

function showAll(): void {
  for (const element of elements) show(element);
}

function apply(spaces: readonly BranchSpace[]): void {
  for (const { branch, free, total, at } of spaces)
    for (const element of elements.filter(({ dataset }) => dataset["space"] === String(branch)))
      Object.assign(element.dataset, { free: String(free), total: String(total), at });
  showAll();
}

let source: EventSource | undefined;

function connect(): void {
  if (source || document.hidden) return;
  const branches = [...new Set(elements.map(({ dataset }) => dataset["space"]))].join(",");
  source = new EventSource(
    `/live/space?${new URLSearchParams({ service: service ?? "parking", branches }).toString()}`,
  );
  source.addEventListener("message", ({ data }: MessageEvent<string>) => {
    isLive = true;
    const spaces: BranchSpace[] = JSON.parse(data);
    apply(spaces);
  });
  source.addEventListener("error", () => {
    isLive = false;
    showAll();
  });
}

/** A hidden page needs no counts. */
function disconnect(): void {
  source?.close();
  source = undefined;
  isLive = false;
}

if (elements.length > 0) {
  connect();
  setInterval(showAll, refreshMs);
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
}
