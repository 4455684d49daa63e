// A file handed to the browser, to be kept where the person keeps theirs.

export function saveFile({ name, file }: { name: string; file: Blob }): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it up by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function saveCsv({ name, text }: { name: string; text: string }): void {
  saveFile({ name, file: new Blob([text], { type: "text/csv;charset=utf-8" }) });
}
