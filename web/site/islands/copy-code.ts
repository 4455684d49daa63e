// Copies the code of an offer, and says so beside it. Without the script the code is text to be read.
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy-code]")) {
  const code = button.dataset["copyCode"] ?? "";
  button.hidden = false;
  button.addEventListener("click", () => void copyCode({ button, code }));
}

async function copyCode({ button, code }: { button: HTMLButtonElement; code: string }): Promise<void> {
  await navigator.clipboard.writeText(code);
  const status = button.closest("li")?.querySelector<HTMLElement>("[data-copied]");
  if (status) status.textContent = status.dataset["copied"] ?? "";
}
