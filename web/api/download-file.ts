// Saves a file with the browser's download.

export function downloadFile({ name, file }: { name: string; file: Blob }): void {
  const objectUrl = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = objectUrl;
  link.download = name;
  link.click();
  // Gives the browser time to start the download.
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000);
}

export function downloadCsv({ name, text }: { name: string; text: string }): void {
  downloadFile({ name, file: new Blob([text], { type: "text/csv;charset=utf-8" }) });
}
